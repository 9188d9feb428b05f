import { signal } from '@preact/signals-react'
import { get, type Query } from '../../../kit/api'

/** Rows that are read by keyset, newest first: a page goes on below the last row. What is read anew keeps the old rows until it is there. */
export function pagesOf<Row extends { id: string | number }>(path: string, key: string, query: Query = {}) {
  const rows = signal<Row[]>([])
  const [hasMore, failed, loaded] = [signal(false), signal(false), signal(false)]
  let turn = 0
  async function read(before?: Row['id']) {
    const mine = ++turn
    try {
      const page = await get<{ [name: string]: unknown; hasMore: boolean }>(path, { ...query, ...(before !== undefined && { before }) })
      if (mine !== turn) return
      const fresh = page[key] as Row[]
      rows.value = before === undefined ? fresh : [...rows.value, ...fresh]
      hasMore.value = page.hasMore
      failed.value = false
      loaded.value = true
    } catch {
      if (mine === turn) failed.value = true
    }
  }
  return { rows, hasMore, failed, loaded, reload: () => read(), more: () => read(rows.value.at(-1)?.id) }
}
export type Pages<Row extends { id: string | number }> = ReturnType<typeof pagesOf<Row>>
