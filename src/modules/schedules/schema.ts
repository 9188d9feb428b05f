import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { mediaColumns } from '#kernel/media/row-file'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'
import { contacts } from '../contacts/schema'
import { users } from '../users/schema'
import { RULES } from './body'

/** What is still to be said, the next first; below it what was, the last first. An index holds this order. */
export const ORDER = "case when status = 'PENDENTE' or status = 'AGENDADA' then send_at else 9000000000000000 - send_at end"
const order = sql.raw(ORDER)

/** What is to be said to a contact at a time. One that is repeated is followed by the next row when its own time has come. */
export const schedules = sqliteTable(
  'schedules',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** The author; nobody once they left. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    contactId: integer()
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    body: text().notNull(),
    sendAt: integer({ mode: 'timestamp_ms' }).notNull(),
    sentAt: integer({ mode: 'timestamp_ms' }),
    /** Still to come; its message is on its way; the network took it; it was not sent, and why. */
    status: text({ enum: ['PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO'] })
      .notNull()
      .default('PENDENTE'),
    failReason: text(),
    whatsappId: integer(),
    ticketId: integer(),
    messageId: integer(),
    signMessage: integer({ mode: 'boolean' }).notNull().default(false),
    openTicket: integer({ mode: 'boolean' }).notNull().default(true),
    recurrence: text({ enum: RULES }).notNull().default('none'),
    recurrenceUntil: text(),
    /** The first of a series as the company's clock showed it, so that a short month or a changed clock moves none but its own. */
    anchor: text().notNull(),
    ...mediaColumns(),
    ...timestamps,
  },
  t => [
    index('schedules_company').on(t.companyId, order, t.id),
    index('schedules_user').on(t.companyId, t.userId, order, t.id),
    index('schedules_author').on(t.userId),
    index('schedules_contact').on(t.contactId, sql`id desc`),
    index('schedules_time').on(t.companyId, t.sendAt),
    index('schedules_own_time').on(t.companyId, t.userId, t.sendAt),
    index('schedules_repeated')
      .on(t.companyId, t.sendAt)
      .where(sql`status = 'PENDENTE' and recurrence <> 'none'`),
    index('schedules_connection')
      .on(t.whatsappId)
      .where(sql`status = 'PENDENTE' and whatsapp_id is not null`),
  ],
)
