import { BufferJSON, initAuthCreds, proto, type AuthenticationCreds, type SignalDataSet, type SignalDataTypeMap, type SignalKeyStore } from '@whiskeysockets/baileys'
import { eq, sql } from 'drizzle-orm'
import type { Db, Store } from '#kernel/libsql'
import { insertJournal, JOURNAL, type JournalRow } from './journal'
import { boundedMap } from './bounded'
import { waCreds, waKeys } from './schema'

const encode = (value: unknown) => JSON.stringify(value, BufferJSON.replacer)
const decode = (text: string) => JSON.parse(text, BufferJSON.reviver) as never

/** Read once a message; each entry is replaced whole and never changed in place. */
const CACHED = new Set<string>(['session', 'sender-key', 'lid-mapping', 'tctoken'])
const CACHE_SIZE = 600

/** The stored credentials, or new ones. What an unfinished pairing by code left behind would be taken for a login: it is thrown away. */
export async function loadCreds(store: Store, connectionId: number): Promise<AuthenticationCreds> {
  const [row] = await store.db.select().from(waCreds).where(eq(waCreds.connectionId, connectionId))
  const creds = row ? (decode(row.value) as AuthenticationCreds) : undefined
  if (creds && (creds.account || !creds.me)) return creds
  if (creds) await forget(store, connectionId)
  return initAuthCreds()
}

/** Always the whole of it, because Baileys changes the object in place. */
export async function saveCreds(store: Store, connectionId: number, creds: AuthenticationCreds) {
  const value = encode(creds)
  await store.write(store.db, db =>
    db.insert(waCreds).values({ connectionId, value }).onConflictDoUpdate({ target: waCreds.connectionId, set: { value } }),
  )
}

/** Messages in the journal stay: they were received and are still to be shown. */
export const forget = (store: Store, connectionId: number) =>
  store.write(store.db, async db => {
    await db.delete(waKeys).where(eq(waKeys.connectionId, connectionId))
    await db.delete(waCreds).where(eq(waCreds.connectionId, connectionId))
  })

/** One `set` is one transaction, and resolves when it is durable. `onPair` hears which phone number a linked id belongs to. */
export function keyStore(store: Store, connectionId: number, onPair: (pn: string, lid: string) => void) {
  const cache = boundedMap<string, unknown>(CACHE_SIZE)
  let writes = 0

  async function get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
    const found: { [id: string]: SignalDataTypeMap[T] } = {}
    const missing: string[] = []
    for (const id of ids) {
      const hit = CACHED.has(type) ? cache.get(`${type} ${id}`) : undefined
      if (hit === undefined) missing.push(id)
      else if (hit !== null) found[id] = hit as SignalDataTypeMap[T]
    }
    if (!missing.length) return found
    const before = writes
    const { rows } = await store.client.execute({
      sql: 'select id, value from wa_keys where connection_id = ? and type = ? and id in (select value from json_each(?))',
      args: [connectionId, type, JSON.stringify(missing)],
    })
    for (const row of rows) found[String(row.id)] = revive(type, String(row.value))
    // A write in between may have made what was read old.
    if (CACHED.has(type) && before === writes) for (const id of missing) cache.set(`${type} ${id}`, found[id] ?? null)
    return found
  }

  async function set(data: SignalDataSet) {
    const { [JOURNAL]: journal, ...types } = data as SignalDataSet & { [JOURNAL]?: Record<string, JournalRow> }
    const kept: [string, string, string][] = []
    const gone: [string, string][] = []
    for (const [type, entries] of Object.entries(types))
      for (const [id, value] of Object.entries(entries ?? {}))
        if (value === null || value === undefined) gone.push([type, id])
        else kept.push([type, id, encode(value)])
    writes++
    await store.write(store.db, db => writeKeys(db, connectionId, kept, gone, Object.values(journal ?? {})))
    writes++
    for (const [type, entries] of Object.entries(types))
      if (CACHED.has(type)) for (const [id, value] of Object.entries(entries ?? {})) cache.set(`${type} ${id}`, value ?? null)
    for (const [pn, lid] of Object.entries(types['lid-mapping'] ?? {})) if (lid && !pn.endsWith('_reverse')) onPair(pn, lid)
  }

  return { get, set, clear: () => cache.clear() } satisfies SignalKeyStore
}

async function writeKeys(db: Db, connectionId: number, kept: [string, string, string][], gone: [string, string][], journal: JournalRow[]) {
  if (kept.length)
    await db.run(sql`insert into wa_keys (connection_id, type, id, value)
      select ${connectionId}, json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]')
      from json_each(${JSON.stringify(kept)}) where true
      on conflict do update set value = excluded.value`)
  for (const [type, id] of gone) await db.run(sql`delete from wa_keys where connection_id = ${connectionId} and type = ${type} and id = ${id}`)
  for (const row of journal) await insertJournal(db, connectionId, row)
}

function revive<T extends keyof SignalDataTypeMap>(type: T, text: string): SignalDataTypeMap[T] {
  const value = decode(text)
  return type === 'app-state-sync-key' ? (proto.Message.AppStateSyncKeyData.fromObject(value) as never) : value
}
