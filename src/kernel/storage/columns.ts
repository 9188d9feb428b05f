import { sql, type SQL } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * An id that no row had before, also of those that are gone: what outlives a row names it by its number. AUTOINCREMENT would mean to copy
 * the whole table.
 */
export const lastingId = (table: string) =>
  integer()
    .primaryKey()
    .$defaultFn((): SQL =>
      sql.raw(
        `(select 1 + max(ifnull((select max(id) from ${table}), 0), ifnull((select highest from retired_${table} where one = 1), 0)))`,
      ),
    )

/** The highest id that a deleted row of a table had. A trigger writes it, whoever deletes. */
export const retired = (table: string) =>
  sqliteTable(`retired_${table}`, {
    one: integer().primaryKey(),
    highest: integer().notNull(),
  })

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

/** What the month that was counted last, as YYYY-MM, cost in tokens. */
export const spending = {
  spentTokens: integer().notNull().default(0),
  spentMonth: text().notNull().default(''),
}

/** Of a circuit breaker (`circuit.ts`): failures in a row, and until when nobody waits for what is dead; null while the circuit is closed. */
export const circuit = {
  failures: integer().notNull().default(0),
  retryAt: integer({ mode: 'timestamp_ms' }),
}
