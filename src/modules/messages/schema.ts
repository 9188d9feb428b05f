import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'
import { connections } from '../connections/schema'
import { contacts } from '../contacts/schema'
import { tickets } from '../tickets/schema'
import { users } from '../users/schema'
import type { FailReason } from './fail-reasons'

export type Reaction = { type: string; fromMe: boolean; userId: number | null; contactId: number | null }
export type StoredMedia = {
  /** Null while the bytes are still at the network. */
  hash: string | null
  mimetype: string
  fileName: string | null
  size: number | null
  voice: boolean
  seconds: number | null
  /** Base64 of 64 levels. */
  waveform: string | null
  width: number | null
  height: number | null
  /** Why the bytes are not fetched any more: the network has lost them, could not be reached for long, or they are not what was announced. */
  lost?: 'gone' | 'unreachable' | 'refused'
}

export const messages = sqliteTable(
  'messages',
  {
    id: integer().primaryKey(),
    /** What clients call the message: its WhatsApp id, or that and a suffix where two chats use the same. */
    uid: text().notNull(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    ticketId: integer()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    /** Who wrote it; null for the company. */
    contactId: integer().references(() => contacts.id, { onDelete: 'set null' }),
    connectionId: integer().references(() => connections.id, { onDelete: 'set null' }),
    /** The conversation's contact: with the key's id and side it makes a message unique. */
    chatId: integer().notNull(),
    wid: text().notNull(),
    remoteJid: text(),
    participant: text(),
    queueId: integer(),
    userId: integer(),
    body: text().notNull(),
    fromMe: integer({ mode: 'boolean' }).notNull(),
    read: integer({ mode: 'boolean' }).notNull().default(false),
    mediaType: text().notNull(),
    media: text({ mode: 'json' }).$type<StoredMedia>(),
    status: text({ enum: ['queued', 'sent', 'delivered', 'read', 'played', 'failed', 'received'] }).notNull(),
    failReason: text().$type<FailReason>(),
    /** Of an answer of a person, from here or from the phone: since when it was waited for, or its own time where nobody waited. */
    answersSince: integer({ mode: 'timestamp_ms' }),
    /** The sender's own name for a message it has not seen stored yet; one in a ticket. */
    clientId: text(),
    quotedId: integer(),
    isDeleted: integer({ mode: 'boolean' }).notNull().default(false),
    isEdited: integer({ mode: 'boolean' }).notNull().default(false),
    isForwarded: integer({ mode: 'boolean' }).notNull().default(false),
    reactions: text({ mode: 'json' }).$type<Reaction[]>().notNull().default([]),
    dataJson: text(),
    ...timestamps,
  },
  t => [
    uniqueIndex('messages_key').on(t.connectionId, t.wid, t.chatId, t.fromMe),
    uniqueIndex('messages_uid').on(t.companyId, t.uid),
    // By the name first: names that begin with their time (UUID v7) stand beside each other, whichever ticket they are of.
    uniqueIndex('messages_client')
      .on(t.clientId, t.ticketId)
      .where(sql`client_id is not null`),
    index('messages_ticket').on(t.ticketId, t.id),
    index('messages_unread')
      .on(t.ticketId)
      .where(sql`read = 0 and from_me = 0`),
    index('messages_void_answers')
      .on(t.ticketId, t.id)
      .where(sql`status = 'failed' and answers_since is not null`),
    // With the time: a day is found by the index alone, of all messages of a chat, without reading them.
    index('messages_chat').on(t.chatId, t.id, t.createdAt),
    index('messages_author')
      .on(t.contactId)
      .where(sql`contact_id is not null`),
    // What was exchanged with a contact, by kind; shared.ts asks in the same words.
    index('messages_pictures')
      .on(t.chatId, t.id)
      .where(sql`media_type in ('image', 'video')`),
    index('messages_files')
      .on(t.chatId, t.id)
      .where(sql`media_type in ('application', 'audio')`),
    index('messages_links')
      .on(t.chatId, t.id)
      .where(sql`instr(body, '://') > 0`),
    // Who else names a file that is to go.
    index('messages_hash')
      .on(sql`case when json_valid(media) then media ->> '$.hash' end`)
      .where(sql`media is not null`),
  ],
)

/**
 * Messages that the full-text index has not yet, which are those of the open transaction: it gets all of a group of writes at once, before
 * the commit. Triggers write it, whoever stores a message.
 */
export const messagesToIndex = sqliteTable('messages_to_index', { id: integer().primaryKey() })

/** What a message said before it was edited; gone with it. */
export const messageEdits = sqliteTable(
  'message_edits',
  {
    id: integer().primaryKey(),
    messageId: integer()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    body: text().notNull(),
    writtenAt: integer({ mode: 'timestamp_ms' }).notNull(),
    replacedAt: integer({ mode: 'timestamp_ms' }).notNull(),
  },
  t => [index('message_edits_message').on(t.messageId, t.id)],
)

/** A message that did not reach its customer: a row until the person who wrote it has looked at its conversation. */
export const messageFailures = sqliteTable(
  'message_failures',
  {
    messageId: integer()
      .primaryKey()
      .references(() => messages.id, { onDelete: 'cascade' }),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: integer({ mode: 'timestamp_ms' })
      .notNull()
      .$defaultFn(() => new Date()),
  },
  t => [index('message_failures_user').on(t.userId, t.messageId), index('message_failures_company').on(t.companyId)],
)

/** How many messages a company got and sent in a month of UTC, as YYYY-MM: counted as they are stored, because counting them costs much. */
export const messageMonths = sqliteTable(
  'message_months',
  {
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    month: text().notNull(),
    messages: integer().notNull(),
  },
  t => [primaryKey({ columns: [t.companyId, t.month] })],
)

/** What is still to be told to the network, in order per chat; gone when it was accepted. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: integer().primaryKey(),
    companyId: integer().notNull(),
    connectionId: integer()
      .notNull()
      .references(() => connections.id, { onDelete: 'cascade' }),
    chatId: integer().notNull(),
    messageId: integer().references(() => messages.id, { onDelete: 'cascade' }),
    task: text({ mode: 'json' }).$type<OutboxTask>().notNull(),
    attempts: integer().notNull().default(0),
    /** Written to the socket and not accepted yet; sent again under the same id after a new connection. */
    writtenAt: integer({ mode: 'timestamp_ms' }),
    dueAt: integer({ mode: 'timestamp_ms' }).notNull(),
    ...timestamps,
  },
  t => [index('outbox_chat').on(t.connectionId, t.chatId, t.id), index('outbox_due').on(t.dueAt), index('outbox_message').on(t.messageId)],
)

export type OutboxTask =
  | { do: 'send' }
  /** `before` is what is shown again where the network refuses the edit. */
  | { do: 'edit'; wid: string; body: string; before?: { body: string; isEdited: boolean } }
  | { do: 'delete'; wid: string }
  | { do: 'react'; wid: string; emoji: string }
  | { do: 'read'; ids: number[] }
