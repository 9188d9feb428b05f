import { proto, type AuthenticationCreds, type SignalDataSet, type SignalDataTypeMap, type SignalKeyStore } from '@whiskeysockets/baileys'
import { sql } from 'drizzle-orm'
import type { Db, Store } from '#kernel/storage/libsql'
import { lruMap } from '#kernel/process/lru'
import { decode, encode } from './credentials'
import { insertJournal, JOURNAL, type JournalRow } from './journal'

/** Read once a message; each entry is replaced whole and never changed in place. */
const CACHED_TYPES = new Set<string>(['session', 'sender-key', 'identity-key', 'lid-mapping', 'tctoken', 'device-list'])
/** About six entries a contact. */
const CACHED_KEYS = 20_000

/** The keys in memory (LRU). All connections of the product share it, so that a busy one has the room that quiet ones leave. */
export function keyCache() {
  const entries = lruMap<string, unknown>(CACHED_KEYS)
  let generations = 0
  return {
    get: entries.get,
    set: entries.set,
    /** A name space that nobody has used. Entries of an earlier one are never read again, and are evicted by others. */
    nextGeneration: () => ++generations,
  }
}
export type KeyCache = ReturnType<typeof keyCache>

const KEYS = 'select id, value from wa_keys where connection_id = ? and type = ? and'

/** Writes that are not yet durable: [type, id, JSON or null when deleted] by type and id. */
type Batch = PromiseWithResolvers<void> & {
  keys: Map<string, [string, string, string | null]>
  journal: Map<string, JournalRow>
  creds: string | null
}
const emptyBatch = (): Batch => ({ ...Promise.withResolvers<void>(), keys: new Map(), journal: new Map(), creds: null })

type KeyEvents = {
  /** A phone number and a linked id are of one person. */
  pair(pn: string, lid: string): void
  /** The commit failed: nothing that was set since the last success is durable, nor will be. */
  failed(error: unknown): void
}

/**
 * Credentials and Signal keys of one connection. `set` resolves at once, and all that is set meanwhile is one commit (group commit):
 * nothing may leave this machine before `durable()`, which `patchFrames` sees to. A commit that fails ends the socket, which can neither
 * store nor confirm anything more; the next one begins with what is stored, and the server sends again all that was not confirmed.
 */
export function keyStore(store: Store, cache: KeyCache, connectionId: number, events: KeyEvents) {
  let generation = cache.nextGeneration()
  let writes = 0
  let next: Batch | null = null
  let writing: Batch | null = null
  let failure: { error: unknown } | null = null

  function openBatch() {
    if (next) return next
    next = emptyBatch()
    next.promise.catch(() => {})
    if (!writing) void flush()
    return next
  }

  async function flush() {
    while (next) {
      // A commit blocks the event loop: messages that have already come in are decrypted first, and join it.
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
        events.failed(error)
        current.reject(error)
        ;(lost as Batch | null)?.reject(error)
      }
      writing = null
    }
  }

  const cached = (type: string, id: string) => (CACHED_TYPES.has(type) ? cache.get(`${generation} ${type} ${id}`) : undefined)
  function keep(type: string, id: string, value: unknown) {
    if (CACHED_TYPES.has(type)) cache.set(`${generation} ${type} ${id}`, value ?? null)
  }
  const forgetCache = () => void (generation = cache.nextGeneration())

  async function get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
    const found: { [id: string]: SignalDataTypeMap[T] } = {}
    const missing: string[] = []
    for (const id of ids) {
      const name = `${type} ${id}`
      const hit = cached(type, id)
      const unwritten = hit === undefined ? (next?.keys.get(name) ?? writing?.keys.get(name)) : undefined
      // Baileys adds to the list of devices that it is given.
      if (hit) found[id] = (Array.isArray(hit) ? [...hit] : hit) as SignalDataTypeMap[T]
      else if (unwritten?.[2]) found[id] = revive(type, unwritten[2])
      else if (hit === undefined && !unwritten) missing.push(id)
    }
    if (!missing.length) return found
    const writesBefore = writes
    const { rows } = await store.client.execute(
      missing.length === 1
        ? { sql: `${KEYS} id = ?`, args: [connectionId, type, missing[0]!] }
        : { sql: `${KEYS} id in (select value from json_each(?))`, args: [connectionId, type, JSON.stringify(missing)] },
    )
    for (const row of rows) found[String(row.id)] = revive(type, String(row.value))
    // A write since the query began may have made its rows stale: they are not cached.
    if (writesBefore === writes) for (const id of missing) keep(type, id, found[id])
    return found
  }

  async function set(data: SignalDataSet) {
    if (failure) return
    const { [JOURNAL]: journal, ...types } = data as SignalDataSet & { [JOURNAL]?: Record<string, JournalRow> }
    const batch = openBatch()
    writes++
    for (const [type, entries] of Object.entries(types))
      for (const [id, value] of Object.entries(entries ?? {})) {
        batch.keys.set(`${type} ${id}`, [type, id, value === null || value === undefined ? null : encode(value)])
        keep(type, id, value)
      }
    for (const row of Object.values(journal ?? {})) batch.journal.set(row.id, row)
    for (const [pn, lid] of Object.entries(types['lid-mapping'] ?? {})) if (lid && !pn.endsWith('_reverse')) events.pair(pn, lid)
  }

  return {
    get,
    set,
    /** For a new socket, which begins with what is stored. */
    resetFailure: () => void (failure = null),
    /** Always the whole of it, because Baileys changes the object in place. */
    saveCreds: (creds: AuthenticationCreds) => void (failure || (openBatch().creds = encode(creds))),
    /** Resolves when all that was set so far is on the disk; rejects when it never will be. */
    durable: (): Promise<void> => (failure ? Promise.reject(failure.error) : (next?.promise ?? writing?.promise ?? Promise.resolve())),
    forgetCache,
  } satisfies SignalKeyStore & Record<string, unknown>
}

async function write(db: Db, connectionId: number, { keys, journal, creds }: Batch) {
  const all = [...keys.values()]
  const kept = all.filter(([, , value]) => value !== null)
  const deleted = all.flatMap(([type, id, value]) => (value === null ? [[type, id]] : []))
  if (kept.length)
    await db.run(sql`insert into wa_keys (connection_id, type, id, value)
      select ${connectionId}, json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]')
      from json_each(${JSON.stringify(kept)}) where true
      on conflict do update set value = excluded.value`)
  if (deleted.length)
    await db.run(sql`delete from wa_keys where connection_id = ${connectionId} and (type, id) in
      (select json_extract(value, '$[0]'), json_extract(value, '$[1]') from json_each(${JSON.stringify(deleted)}))`)
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
