import { batch, signal } from '@preact/signals-react'
import { get, type Query } from './api'
import { replayMissed } from './replay-missed'

type Row = { id: number }
type Answer<R> = R[] | { hasMore: boolean; count?: number; [rows: string]: unknown }
type Page<R> = { rows: R[]; hasMore: boolean; count?: number }
export type PagedOptions<R> = {
  path: string
  /** Under which name the answer holds its rows. One that is an array holds all of them. */
  rows?: string | null
  query?: () => Query
  /** As the server has them. */
  order?: (a: R, b: R) => number
  /** What stands above that order, the highest first; nought is what follows it. */
  rank?: (row: R) => number
  /** Rows that stand in this list; one that changes out of it leaves. */
  belongs?: (row: R) => boolean
  /** What a changed row changes of the others. */
  settle?: (rows: R[], changed: R) => R[]
}

const RECOUNT_MS = 1_000
/** So many pages are read anew at most: who scrolled further scrolls there again. */
const MOST_ANEW = 10

/**
 * Rows that are read page by page and changed by what is told meanwhile. Old rows stay until the answer is there; a change that is told
 * while an answer is on its way is applied again on top of it.
 */
export function paged<R extends Row>(options: PagedOptions<R>) {
  const { path, rows: key, query, order, rank = () => 0, belongs, settle = rows => rows } = options
  const items = signal<R[]>([])
  const [hasMore, loading, failed, loaded, count] = [signal(false), signal(false), signal(false), signal(false), signal(0)]
  const { change, take } = replayMissed()
  let turn = 0
  /** The last row of the pages that were read, as it was then: what the server has up to it is here, and what is behind comes with its page. */
  let edge: R | undefined
  let size = 0
  /** Grows with each row that leaves: a page that is asked for meanwhile begins too late. */
  let left = 0
  let askedFor: string | undefined
  let recounting: ReturnType<typeof setTimeout> | undefined

  async function ask(pageNumber: number): Promise<Page<R>> {
    const answer = await get<Answer<R>>(path, { ...query?.(), pageNumber })
    return Array.isArray(answer) ? { rows: answer, hasMore: false } : { ...answer, rows: (answer[key ?? 'records'] ?? []) as R[] }
  }
  const find = (id: number) => items.value.find(item => item.id === id)
  const sorted = (rows: R[]) => (order ? rows.toSorted((a, b) => rank(b) - rank(a) || order(a, b)) : rows)
  const isBehind = (row: R) => Boolean(hasMore.value && order && edge && order(row, edge) > 0)
  /** What came with a page, or has come to stand among those: whatever the browser's alphabet says of it, the server has it before the next. */
  const isRead = new Set<number>()
  /** So many rows of the server's order are here from its beginning on. */
  const reached = () => items.value.filter(({ id }) => isRead.has(id)).length

  function endWith(pages: Page<R>[]) {
    for (const { rows } of pages) for (const { id } of rows) isRead.add(id)
    const { rows, hasMore: isMore } = pages.at(-1)!
    edge = rows.at(-1)
    hasMore.value = isMore
    if (isMore) size = Math.max(size, rows.length)
  }
  function use(kept: R[], pages: Page<R>[]) {
    const known = new Set<number>()
    const rows = [...kept, ...pages.flatMap(page => page.rows)].filter(({ id }) => !known.has(id) && known.add(id))
    if (!kept.length) isRead.clear()
    items.value = sorted(rows)
    endWith(pages)
    count.value = pages.at(-1)!.count ?? rows.length
    loaded.value = true
  }
  /** What reads again what failed. */
  let missing: () => Promise<unknown> = reload
  /** What is being read, of which only the last reading counts. */
  let going: Promise<unknown> = Promise.resolve()
  function load(first: number, wanted = 0) {
    const reading = readFrom(first, wanted)
    going = reading
    return reading
  }
  /** Reads a page, and those that follow it until so many rows are there. Answers whether what came stands here now. */
  async function readFrom(first: number, wanted: number) {
    const mine = ++turn
    const leftBefore = left
    const pages: Page<R>[] = []
    async function read() {
      let page: Page<R>
      let lacking = wanted
      do {
        page = await ask(first + pages.length)
        pages.push(page)
        lacking -= page.rows.length
      } while (page.hasMore && lacking > 0 && pages.length < MOST_ANEW && mine === turn)
    }
    let isUsed = false
    batch(() => {
      loading.value = true
      failed.value = false
    })
    try {
      await take(read(), () => {
        isUsed = mine === turn && (first === 1 || left === leftBefore)
        if (isUsed) use(first === 1 ? [] : items.value, pages)
        return isUsed
      })
      // One of the others began too late.
      if (isUsed && left !== leftBefore) {
        isRead.clear()
        endWith([pages[0]!])
      }
    } catch {
      if (mine === turn) {
        failed.value = true
        missing = first === 1 ? reload : more
      }
    } finally {
      if (mine === turn) loading.value = false
    }
    return isUsed
  }
  /** What is asked for as before goes as far as it did. */
  function reload() {
    const asks = JSON.stringify(query?.())
    const wanted = asks === askedFor ? reached() : 0
    askedFor = asks
    return load(1, wanted)
  }
  /** Reads on until a row comes that was not here, or none is left; what is being read already is waited for. */
  async function more() {
    if (loading.value) return void (await going)
    let page = 0
    while (!loading.value && hasMore.value) {
      const [known, leftBefore] = [items.value.length, left]
      page = Math.max(page, Math.floor(reached() / size)) + 1
      const isUsed = await load(page)
      const hasLeft = left !== leftBefore
      if (failed.value || (isUsed ? hasLeft || items.value.length > known : !hasLeft)) return
      if (!isUsed) page = 0
    }
  }
  /** Whether a row of a page that was not read is counted already, only the server knows. */
  function recount() {
    recounting ??= setTimeout(() => {
      recounting = undefined
      const mine = turn
      void ask(1).then(
        answer => {
          if (mine === turn) count.value = answer.count ?? count.value
        },
        () => {},
      )
    }, RECOUNT_MS)
  }
  const leave = (id: number) => {
    left++
    isRead.delete(id)
    items.value = items.value.filter(item => item.id !== id)
  }
  function put(changed: R, isNew: boolean) {
    const before = find(changed.id)
    if (!before && !loaded.value) return
    const row = before ? { ...before, ...changed } : changed
    if (belongs && !belongs(row)) return drop(row.id)
    if (!before && !isNew) recount()
    batch(() => {
      if (!before && isNew) count.value++
      const [isAfter, wasAfter] = [isBehind(row), before && isBehind(before)]
      // A row that comes to stand behind the last page comes with its page.
      if (!rank(row) && isAfter && !wasAfter) return before && leave(row.id)
      if (isAfter && !wasAfter) isRead.delete(row.id)
      else if (!isAfter && wasAfter !== false) isRead.add(row.id)
      const rows = before ? items.value.map(item => (item.id === row.id ? row : item)) : [row, ...items.value]
      items.value = sorted(settle(rows, row))
    })
  }
  function drop(id: number) {
    if (!find(id)) return
    batch(() => {
      count.value = Math.max(0, count.value - 1)
      leave(id)
    })
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
    reload,
    more,
    /** Asks again for what did not come: all of it, or the next page. */
    retry: () => missing(),
    /** The end comes near: what did not come is asked for again by a press, not by every drawing. */
    nearEnd: () => void (failed.peek() || more()),
    /** Puts a row where it belongs. One that nobody knows here is new, unless it may stand on a page that was not read. */
    put: (row: R, isNew?: boolean) => change(() => put(row, isNew ?? !hasMore.value)),
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
