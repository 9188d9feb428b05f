import type { Store } from './libsql'

/** Rows of an index that are looked at: enough to tell a key of many rows from one of few, and done in milliseconds. */
const LOOKED_AT = 400

/** Tells SQLite's planner what the tables hold by now. Without it, it takes a company for ten rows. */
export const refreshStatistics = (store: Store) =>
  store.write(store.db, async db => {
    await db.$client.execute(`pragma analysis_limit=${LOOKED_AT}`)
    await db.$client.execute('analyze')
  })
