import { integer, text } from 'drizzle-orm/sqlite-core'

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
