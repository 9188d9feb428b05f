import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { contexts, transaction } from './context'
import { openStore, type Db, type Store } from './libsql'
import { mediaStore } from './media'

let folder: string
let store: Store
const told: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'libsql-'))
  store = await openStore(`file:${folder}/test.db`)
  await store.client.execute('create table notes (id integer primary key, text text not null unique)')
})
afterAll(async () => {
  store.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  told.length = 0
  await store.client.execute('delete from notes')
})

const context = () => contexts(store, mediaStore(folder, 'secret'), () => channel => void told.push(channel))(1)
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

test('a transaction that fails leaves nothing and tells nothing', async () => {
  const ctx = context()
  const failed = transaction(ctx, async ctx => {
    await add(ctx.db, 'a')
    ctx.publish('note', { action: 'create' })
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
    ctx.publish('note', { action: 'create' })
    expect(told).toEqual([])
  })
  expect(told).toEqual(['note'])
})

test('an inner transaction that fails is undone alone, and tells nothing', async () => {
  await transaction(context(), async ctx => {
    await add(ctx.db, 'outer')
    const inner = transaction(ctx, async ctx => {
      await add(ctx.db, 'inner')
      ctx.publish('inner', { action: 'create' })
      throw new Error('no')
    })
    expect(await inner.catch((error: Error) => error.message)).toBe('no')
    ctx.publish('outer', { action: 'create' })
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
