import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { createClient } from '@libsql/client'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { turn } from '../../../tests/until'
import { type Actor, contexts, transaction } from '../context'
import { openStore, type Db, type Store } from './libsql'
import { mediaStore } from '../media/media-store'
import { storageFaultOf, type StorageFault } from './storage-errors'

let folder: string
let store: Store
const told: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'libsql-'))
  store = await openStore(`file:${folder}/test.db`)
  await store.client.execute('create table notes (id integer primary key, text text not null unique)')
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  told.length = 0
  await store.client.execute('delete from notes')
})

const context = () => contexts(store, mediaStore(folder, 'secret'), () => channel => void told.push(channel), {} as Actor)(1)
const add = (db: Db, text: string) => db.run(sql`insert into notes (text) values (${text})`)
const texts = async () => (await store.db.all<{ text: string }>(sql`select text from notes order by id`)).map(row => row.text)

test('writes that are made at once are all kept, in their order', async () => {
  const wanted = Array.from({ length: 300 }, (_, i) => String(i))
  await Promise.all(wanted.map(text => store.write(store.db, db => add(db, text))))
  expect(await texts()).toEqual(wanted)
})

test('a write that fails takes nobody of its group with it', async () => {
  const results = await Promise.allSettled(['a', 'a', 'b'].map(text => store.write(store.db, db => add(db, text))))
  expect(results.map(result => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await texts()).toEqual(['a', 'b'])
})

test('what a group of writes counts is summed, without those that fail and what they undid inside', async () => {
  await store.client.execute('create table if not exists counts (name text primary key, n integer not null)')
  const counter = {
    sql: 'insert into counts (name, n) values (?1, ?2) on conflict do update set n = n + excluded.n',
    args: ['notes'],
  }
  const fails = async (db: Db) => {
    await store.count(db, counter)
    throw new Error('no')
  }
  const results = await Promise.allSettled([
    store.count(store.db, counter),
    store.write(store.db, db => store.count(db, counter)),
    store.write(store.db, fails),
    store.write(store.db, async db => {
      await store.write(db, fails).catch(() => {})
      await store.count(db, counter)
    }),
  ])
  expect(results.map(result => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await store.db.all(sql`select name, n from counts`)).toEqual([{ name: 'notes', n: 3 }])
})

test('a transaction that fails leaves nothing and tells nothing', async () => {
  const ctx = context()
  const failed = transaction(ctx, async ctx => {
    await add(ctx.db, 'a')
    ctx.publish('note' as never, {} as never)
    throw new Error('no')
  })
  expect(await failed.catch((error: Error) => error.message)).toBe('no')
  expect(await texts()).toEqual([])
  expect(told).toEqual([])
})

test('what a transaction tells is told once it is durable', async () => {
  const ctx = context()
  await transaction(ctx, async ctx => {
    await add(ctx.db, 'a')
    ctx.publish('note' as never, {} as never)
    expect(told).toEqual([])
  })
  expect(told).toEqual(['note'])
})

test('an inner transaction that fails is undone alone, and tells nothing', async () => {
  await transaction(context(), async ctx => {
    await add(ctx.db, 'outer')
    const inner = transaction(ctx, async ctx => {
      await add(ctx.db, 'inner')
      ctx.publish('inner' as never, {} as never)
      throw new Error('no')
    })
    expect(await inner.catch((error: Error) => error.message)).toBe('no')
    ctx.publish('outer' as never, {} as never)
  })
  expect(await texts()).toEqual(['outer'])
  expect(told).toEqual(['outer'])
})

test('a write outside the open transaction is refused instead of waiting for itself', async () => {
  const stuck = store.write(store.db, () => add(store.db, 'a') as Promise<unknown>)
  expect(await stuck.catch((error: Error) => String(error.cause))).toContain('use its db')
  await store.write(store.db, db => add(db, 'b'))
  expect(await texts()).toEqual(['b'])
})

const troubles: (StorageFault | null)[] = []
const heals = () => new Promise<void>(resolve => store.storage.follow(trouble => trouble === null && resolve()))
const whole = async () => (await store.client.execute('select integrity_check from pragma_integrity_check')).rows[0]!.integrity_check
const long = 'x'.repeat(200_000)

test('on a full disk a write is refused with the reason, leaves nothing, and is taken again when there is room', async () => {
  store.storage.follow(trouble => void troubles.push(trouble))
  await store.client.executeMultiple('pragma max_page_count=10')
  // What stands with it in one commit is refused too: SQLite ends the whole transaction.
  const results = await Promise.allSettled(['short', long].map(text => store.write(store.db, db => add(db, text))))
  expect(results.map(result => result.status === 'rejected' && storageFaultOf(result.reason))).toEqual(['disk_full', 'disk_full'])
  const nested = store.write(store.db, db => store.write(db, db => add(db, long)))
  expect(storageFaultOf(await nested.catch((error: unknown) => error))).toBe('disk_full')
  expect(store.storage.trouble).toBe('disk_full')
  const healed = heals()
  await store.client.executeMultiple('pragma max_page_count=1000000')
  await healed
  await store.write(store.db, db => add(db, long))
  expect(await texts()).toEqual([long])
  expect(troubles).toEqual(['disk_full', null])
  expect(await whole()).toBe('ok')
})

test('what became read-only is read on, and written again when it may be', async () => {
  await add(store.db, 'before')
  await store.client.executeMultiple('pragma query_only=1')
  expect(storageFaultOf(await store.write(store.db, db => add(db, 'a')).catch((error: unknown) => error))).toBe('read_only')
  expect(await texts()).toEqual(['before'])
  const healed = heals()
  await store.client.executeMultiple('pragma query_only=0')
  await healed
  await add(store.db, 'after')
  expect(await texts()).toEqual(['before', 'after'])
})

test("another process's lock is waited for without holding up anything else", async () => {
  const other = createClient({ url: `file:${folder}/test.db`, timeout: 0 })
  const lock = await other.transaction('write')
  const stored = store.write(store.db, db => add(db, 'patient'))
  for (let i = 0; i < 50; i++) await turn()
  expect(Bun.peek.status(stored)).toBe('pending')
  expect(await texts()).toEqual([])
  lock.close()
  await stored
  expect(await texts()).toEqual(['patient'])
  expect(store.storage.trouble).toBeNull()
  other.close()
})

test('a lock that is not given back is told, to the next writes at once, until it is', async () => {
  const other = createClient({ url: `file:${folder}/test.db`, timeout: 0 })
  const lock = await other.transaction('write')
  const refused = await Promise.allSettled([1, 2].map(n => store.write(store.db, db => add(db, `late ${n}`))))
  expect(refused.map(one => one.status === 'rejected' && storageFaultOf(one.reason))).toEqual(['locked', 'locked'])
  const soon = add(store.db, 'soon').catch((error: unknown) => error)
  for (let i = 0; i < 50; i++) await turn()
  expect(Bun.peek.status(soon)).toBe('fulfilled')
  expect(storageFaultOf(await soon)).toBe('locked')
  const healed = heals()
  lock.close()
  other.close()
  await healed
  await add(store.db, 'again')
  expect(await texts()).toEqual(['again'])
}, 15_000)
