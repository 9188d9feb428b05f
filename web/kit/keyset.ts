import { signal } from '@preact/signals-react'
import { get, type Query } from './api'

/**
 * Rows that are read by keyset, newest first: a page goes on below the last row, and so needs no number, which what came meanwhile would
 * shift (kit/paged.ts follows what is told instead). What is read anew keeps the old rows until it is there.
 */
export function keyset<Row extends { id: string | number }>(path: string, key: string, query: Query = {}) {
  const rows = signal<Row[]>([])
  const [hasMore, loaded, failed] = [signal(false), signal(false), signal<unknown>()]
  let turn = 0
  async function read(before?: Row['id']) {
    const mine = ++turn
    try {
      const page = await get<{ [name: string]: unknown; hasMore: boolean }>(path, { ...query, ...(before !== undefined && { before }) })
      if (mine !== turn) return
      const fresh = page[key] as Row[]
      rows.value = before === undefined ? fresh : [...rows.value, ...fresh]
      hasMore.value = page.hasMore
      failed.value = undefined
      loaded.value = true
    } catch (error) {
      if (mine === turn) failed.value = error
    }
  }
  return { rows, hasMore, failed, loaded, reload: () => read(), more: () => read(rows.value.at(-1)?.id) }
}
export type Keyset<Row extends { id: string | number }> = ReturnType<typeof keyset<Row>>
