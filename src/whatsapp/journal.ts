import {
  DEFAULT_CONNECTION_CONFIG,
  proto,
  unpadRandomMax16,
  type SignalDataSet,
  type SignalKeyStoreWithTransaction,
  type SocketConfig,
} from '@whiskeysockets/baileys'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#kernel/storage/libsql'
import { prepared } from '#kernel/storage/prepared'
import type { Me } from './identity'
import { waJournal } from './schema'
import type { Attributes } from '../patches/baileys-stanzas'

export const JOURNAL = 'journal'

/** One decrypted message: the attributes of its stanza, and its plaintext (padded protobuf). */
export type JournalRow = { id: string; attrs: Attributes; me: Me; plain: Uint8Array }

/** Unique among the messages that one account receives. */
const journalId = (attrs: Attributes) => `${attrs.from}|${attrs.participant ?? ''}|${attrs.id}`

export const insertJournal = (db: Db, connectionId: number, rows: JournalRow[]) =>
  db.run(sql`insert or replace into wa_journal (connection_id, id, envelope, plain)
    select ${connectionId}, json_extract(value, '$[0]'), json_extract(value, '$[1]'), unhex(json_extract(value, '$[2]'))
    from json_each(${JSON.stringify(rows.map(({ id, attrs, me, plain }) => [id, JSON.stringify({ attrs, me }), Buffer.from(plain).toString('hex')]))})`)

const deleteOne = prepared(db =>
  db
    .delete(waJournal)
    .where(and(eq(waJournal.connectionId, sql.placeholder('connectionId')), eq(waJournal.id, sql.placeholder('id'))))
    .prepare(),
)
export const deleteJournal = (db: Db, connectionId: number, id: string) => deleteOne(db).run({ connectionId, id })

/** Decrypted messages that were never stored by the product, oldest first. */
export async function readJournal(db: Db, connectionId: number): Promise<JournalRow[]> {
  const rows = await db
    .select()
    .from(waJournal)
    .where(eq(waJournal.connectionId, connectionId))
    .orderBy(asc(sql`rowid`))
  return rows.map(({ id, envelope, plain }) => ({ id, plain, ...(JSON.parse(envelope) as { attrs: Attributes; me: Me }) }))
}

/** Connections with rows in the journal. */
export const journaledConnections = (db: Db) =>
  db.all<{ id: number; companyId: number; sandbox: number }>(
    sql`select id, company_id as companyId, sandbox from connections where id in (select connection_id from wa_journal)`,
  )

/** Decodes a plaintext; a copy of a message from another device of this account is unwrapped. */
export function openPlain(plain: Uint8Array): proto.IMessage {
  const message = proto.Message.decode(unpadRandomMax16(plain))
  return message.deviceSentMessage?.message ?? message
}

type Options<Reading> = {
  me(): Me | null
  /** The attributes of the stanza that a ciphertext came in. */
  attributesOf(ciphertext: Uint8Array): Attributes | undefined
  /** Null when the product has no use for the message: it is not journaled. */
  read(row: JournalRow, message: proto.IMessage): Reading | null
  /** Called in order of arrival, when the row is set but perhaps not yet durable. */
  received(reading: Reading): void
}

/**
 * A write-ahead journal: each plaintext is committed with the Signal session that it advances, since a message can be decrypted only once
 * and Baileys confirms it to the server before it emits it.
 */
export function journal<Reading>({ me, attributesOf, read, received }: Options<Reading>): SocketConfig['makeSignalRepository'] {
  function journaled(ciphertext: Uint8Array, plain: Uint8Array) {
    const attrs = attributesOf(ciphertext)
    const account = me()
    if (!attrs || !account) return null
    try {
      const row = { id: journalId(attrs), attrs, me: account, plain }
      const reading = read(row, openPlain(plain))
      return reading && { row, reading }
    } catch {
      // Not a message that can be decoded: Baileys meets the same error and handles it.
      return null
    }
  }

  return function makeSignalRepository(auth, logger, pnToLid) {
    const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, logger, pnToLid)
    const keys = auth.keys as SignalKeyStoreWithTransaction

    async function decrypt(ciphertext: Uint8Array, lock: string, work: () => Promise<Uint8Array>) {
      const { plain, entry } = await keys.transaction(async () => {
        const plain = await work()
        const entry = journaled(ciphertext, plain)
        if (entry) await keys.set({ [JOURNAL]: { [entry.row.id]: entry.row } } as SignalDataSet)
        return { plain, entry }
      }, lock)
      if (entry) received(entry.reading)
      return plain
    }

    return {
      ...repository,
      decryptMessage: options => decrypt(options.ciphertext, options.jid, () => repository.decryptMessage(options)),
      decryptGroupMessage: options => decrypt(options.msg, options.group, () => repository.decryptGroupMessage(options)),
    }
  }
}
