import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { queueOptions } from '../../../../src/modules/queue-options'
import { queueOptionApi } from '../../../../src/modules/queue-options/api'
import { MAX_DEPTH } from '../../../../src/modules/queue-options/body'
import { del, put } from '../../../kit/api'
import { collection } from '../../../kit/collection'
import { confirm } from '../../../kit/confirm'
import { toastError } from '../../../kit/errors'
import type { RowOf } from '../../../kit/rows'
import { words } from '../texts'

export type Option = RowOf<typeof queueOptions>

/** The button that adds an option to a level. */
export const addId = (parentId: number | null) => `add-option-${parentId ?? 0}`
/** What says an option, and shows the way to it. */
export const lineId = (id: number | null) => `option-line-${id ?? 0}`

/** What is being written: a row, or a new one below another (null: on the first level). */
export type Edited = { option: Option } | { below: number | null }

/** What the form of an option is asked. */
type Writing = { dirty: ReadonlySignal<boolean>; submit(): Promise<boolean> }

/** The menu of one queue while its sheet is open: read once, live from then on; each change is kept at once. */
export function menuOf(queueId: number) {
  const list = collection<Option>({
    api: queueOptionApi,
    query: () => ({ queueId }),
    order: (a, b) => a.option - b.option || a.id - b.id,
    belongs: option => option.queueId === queueId,
  })
  const edited = signal<Edited>()
  /** The form of what is being written. */
  const writing = signal<Writing>()
  /** The option that the preview shows the way to. */
  const shown = signal<number>()
  const collapsed = signal<ReadonlySet<number>>(new Set())
  /** What a screen reader is told of a move. */
  const said = signal('')

  const find = (id: number | null | undefined) => list.items.value.find(option => option.id === id)
  const below = (parentId: number | null) => list.items.value.filter(option => option.parentId === parentId)
  /** From the first level down to an option; nothing of one that is gone. */
  function pathTo(id: number | null | undefined): Option[] {
    const option = find(id)
    return option ? [...pathTo(option.parentId), option] : []
  }
  function isWithin(id: number, root: number): boolean {
    return pathTo(id).some(option => option.id === root)
  }

  /** Optimistic: it is in its new place before the server answered. */
  async function place(option: Option, to: number) {
    const level = below(option.parentId)
    if (to === option.option || to < 1 || to > level.length) return
    const order = level.filter(({ id }) => id !== option.id).toSpliced(to - 1, 0, option)
    const places = new Map(order.map(({ id }, at) => [id, at + 1]))
    list.items.value = list.items.value
      .map(one => ({ ...one, option: places.get(one.id) ?? one.option }))
      .toSorted((a, b) => a.option - b.option || a.id - b.id)
    said.value = words('moved', { title: option.title, n: to })
    try {
      list.put(await put<Option>(`${queueOptionApi.path}/${option.id}`, { option: to }))
    } catch (error) {
      toastError(error)
      await list.reload()
    }
  }
  async function remove(option: Option) {
    const n = list.items.value.filter(({ id }) => isWithin(id, option.id)).length - 1
    const text = n ? words('removeOptionMore', { n }) : words('removeOptionText')
    const question = { title: words('removeOptionTitle', { title: option.title }), text, action: words('removeOption'), danger: true }
    if (!(await confirm(question))) return
    const open = edited.peek()
    if (open && pathTo('option' in open ? open.option.id : open.below).some(({ id }) => id === option.id)) edited.value = undefined
    await del(`${queueOptionApi.path}/${option.id}`).then(() => list.remove(option.id), toastError)
    // What had the focus is gone, and the keys of the sheet with it.
    document.getElementById(addId(option.parentId))?.focus()
  }
  const toggle = (id: number) => {
    const next = new Set(collapsed.value)
    if (!next.delete(id)) next.add(id)
    collapsed.value = next
  }
  /** Begins to write; what was begun before is kept first, and stays where it cannot be. */
  async function edit(what: Edited) {
    if (!(await finish())) return
    edited.value = what
    if ('option' in what) shown.value = what.option.id
    else if (what.below !== null) {
      shown.value = what.below
      collapsed.value = new Set([...collapsed.value].filter(id => id !== what.below))
    }
  }
  async function finish() {
    const form = writing.peek()
    if (!edited.peek() || !form) return true
    if (form.dirty.peek()) return form.submit()
    edited.value = undefined
    return true
  }
  const mayGoDeeper = (option: Option) => pathTo(option.id).length < MAX_DEPTH

  return { queueId, list, edited, writing, shown, collapsed, said, below, pathTo, place, remove, toggle, edit, finish, mayGoDeeper }
}
export type Menu = ReturnType<typeof menuOf>
