import { integer } from 'drizzle-orm/sqlite-core'

/** Creation and last change of a row; milliseconds since 1970, UTC. */
export const timestamps = {
  createdAt: integer({ mode: 'timestamp_ms' })
    .notNull()
    .$defaultFn(() => new Date()),
  updatedAt: integer({ mode: 'timestamp_ms' })
    .notNull()
    .$defaultFn(() => new Date())
    .$onUpdateFn(() => new Date()),
}
