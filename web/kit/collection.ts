import { signal } from '@preact/signals-react'
import type { NounApi } from '../../src/kernel/noun/api'
import { paged, type PagedOptions } from './paged'
import { listen, onResync } from './realtime'

type Row = { id: number }
const RELOAD_MS = 1_000
type Told = { action: string; records?: unknown } & Record<string, unknown>
type Options<R> = Omit<PagedOptions<R>, 'path' | 'rows'> & {
  /** Where the rows are asked for, and how their changes are told. An api without `rows` answers all at once. */
  api: NounApi
  /** Further events that bring rows of the noun, or parts of them: the key of the row in each. */
  alsoOn?: Record<string, string>
  /** Whether `query` leaves rows out now, of which only the server knows. */
  isNarrowed?: () => boolean
  /** The fewest letters that are searched for. */
  searchFrom?: number
}

/** A searchable, paged list of a noun that follows its realtime channel. */
export function collection<R extends Row>(options: Options<R>) {
  const { api, query = () => ({}), alsoOn = {}, isNarrowed = () => false, searchFrom = 1, ...others } = options
  const search = signal('')
  /** The rows shown are those of the search before. */
  const stale = signal(false)
  /** What the list is asked for by now, for who needs all of it. */
  const asked = () => ({ ...query(), searchParam: search.value })
  let followers = 0
  const list = paged<R>({ ...others, path: api.path, rows: api.rows, query: asked })
  const { failed, hasMore, isKnown, isMissing, loading, put, remove, update } = list

  /** Whichever reading ends last has the rows of the search: one that the line or an event asked for may pass that of the search itself. */
  async function reload() {
    await list.reload()
    beFresh()
  }
  const beFresh = () => {
    if (!loading.value && !failed.value) stale.value = false
  }
  const retry = () => list.retry().then(beFresh)
  /** Coalesced: what was told in one moment is read anew once, and once more after it. */
  let again: ReturnType<typeof setTimeout> | undefined
  let isDue = false
  function reloadSoon() {
    if (again) return void (isDue = true)
    void reload()
    again = setTimeout(() => {
      again = undefined
      if (isDue) reloadSoon()
      isDue = false
    }, RELOAD_MS)
  }
  function find(text: string) {
    search.value = text
    stale.value = true
    return reload()
  }
  function hear(told: Told, key: string) {
    const changed = told[key] as R | undefined
    if (told.action === 'delete') return remove(Number(changed?.id ?? told[api.id]))
    if (!changed) return reloadSoon()
    // What a search finds, and what came with no page yet, only the server knows.
    if (isKnown(changed.id) || (told.action === 'update' && hasMore.value)) return update(changed)
    if (search.value || isNarrowed() || key !== api.row) return reloadSoon()
    // Whether an answer that is on its way counts it already, its pages say.
    put(changed, loading.value ? undefined : true)
  }
  /** Follows create, update and delete until the returned function is called. */
  function follow() {
    const events = Object.entries({ [api.event]: api.row, ...alsoOn })
    const stops = [
      ...events.map(([event, key]) => listen<Told>(event, told => hear(told, key))),
      onResync(isMissed => (isMissed || isMissing()) && void reload()),
    ]
    followers++
    return () => {
      followers--
      stops.forEach(stop => stop())
    }
  }
  const isFollowed = () => followers > 0
  return { ...list, reload, retry, api, query, isNarrowed, searchFrom, asked, stale, search, find, follow, isFollowed }
}
export type Collection<R extends Row> = ReturnType<typeof collection<R>>
