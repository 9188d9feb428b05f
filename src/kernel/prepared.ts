import type { Db } from './libsql'

/** A query that is put together once for each database it runs on, for those that every message asks. Values go in by `sql.placeholder`. */
export function prepared<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const ready = new WeakMap<Db, Query>()
  return db => {
    const known = ready.get(db)
    if (known) return known
    const query = build(db)
    ready.set(db, query)
    return query
  }
}
