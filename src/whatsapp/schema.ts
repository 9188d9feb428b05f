import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { connections } from '../modules/connections/schema'

const connectionId = () =>
  integer()
    .notNull()
    .references(() => connections.id, { onDelete: 'cascade' })

/** Credentials of the linked device: identity keys and what pairing added. JSON. */
export const waCreds = sqliteTable('wa_creds', {
  connectionId: connectionId().primaryKey(),
  value: text().notNull(),
})

/** Signal sessions, prekeys, sender keys and the like, by Baileys' type and id. JSON. */
export const waKeys = sqliteTable(
  'wa_keys',
  { connectionId: connectionId(), type: text().notNull(), id: text().notNull(), value: text().notNull() },
  t => [primaryKey({ columns: [t.connectionId, t.type, t.id] })],
)

/** The journal: decrypted messages that are not stored yet; written in the commit that advances their Signal session. */
export const waJournal = sqliteTable(
  'wa_journal',
  {
    connectionId: connectionId(),
    id: text().notNull(),
    /** JSON: the stanza's attributes, and the jids of this account. */
    envelope: text().notNull(),
    plain: blob({ mode: 'buffer' }).notNull(),
  },
  t => [primaryKey({ columns: [t.connectionId, t.id] })],
)
