import { batch, signal } from '@preact/signals-react'
import { get, type Query } from './api'
import { toastError } from './errors'

/**
 * Rows that are read by keyset, newest first: a page goes on below the last row, and so needs no number, which what came meanwhile would
 * shift (kit/paged.ts follows what is told instead). What is read anew keeps the old rows until all of it is there, down to the last of
 * them. One reading at a time: what goes on does so below rows that stand.
 */
export function keyset<Row extends { id: string | number }>(path: string, key: string, query: Query = {}) {
  const rows = signal<Row[]>([])
  const [hasMore, loaded, failed] = [signal(false), signal(false), signal<unknown>()]
  /** Rows below the first page were asked for. */
  let isLonger = false
  let underway = Promise.resolve()
  let [again, further]: (Promise<void> | undefined)[] = []
  const inTurn = (work: () => Promise<void>) => (underway = underway.then(work))

  async function ask(before?: Row['id']) {
    const page = await get<{ [name: string]: unknown; hasMore: boolean }>(path, { ...query, ...(before !== undefined && { before }) })
    return { fresh: page[key] as Row[], hasMore: page.hasMore }
  }
  const show = (all: Row[], isMore: boolean) =>
    batch(() => {
      rows.value = all
      hasMore.value = isMore
      failed.value = undefined
      loaded.value = true
    })

  async function readAnew() {
    const known = rows.peek()
    const last = isLonger ? known.at(-1)?.id : undefined
    const read: Row[] = []
    try {
      for (;;) {
        const page = await ask(read.at(-1)?.id)
        read.push(...page.fresh)
        const end = read.findIndex(({ id }) => id === last)
        if (end >= 0) return show(read.slice(0, end + 1), page.hasMore || end + 1 < read.length)
        // The last of them may be gone: it is looked for one page further than it stood.
        if (last === undefined || !page.hasMore || read.length > known.length) return show(read, page.hasMore)
      }
    } catch (error) {
      failed.value = error
    }
  }
  async function goOn() {
    isLonger = true
    try {
      const page = await ask(rows.peek().at(-1)?.id)
      show([...rows.peek(), ...page.fresh], page.hasMore)
    } catch (error) {
      toastError(error)
    }
  }
  return {
    rows,
    hasMore,
    loaded,
    /** Why what is shown may be old, or nothing is: who asked for more reads that at once. */
    failed,
    /** Asked for while it waits, it is one. */
    reload: () => (again ??= inTurn(() => ((again = undefined), readAnew()))),
    more: () => (further ??= inTurn(goOn).finally(() => (further = undefined))),
  }
}
export type Keyset<Row extends { id: string | number }> = ReturnType<typeof keyset<Row>>
