import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'
import type { StoredMedia } from '../messages'
import { users } from '../users/schema'

/** A room of colleagues. */
export const chats = sqliteTable(
  'chats',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    uuid: text()
      .notNull()
      .unique()
      .$defaultFn(() => crypto.randomUUID()),
    title: text().notNull(),
    ownerId: integer().references(() => users.id, { onDelete: 'set null' }),
    /** What a list says of it: 'Ana: bom dia'. */
    lastMessage: text().notNull().default(''),
    ...timestamps,
  },
  t => [index('chats_company').on(t.companyId), index('chats_owner').on(t.ownerId)],
)

export const chatUsers = sqliteTable(
  'chat_users',
  {
    id: integer().primaryKey(),
    chatId: integer()
      .notNull()
      .references(() => chats.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** How many messages of others stand behind `readId`; changed in the transaction that adds or deletes one. */
    unreads: integer().notNull().default(0),
    /** The newest message that was there when the member last looked. */
    readId: integer().notNull().default(0),
    ...timestamps,
  },
  t => [uniqueIndex('chat_users_member').on(t.chatId, t.userId), index('chat_users_user').on(t.userId, t.chatId)],
)

/** A message outlives who wrote it, under the name of then. */
export const chatMessages = sqliteTable(
  'chat_messages',
  {
    id: integer().primaryKey(),
    chatId: integer()
      .notNull()
      .references(() => chats.id, { onDelete: 'cascade' }),
    senderId: integer().references(() => users.id, { onDelete: 'set null' }),
    senderName: text().notNull(),
    message: text().notNull(),
    quotedId: integer(),
    clientId: text(),
    isEdited: integer({ mode: 'boolean' }).notNull().default(false),
    isDeleted: integer({ mode: 'boolean' }).notNull().default(false),
    /** 'chat', or the kind of its file: image, video, audio, application. */
    mediaType: text().notNull().default('chat'),
    media: text({ mode: 'json' }).$type<StoredMedia>(),
    ...timestamps,
  },
  t => [
    index('chat_messages_chat').on(t.chatId, t.id),
    uniqueIndex('chat_messages_client').on(t.senderId, t.chatId, t.clientId),
    // Who else names a file that is to go.
    index('chat_messages_hash')
      .on(sql`case when json_valid(media) then media ->> '$.hash' end`)
      .where(sql`media is not null`),
  ],
)
