import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gt } from 'drizzle-orm'
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { type Actor, contexts, transaction, type Ctx } from '../context'
import { openStore, type Store } from './libsql'
import { mediaStore } from '../media/media-store'
import { pageOf } from './page-ids'

const notes = sqliteTable('notes', { id: integer().primaryKey(), weight: integer().notNull() })
let folder: string
let store: Store
let ctx: Ctx

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'))
  store = await openStore(`file:${folder}/test.db`)
  ctx = contexts(store, mediaStore(folder, 'secret'), () => () => {}, {} as Actor)(1)
  await store.client.execute('create table notes (id integer primary key, weight integer not null)')
  await ctx.db.insert(notes).values([1, 2, 3, 4, 5].map(weight => ({ weight })))
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

const heavy = (ctx: Ctx, pageNumber = 1) => pageOf(ctx, notes, { where: gt(notes.weight, 1), orderBy: 'weight desc', size: 2, pageNumber })

test('a page has its ids in their order, and every page the same count', async () => {
  expect(await heavy(ctx)).toEqual({ ids: [5, 4], count: 4, hasMore: true })
  expect(await heavy(ctx, 2)).toEqual({ ids: [3, 2], count: 4, hasMore: false })
  expect(await heavy(ctx, 3)).toEqual({ ids: [], count: 4, hasMore: false })
})

test('what was sorted for its first page has the same pages and count', async () => {
  const sorted = (pageNumber: number) =>
    pageOf(ctx, notes, { where: gt(notes.weight, 1), orderBy: 'weight desc', size: 2, pageNumber, sorts: true })
  for (const pageNumber of [1, 2, 3]) expect(await sorted(pageNumber)).toEqual(await heavy(ctx, pageNumber))
})

test('a list may hold every row there is', async () => {
  expect(await pageOf(ctx, notes, { where: undefined, orderBy: 'id', size: 9, pageNumber: 1 })).toMatchObject({ count: 5, hasMore: false })
})

test('a page that is asked for after a change knows of it', async () => {
  await heavy(ctx)
  await ctx.db.insert(notes).values({ weight: 9 })
  expect(await heavy(ctx)).toEqual({ ids: [6, 5], count: 5, hasMore: true })
  await store.client.execute('delete from notes where id = 6')
  expect(await heavy(ctx)).toEqual({ ids: [5, 4], count: 4, hasMore: true })
})

test('a transaction sees its own changes, and nobody else does before they are kept', async () => {
  const inside = transaction(ctx, async open => {
    await open.db.insert(notes).values({ weight: 9 })
    expect(await heavy(open)).toMatchObject({ count: 5 })
    expect(await heavy(ctx)).toMatchObject({ count: 4 })
    throw new Error('not kept')
  })
  expect(await inside.catch((error: Error) => error.message)).toBe('not kept')
  expect(await heavy(ctx)).toMatchObject({ ids: [5, 4], count: 4 })
})

test('of more than are kept in their order every page and the count are right', async () => {
  await store.client.execute(
    'insert into notes (weight) with recursive n (i) as (select 1 union all select i + 1 from n where i < 4500) select 1 from n',
  )
  const page = (pageNumber: number, sorts: boolean) =>
    pageOf(ctx, notes, { where: undefined, orderBy: 'id desc', size: 500, pageNumber, sorts })
  const { count } = await page(1, false)
  expect(count).toBeGreaterThan(4_500)
  // The last of those that are kept, the first behind them, the last page, and one behind it.
  for (const pageNumber of [8, 9, 10, 11]) expect(await page(pageNumber, true)).toEqual(await page(pageNumber, false))
})
