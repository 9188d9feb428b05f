import { batch, computed, signal } from '@preact/signals-react'
import { catalog, type Tag } from '../../catalog'
import { put } from '../../kit/api'
import { toastError } from '../../kit/errors'
import type { Ticket } from '../tickets/types'
import { words } from './texts'

/** A column of the board; 0 is the one of the tickets without a stage. */
export type Lane = { id: number; name: string; color?: string }

/** As the server orders them: those without a place stand behind the others, by their ids. */
const LAST = Number.MAX_SAFE_INTEGER
const inOrder = (a: Tag, b: Tag) => (a.position ?? LAST) - (b.position ?? LAST) || a.id - b.id

/** The stages in their order: tags that are lanes. */
export const stages = computed(() =>
  catalog('tags')
    .items.value.filter(tag => tag.kanban === 1)
    .toSorted(inOrder),
)
export const lanes = computed<Lane[]>(() => [{ id: 0, name: words('untagged') }, ...stages.value])
export const nameOf = (id: number) => lanes.value.find(lane => lane.id === id)?.name ?? words('untagged')

/** As the server finds it: the first of several. */
export const laneOf = ({ tags }: Pick<Ticket, 'tags'>) => stages.value.find(stage => tags.some(tag => tag.id === stage.id))?.id ?? 0

/** What is told to a screen reader that no drag tells. */
export const said = signal('')

/** Moves a stage to the place of another; `at` counts the stages alone. */
export async function place(id: number, at: number) {
  const { items, put: show } = catalog('tags')
  const before = stages.value
  const stage = before.find(one => one.id === id)
  const to = Math.max(0, Math.min(before.length - 1, at))
  if (!stage || before.indexOf(stage) === to) return
  const order = before.filter(one => one.id !== id).toSpliced(to, 0, stage)
  batch(() => order.forEach((tag, position) => show({ ...tag, position })))
  said.value = words('placed', { name: stage.name, n: to + 1, of: order.length })
  try {
    await put('/tags/kanban', { tagIds: order.map(tag => tag.id) })
  } catch (error) {
    const back = new Map(before.map(tag => [tag.id, tag.position]))
    batch(() => items.value.forEach(tag => back.has(tag.id) && show({ ...tag, position: back.get(tag.id) ?? null })))
    toastError(error)
  }
}
