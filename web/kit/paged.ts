import { batch, signal } from '@preact/signals-react'
import { get, type Query } from './api'
import { replayMissed } from './replay-missed'

type Row = { id: number }
type Answer<R> = R[] | { hasMore: boolean; count?: number; [rows: string]: unknown }
export type PagedOptions<R> = {
  path: string
  /** Under which name the answer holds its rows. One that is an array holds all of them. */
  rows?: string | null
  query?: () => Query
  order?: (a: R, b: R) => number
  /** Rows that stand in this list; one that changes out of it leaves. */
  belongs?: (row: R) => boolean
  /** What a changed row changes of the others. */
  settle?: (rows: R[], changed: R) => R[]
}

const RECOUNT_MS = 1_000

/**
 * Rows that are read page by page and changed by what is told meanwhile. Old rows stay until the answer is there; a change that is told
 * while an answer is on its way is applied again on top of it.
 */
export function paged<R extends Row>({ path, rows: key, query, order, belongs, settle = rows => rows }: PagedOptions<R>) {
  const items = signal<R[]>([])
  const [hasMore, loading, failed, loaded, count] = [signal(false), signal(false), signal(false), signal(false), signal(0)]
  const { change, take } = replayMissed()
  let page = 0
  let turn = 0
  /** Rows left since the last page was read, so that the next one begins earlier than the server was asked for. */
  let isShifted = false
  let recounting: ReturnType<typeof setTimeout> | undefined

  const ask = (pageNumber: number) => get<Answer<R>>(path, { ...query?.(), pageNumber })
  const find = (id: number) => items.value.find(item => item.id === id)
  const sorted = (rows: R[]) => (order ? rows.toSorted(order) : rows)

  function use(next: number, answer: Answer<R>) {
    const isWhole = Array.isArray(answer)
    const rows = isWhole ? answer : ((answer[key ?? 'records'] ?? []) as R[])
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
      await take(ask(next), answer => mine === turn && use(next, answer))
    } catch {
      if (mine === turn) failed.value = true
    } finally {
      if (mine === turn) loading.value = false
    }
  }
  /** Whether a row of a page that was not read is counted already, only the server knows. */
  function recount() {
    recounting ??= setTimeout(() => {
      recounting = undefined
      const mine = turn
      void ask(1).then(
        answer => {
          if (mine === turn && !Array.isArray(answer)) count.value = answer.count ?? count.value
        },
        () => {},
      )
    }, RECOUNT_MS)
  }

  function put(changed: R, isNew: boolean) {
    const before = find(changed.id)
    if (!before && !loaded.value) return
    const row = before ? { ...before, ...changed } : changed
    if (belongs && !belongs(row)) return drop(row.id)
    if (before)
      return void (items.value = sorted(
        settle(
          items.value.map(item => (item.id === row.id ? row : item)),
          row,
        ),
      ))
    if (!isNew) recount()
    const last = items.value.at(-1)
    batch(() => {
      if (isNew) count.value++
      // A row that stands behind the last page comes with its page.
      if (hasMore.value && order && last && order(row, last) > 0) return
      items.value = sorted(settle([row, ...items.value], row))
    })
  }
  function drop(id: number) {
    if (!find(id)) return
    batch(() => {
      count.value = Math.max(0, count.value - 1)
      items.value = items.value.filter(item => item.id !== id)
    })
    isShifted = true
  }
  return {
    items,
    hasMore,
    loading,
    failed,
    loaded,
    count,
    isKnown: (id: number) => Boolean(find(id)),
    /** No answer came yet, and none is on its way. */
    isMissing: () => !loaded.value && !loading.value,
    reload: () => load(1),
    more: async () => {
      if (!loading.value && hasMore.value) await load(isShifted ? page : page + 1)
    },
    /** Puts a row where it belongs. One that nobody knows here is new, unless it may stand on a page that was not read. */
    put: (row: R, isNew = !hasMore.value) => change(() => put(row, isNew)),
    /** Changes a row that is here, in an answer that comes meanwhile too: what only the server finds comes by no change. */
    update: (row: R) => change(() => (find(row.id) ? put(row, false) : undefined)),
    remove: (id: number) =>
      change(() => {
        if (hasMore.value && !find(id)) recount()
        drop(id)
      }),
    /** Changes parts of the rows that a test picks. */
    patch: (picks: (row: R) => boolean, values: (row: R) => Partial<R>) =>
      change(() => {
        if (items.value.some(picks)) items.value = items.value.map(row => (picks(row) ? { ...row, ...values(row) } : row))
      }),
  }
}
export type Paged<R extends Row> = ReturnType<typeof paged<R>>
