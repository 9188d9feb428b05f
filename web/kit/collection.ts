import { batch, signal } from '@preact/signals-react'
import { get, type Query } from './api'
import { replayMissed } from './replay-missed'
import { on, onResync } from './realtime'

type Row = { id: number }
type Change<R> = { action: string; records?: R[] } & Record<string, unknown>
type Options<R> = {
  /** GET address, answering { [rows]: R[], hasMore, count }. */
  path: string
  rows: string
  /** The realtime event and the name of the row in it: { action, tag } or { action: 'delete', tagId }. */
  event: string
  row: string
  query?: () => Query
  order?: (a: R, b: R) => number
}

/** A searchable, paged list of one resource that follows its realtime channel. Old rows stay until the answer is there. */
export function collection<R extends Row>({ path, rows, event, row, query, order }: Options<R>) {
  const items = signal<R[]>([])
  const [hasMore, loading, failed, loaded] = [signal(false), signal(false), signal(false), signal(false)]
  const [count, search] = [signal(0), signal('')]
  /** The rows shown are those of the search before. */
  const stale = signal(false)
  const sorted = (rows: R[]) => (order ? rows.toSorted(order) : rows)
  const { change, take } = replayMissed()
  let page = 0
  let turn = 0

  async function load(next: number) {
    const mine = ++turn
    batch(() => {
      loading.value = true
      failed.value = false
    })
    try {
      const asked = { ...query?.(), searchParam: search.value, pageNumber: next }
      await take(get<{ hasMore: boolean; count: number } & Record<string, R[]>>(path, asked), body => {
        if (mine !== turn) return
        page = next
        const known = new Set(next > 1 ? items.value.map(item => item.id) : [])
        const fresh = (body[rows] ?? []).filter(item => !known.has(item.id))
        items.value = sorted(next > 1 ? [...items.value, ...fresh] : fresh)
        hasMore.value = body.hasMore
        count.value = typeof body.count === 'number' ? body.count : items.value.length
        loaded.value = true
      })
    } catch {
      if (mine === turn) failed.value = true
    } finally {
      if (mine === turn) loading.value = false
    }
  }
  const reload = () => load(1)
  const more = async () => {
    if (!loading.value && hasMore.value) await load(page + 1)
  }
  async function find(text: string) {
    search.value = text
    stale.value = true
    await load(1)
    stale.value = loading.value
  }

  function put(changed: R) {
    const known = items.value.some(item => item.id === changed.id)
    const next = known ? items.value.map(item => (item.id === changed.id ? { ...item, ...changed } : item)) : [changed, ...items.value]
    items.value = sorted(next)
    if (!known) count.value++
  }
  function remove(id: number) {
    const rest = items.value.filter(item => item.id !== id)
    if (rest.length < items.value.length) count.value--
    items.value = rest
  }
  /** Follows create, update and delete until the returned function is called. */
  function follow() {
    const stops = [
      on<Change<R>>(event, told => {
        const changed = told[row] as R | undefined
        if (told.action === 'delete') return change(() => remove(Number(changed?.id ?? told[`${row}Id`] ?? told['id'])))
        // A row that is on a page not read yet will come with its page.
        if (told.action === 'update' && changed && hasMore.value && !items.value.some(item => item.id === changed.id)) return
        if (told.records || !changed || (search.value && !items.value.some(item => item.id === changed.id))) return void reload()
        change(() => put(changed))
      }),
      onResync(reload),
    ]
    return () => stops.forEach(stop => stop())
  }
  return { items, hasMore, loading, failed, loaded, stale, count, search, find, more, reload, follow, put, remove }
}
export type Collection<R extends Row> = ReturnType<typeof collection<R>>
