import { batch, signal } from '@preact/signals-react'
import type { NounApi } from '../../src/kernel/noun/api'
import { get, type Query } from './api'
import { replayMissed } from './replay-missed'
import { on, onResync } from './realtime'

type Row = { id: number }
type Told = { action: string; records?: unknown } & Record<string, unknown>
type Options<R> = {
  /** Where the rows are asked for, and how their changes are told. An api without `rows` answers all at once. */
  api: NounApi
  query?: () => Query
  order?: (a: R, b: R) => number
  /** Rows that stand in this list; one that changes out of it leaves. */
  belongs?: (row: R) => boolean
  /** What a changed row changes of the others. */
  settle?: (rows: R[], changed: R) => R[]
  /** Further events that bring rows of the noun, or parts of them: the key of the row in each. */
  alsoOn?: Record<string, string>
}

/** A searchable, paged list of a noun that follows its realtime channel. Old rows stay until the answer is there. */
export function collection<R extends Row>({ api, query, order, belongs, settle = rows => rows, alsoOn = {} }: Options<R>) {
  const items = signal<R[]>([])
  const [hasMore, loading, failed, loaded] = [signal(false), signal(false), signal(false), signal(false)]
  const [count, search] = [signal(0), signal('')]
  /** The rows shown are those of the search before. */
  const stale = signal(false)
  const { change, take } = replayMissed()
  let page = 0
  let turn = 0
  /** Rows left since the last page was read, so that the next one begins earlier than the server was asked for. */
  let isShifted = false

  const isKnown = (id: number) => items.value.some(item => item.id === id)
  const sorted = (rows: R[]) => (order ? rows.toSorted(order) : rows)
  function use(next: number, answer: R[] | { hasMore: boolean; count?: number; [rows: string]: unknown }) {
    const isWhole = Array.isArray(answer)
    const rows = isWhole ? answer : ((answer[api.rows ?? 'records'] ?? []) as R[])
    const kept = next > 1 ? items.value : []
    const known = new Set(kept.map(item => item.id))
    items.value = sorted([...kept, ...rows.filter(row => !known.has(row.id))])
    hasMore.value = !isWhole && answer.hasMore
    count.value = (isWhole ? undefined : answer.count) ?? items.value.length
    loaded.value = true
    page = next
    isShifted = false
  }

  async function load(next: number) {
    const mine = ++turn
    batch(() => {
      loading.value = true
      failed.value = false
    })
    try {
      const asked = { ...query?.(), searchParam: search.value, pageNumber: next }
      await take(get<Parameters<typeof use>[1]>(api.path, asked), answer => mine === turn && use(next, answer))
    } catch {
      if (mine === turn) failed.value = true
    } finally {
      if (mine === turn) loading.value = false
    }
  }
  const reload = () => load(1)
  const more = async () => {
    if (!loading.value && hasMore.value) await load(isShifted ? page : page + 1)
  }
  async function find(text: string) {
    search.value = text
    stale.value = true
    await load(1)
    stale.value = loading.value
  }

  function put(changed: R) {
    const before = items.value.find(item => item.id === changed.id)
    const row = before ? { ...before, ...changed } : changed
    if (belongs && !belongs(row)) return remove(row.id)
    const last = items.value.at(-1)
    // A row that stands behind the last page comes with its page.
    const isLater = !before && hasMore.value && order && last && order(row, last) > 0
    batch(() => {
      if (!before) count.value++
      if (isLater) return
      const rows = before ? items.value.map(item => (item.id === row.id ? row : item)) : [row, ...items.value]
      items.value = sorted(settle(rows, row))
    })
  }
  function remove(id: number) {
    if (!isKnown(id)) return
    batch(() => {
      count.value--
      items.value = items.value.filter(item => item.id !== id)
    })
    isShifted = true
  }
  function hear(told: Told, key: string) {
    const changed = told[key] as R | undefined
    if (told.action === 'delete') return change(() => remove(Number(changed?.id ?? told[api.id])))
    if (!changed) return void reload()
    if (!isKnown(changed.id)) {
      // What a search finds, and what came with no page yet, only the server knows.
      if (told.action === 'update' && hasMore.value) return
      if (search.value || key !== api.row) return void reload()
    }
    change(() => put(changed))
  }
  /** Follows create, update and delete until the returned function is called. */
  function follow() {
    const events = Object.entries({ [api.event]: api.row, ...alsoOn })
    const stops = [...events.map(([event, key]) => on<Told>(event, told => hear(told, key))), onResync(reload)]
    return () => stops.forEach(stop => stop())
  }
  return { api, items, hasMore, loading, failed, loaded, stale, count, search, find, more, reload, follow, put, remove }
}
export type Collection<R extends Row> = ReturnType<typeof collection<R>>
