import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { companies } from '../companies/schema'
import { connections } from '../connections/schema'
import { contacts } from '../contacts/schema'

const companyId = () =>
  integer()
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' })
const connectionId = () => integer().references(() => connections.id, { onDelete: 'cascade' })
const count = () => integer().notNull().default(0)
const moment = () => integer({ mode: 'timestamp_ms' })

/** What a number did on one civil day of its company, YYYY-MM-DD: counted as it happens, in the commit of what is counted. */
export const numberDays = sqliteTable(
  'number_days',
  {
    connectionId: connectionId().notNull(),
    companyId: companyId(),
    day: text().notNull(),
    /** Messages out, to people. */
    sent: count(),
    /** People who had never written to the number, and were written to for the first time. */
    begun: count(),
    /** How many of those have answered by now, on whichever day. */
    answered: count(),
    /** Messages that the network took from nobody who sends like that: codes 463 and 429. */
    refused: count(),
    /** Times at which the network forbade to begin conversations. */
    locks: count(),
    /** Numbers without an account that were written to. */
    invalid: count(),
    /** What did not go out for other reasons. */
    failed: count(),
    /** People who asked to be left alone. */
    optedOut: count(),
    disconnects: count(),
  },
  t => [primaryKey({ columns: [t.connectionId, t.day] }), index('number_days_day').on(t.day)],
)

/** A conversation that the company began with somebody who had never written to the number, until they answer or it is long ago. */
export const numberOpenings = sqliteTable(
  'number_openings',
  {
    connectionId: connectionId().notNull(),
    contactId: integer()
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    companyId: companyId(),
    /** The day that counts it. */
    day: text().notNull(),
    hasAnswered: integer({ mode: 'boolean' }).notNull().default(false),
  },
  t => [
    primaryKey({ columns: [t.connectionId, t.contactId] }),
    index('number_openings_contact').on(t.contactId),
    index('number_openings_day').on(t.day),
  ],
)

export const HOLDS = ['lock', 'hours', 'cap', 'allowance', 'tired', 'risk', 'rest', 'suspended'] as const

/** How the network says that a number stands, and what its campaigns wait for because of that. */
export const numberStandings = sqliteTable('number_standings', {
  connectionId: connectionId().primaryKey(),
  companyId: companyId(),
  /** Until when the network lets it begin no conversation. */
  lockedUntil: moment(),
  /** The network's own limit of new conversations: how near it is, and until when it counts. */
  capStatus: text(),
  capEndsAt: moment(),
  hold: text({ enum: HOLDS }),
  holdUntil: moment(),
  /** New conversations of the day on which they were enough. */
  holdCount: count(),
})
