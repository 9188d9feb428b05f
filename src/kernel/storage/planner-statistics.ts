import type { Store } from './libsql'

/** Rows that ANALYZE samples of an index: enough to tell a key of many rows from one of few, within milliseconds. */
const SAMPLED_ROWS = 400

/** Refreshes the statistics of SQLite's query planner (ANALYZE). Without them it estimates ten rows for a company, and scans all of it. */
export const refreshStatistics = (store: Store) =>
  store.write(store.db, async db => {
    await db.$client.execute(`pragma analysis_limit=${SAMPLED_ROWS}`)
    await db.$client.execute('analyze')
  })
