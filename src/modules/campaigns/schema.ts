import { sql } from 'drizzle-orm'
import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { mediaColumns } from '#kernel/media/row-file'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'
import { connections } from '../connections/schema'
import { contactLists } from '../contact-lists/schema'
import { contacts } from '../contacts/schema'
import { fileLists } from '../files/schema'
import type { FailReason } from '../messages'
import { queues } from '../queues/schema'
import { STATUSES } from './body'

const companyId = () =>
  integer()
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' })
const words = () => text().notNull().default('')
const moment = () => integer({ mode: 'timestamp_ms' })

export const campaigns = sqliteTable(
  'campaigns',
  {
    id: integer().primaryKey(),
    companyId: companyId(),
    name: text().notNull(),
    status: text({ enum: STATUSES }).notNull().default('INATIVA'),
    message1: words(),
    message2: words(),
    message3: words(),
    message4: words(),
    message5: words(),
    confirmationMessage1: words(),
    confirmationMessage2: words(),
    confirmationMessage3: words(),
    confirmationMessage4: words(),
    confirmationMessage5: words(),
    confirmation: integer({ mode: 'boolean' }).notNull().default(false),
    ...mediaColumns(),
    scheduledAt: moment(),
    startedAt: moment(),
    /** Somebody went on with it, after a pause or a cancellation; the last time. */
    resumedAt: moment(),
    completedAt: moment(),
    /** Sends nothing until somebody goes on with it. */
    pausedAt: moment(),
    /** Who paused or cancelled it; the product itself says why by a code. */
    stoppedBy: words(),
    stopReason: words(),
    whatsappId: integer().references(() => connections.id, { onDelete: 'set null' }),
    contactListId: integer().references(() => contactLists.id, { onDelete: 'set null' }),
    /** Files that follow the message, each a message of its own. */
    fileListId: integer().references(() => fileLists.id),
    queueId: integer().references(() => queues.id, { onDelete: 'set null' }),
    /** The last person of the list who has a shipment, and whether that was the end of it. */
    filledTo: integer().notNull().default(0),
    isFilled: integer({ mode: 'boolean' }).notNull().default(false),
    /** Campaigns of one number take turns by it. */
    lastSentAt: moment(),
    ...timestamps,
  },
  t => [
    index('campaigns_company').on(t.companyId, sql`sort_name`, t.id),
    index('campaigns_connection').on(t.whatsappId, t.status),
    index('campaigns_list').on(t.contactListId),
    index('campaigns_files').on(t.fileListId),
    index('campaigns_queue').on(t.queueId),
  ],
)

/** What becomes of a person in a campaign. */
export const STATES = ['waiting', 'asking', 'confirmed', 'queued', 'sent', 'delivered', 'read', 'failed', 'stopped'] as const
/** Why nothing was sent to somebody who could have got it. */
export type StopReason = 'opted_out' | 'declined' | 'erased'

/** One person of a campaign: copied from its list when it begins, and followed to the answer. */
export const shipments = sqliteTable(
  'campaign_shipments',
  {
    id: integer().primaryKey(),
    companyId: companyId(),
    campaignId: integer()
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    number: text().notNull(),
    phoneKey: text().notNull(),
    lid: text(),
    email: words(),
    /** The network was asked whether the number has an account. */
    isChecked: integer({ mode: 'boolean' }).notNull(),
    /** Has never written to the number: a conversation with them is a new one, as far as is known. */
    isNew: integer({ mode: 'boolean' }).notNull().default(false),
    state: text({ enum: STATES }).notNull(),
    reason: text().$type<FailReason | StopReason>(),
    contactId: integer().references(() => contacts.id, { onDelete: 'set null' }),
    /** The question, and what it asked for: the message, then each file that followed it. */
    askId: integer(),
    messageId: integer(),
    /** The place in the campaign's list of the file that is still to follow; until the last is out, nobody is done. */
    nextFile: integer(),
    confirmationRequestedAt: moment(),
    confirmedAt: moment(),
    sentAt: moment(),
    deliveredAt: moment(),
    readAt: moment(),
    answeredAt: moment(),
    optedOutAt: moment(),
    ...timestamps,
  },
  t => [
    uniqueIndex('campaign_shipments_person').on(t.campaignId, t.phoneKey),
    index('campaign_shipments_state').on(t.campaignId, t.state, t.id),
    // Who may still be written to when a number has begun enough conversations.
    index('campaign_shipments_known')
      .on(t.campaignId, t.state, t.id)
      .where(sql`is_new = 0`),
    index('campaign_shipments_company').on(t.companyId, t.phoneKey),
    index('campaign_shipments_files')
      .on(t.campaignId, t.id)
      .where(sql`next_file is not null`),
    index('campaign_shipments_contact')
      .on(t.contactId, t.id)
      .where(sql`contact_id is not null`),
    index('campaign_shipments_message')
      .on(t.messageId)
      .where(sql`message_id is not null`),
    index('campaign_shipments_ask')
      .on(t.askId)
      .where(sql`ask_id is not null`),
  ],
)

const tally = () => integer().notNull().default(0)
/**
 * How many people of a campaign stand where, so that a page that watches 100,000 of them reads one row after each message. Triggers make
 * it with the campaign and keep it, whichever statement writes a shipment; each person counts where they stand: who read it also got it.
 */
export const campaignCounts = sqliteTable('campaign_counts', {
  campaignId: integer()
    .primaryKey()
    .references(() => campaigns.id, { onDelete: 'cascade' }),
  people: tally(),
  waiting: tally(),
  asking: tally(),
  confirmed: tally(),
  sent: tally(),
  delivered: tally(),
  read: tally(),
  failed: tally(),
  stopped: tally(),
  answered: tally(),
  optedOut: tally(),
  asked: tally(),
  invalid: tally(),
})

/** What a number sent last for campaigns, whichever of them: all that its pace is made of. */
export const paces = sqliteTable('campaign_paces', {
  connectionId: integer()
    .primaryKey()
    .references(() => connections.id, { onDelete: 'cascade' }),
  companyId: companyId(),
  lastAt: moment().notNull(),
  /** Messages since the last rest. */
  burst: integer().notNull(),
  /** From 0 to 1: how much longer than the least the gap after it is. */
  roll: real().notNull(),
  /** How often the network has refused to take anything from the number, one after the other: it is restricted, or sends too much. */
  refusals: integer().notNull().default(0),
  /** The message that the network has not taken yet: until then nothing follows it. */
  pendingId: integer(),
})

export const campaignSettings = sqliteTable(
  'campaign_settings',
  {
    id: integer().primaryKey(),
    companyId: companyId(),
    key: text().notNull(),
    /** JSON. */
    value: text().notNull(),
    ...timestamps,
  },
  t => [uniqueIndex('campaign_settings_key').on(t.companyId, t.key)],
)
