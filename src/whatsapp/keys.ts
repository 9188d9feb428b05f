import { proto, type AuthenticationCreds, type SignalDataSet, type SignalDataTypeMap, type SignalKeyStore } from '@whiskeysockets/baileys'
import { sql } from 'drizzle-orm'
import type { Db, Store } from '#kernel/storage/libsql'
import { lruMap } from '#kernel/process/lru'
import { decode, encode } from './credentials'
import { insertJournal, JOURNAL, type JournalRow } from './journal'

/** Read once a message; each entry is replaced whole and never changed in place. */
const CACHED = new Set<string>(['session', 'sender-key', 'identity-key', 'lid-mapping', 'tctoken', 'device-list'])
/** All connections share it, so that a busy one has the room that quiet ones leave: about six entries a contact. */
const cache = lruMap<string, unknown>(20_000)
let opened = 0

/** What was set and is not yet durable: [type, id, JSON or null when deleted] by type and id. */
type Batch = PromiseWithResolvers<void> & {
  keys: Map<string, [string, string, string | null]>
  journal: Map<string, JournalRow>
  creds: string | null
}
const batch = (): Batch => ({ ...Promise.withResolvers<void>(), keys: new Map(), journal: new Map(), creds: null })

type Heard = {
  /** A phone number and a linked id are of one person. */
  pair(pn: string, lid: string): void
  /** Nothing of what was set since the last success is durable, nor will be. */
  broke(error: unknown): void
}

/**
 * Credentials and Signal keys of one connection. `set` resolves at once and what is set meanwhile is committed together: nothing may
 * leave this machine before `durable()`, which is what patches/baileys-frames.ts sees to. A commit that fails ends the socket, which can neither store
 * nor confirm anything more, and the next one begins with what is stored; the server tells it everything again.
 */
export function keyStore(store: Store, connectionId: number, heard: Heard) {
  let place = ++opened
  let sets = 0
  let next: Batch | null = null
  let writing: Batch | null = null
  let failure: { error: unknown } | null = null

  function open() {
    if (next) return next
    next = batch()
    next.promise.catch(() => {})
    if (!writing) void flush()
    return next
  }

  async function flush() {
    while (next) {
      // The disk holds up the whole process: what has already come in is decrypted first, and committed with it.
      await new Promise(setImmediate)
      const current = next
      writing = current
      next = null
      try {
        await store.write(store.db, db => write(db, connectionId, current))
        current.resolve()
      } catch (error) {
        const lost: Batch | null = next
        next = null
        failure = { error }
        forgetCache()
        heard.broke(error)
        current.reject(error)
        ;(lost as Batch | null)?.reject(error)
      }
      writing = null
    }
  }

  const cached = (type: string, id: string) => (CACHED.has(type) ? cache.get(`${place} ${type} ${id}`) : undefined)
  const keep = (type: string, id: string, value: unknown) => void (CACHED.has(type) && cache.set(`${place} ${type} ${id}`, value ?? null))
  /** What it left behind is never asked for again, and pushed out by others. */
  const forgetCache = () => void (place = ++opened)

  async function get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
    const found: { [id: string]: SignalDataTypeMap[T] } = {}
    const missing: string[] = []
    for (const id of ids) {
      const name = `${type} ${id}`
      const hit = cached(type, id)
      const set = hit === undefined ? (next?.keys.get(name) ?? writing?.keys.get(name)) : undefined
      // Baileys adds to the list of devices that it is given.
      if (hit) found[id] = (Array.isArray(hit) ? [...hit] : hit) as SignalDataTypeMap[T]
      else if (set?.[2]) found[id] = revive(type, set[2])
      else if (hit === undefined && !set) missing.push(id)
    }
    if (!missing.length) return found
    const before = sets
    const { rows } = await store.client.execute({
      sql: 'select id, value from wa_keys where connection_id = ? and type = ? and id in (select value from json_each(?))',
      args: [connectionId, type, JSON.stringify(missing)],
    })
    for (const row of rows) found[String(row.id)] = revive(type, String(row.value))
    // A write in between may have made what was read old.
    if (before === sets) for (const id of missing) keep(type, id, found[id])
    return found
  }

  async function set(data: SignalDataSet) {
    if (failure) return
    const { [JOURNAL]: journal, ...types } = data as SignalDataSet & { [JOURNAL]?: Record<string, JournalRow> }
    const into = open()
    sets++
    for (const [type, entries] of Object.entries(types))
      for (const [id, value] of Object.entries(entries ?? {})) {
        into.keys.set(`${type} ${id}`, [type, id, value === null || value === undefined ? null : encode(value)])
        keep(type, id, value)
      }
    for (const row of Object.values(journal ?? {})) into.journal.set(row.id, row)
    for (const [pn, lid] of Object.entries(types['lid-mapping'] ?? {})) if (lid && !pn.endsWith('_reverse')) heard.pair(pn, lid)
  }

  return {
    get,
    set,
    /** A new socket begins with what is stored. */
    begin: () => void (failure = null),
    /** Always the whole of it, because Baileys changes the object in place. */
    saveCreds: (creds: AuthenticationCreds) => void (failure || (open().creds = encode(creds))),
    /** Resolves when all that was set so far is on the disk; rejects when it will never be. */
    durable: (): Promise<void> => (failure ? Promise.reject(failure.error) : (next?.promise ?? writing?.promise ?? Promise.resolve())),
    forgetCache,
  } satisfies SignalKeyStore & Record<string, unknown>
}
export type Keys = ReturnType<typeof keyStore>

async function write(db: Db, connectionId: number, { keys, journal, creds }: Batch) {
  const all = [...keys.values()]
  const kept = all.filter(([, , value]) => value !== null)
  const gone = all.flatMap(([type, id, value]) => (value === null ? [[type, id]] : []))
  if (kept.length)
    await db.run(sql`insert into wa_keys (connection_id, type, id, value)
      select ${connectionId}, json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]')
      from json_each(${JSON.stringify(kept)}) where true
      on conflict do update set value = excluded.value`)
  if (gone.length)
    await db.run(sql`delete from wa_keys where connection_id = ${connectionId} and (type, id) in
      (select json_extract(value, '$[0]'), json_extract(value, '$[1]') from json_each(${JSON.stringify(gone)}))`)
  if (creds)
    await db.run(
      sql`insert into wa_creds (connection_id, value) values (${connectionId}, ${creds}) on conflict do update set value = excluded.value`,
    )
  if (journal.size) await insertJournal(db, connectionId, [...journal.values()])
}

function revive<T extends keyof SignalDataTypeMap>(type: T, text: string): SignalDataTypeMap[T] {
  const value = decode(text) as never
  return type === 'app-state-sync-key' ? (proto.Message.AppStateSyncKeyData.fromObject(value) as never) : value
}
