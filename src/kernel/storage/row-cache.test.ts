import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { turn, until } from '../../../tests/until'
import { openStore, type Db, type Store } from './libsql'
import { shapedRows } from './row-cache'

let folder: string
let store: Store
let loads: number[][] = []

const TABLES = [
  'create table rooms (id integer primary key, name text not null)',
  'create table notes (id integer primary key, company_id integer, text text, room_id integer references rooms(id) on delete set null)',
  'create table labels (note_id integer references notes(id) on delete cascade, label text)',
]
const NOTES = `select json_object('id', n.id, 'text', n.text, 'roomId', n.room_id, 'room', r.name,
  'labels', (select group_concat(label) from labels where note_id = n.id))
  from notes n left join rooms r on r.id = n.room_id
  where n.company_id = ? and n.id in (select value from json_each(?))`

type Note = { id: number; text: string; roomId: number | null; room: string | null; labels: string | null }
const shaped = shapedRows<Note>({
  name: 'note',
  follows: ['notes', 'rooms', { table: 'labels', part: 'notes', id: 'row.note_id' }],
  partsOf: row => [
    ['notes', row.id],
    ['rooms', row.roomId],
  ],
})

async function notes(ids: number[], companyId = 1, db: Db = store.db) {
  const load = async (ids: number[]) => {
    loads.push(ids)
    const { rows } = await db.$client.execute({ sql: NOTES, args: [companyId, JSON.stringify(ids)] })
    return rows.map(row => row[0] as string)
  }
  const rows = await shaped({ db, store }, companyId, ids, load)
  return ids.flatMap(id => rows.get(id) ?? [])
}
const said = async (ids: number[], companyId?: number) =>
  (await notes(ids, companyId)).map(({ text, room, labels }) => [text, room, labels].filter(Boolean).join(' '))
const run = (text: string) => store.client.execute(text)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rows-'))
  store = await openStore(`file:${folder}/test.db`)
  for (const table of TABLES) await run(table)
  // From now on the writer's connection follows the tables.
  await until(async () => {
    await notes([1])
    return store.rows!.isFollowed({ name: 'note', follows: [] })
  })
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  for (const table of ['labels', 'notes', 'rooms']) await run(`delete from ${table}`)
  await run(`insert into rooms values (1, 'Vendas'), (2, 'Suporte')`)
  await run(`insert into notes values (1, 1, 'a', 1), (2, 1, 'b', 2), (3, 2, 'c', null)`)
  await notes([1, 2])
  loads = []
})

test('rows that stand are not read again, and those that are missing are', async () => {
  expect(await said([2, 1])).toEqual(['b Suporte', 'a Vendas'])
  expect(loads).toEqual([])
  await run(`insert into notes values (4, 1, 'd', null)`)
  expect(await said([1, 4])).toEqual(['a Vendas', 'd'])
  expect(loads).toEqual([[4]])
})

test('those who miss a row at once read it once', async () => {
  await run(`update notes set text = 'x' where id = 1`)
  const said = await Promise.all([notes([1, 2]), notes([1, 2]), notes([2, 1])])
  expect(said.map(notes => notes.map(({ text }) => text).join(' '))).toEqual(['x b', 'x b', 'b x'])
  expect(loads).toEqual([[1]])
})

test('an update of a row is seen by the next that asks, and takes no other row along', async () => {
  await run(`update notes set text = 'x' where id = 1`)
  expect(await said([1, 2])).toEqual(['x Vendas', 'b Suporte'])
  expect(loads).toEqual([[1]])
})

test('what is renamed inside of a row is seen, as is what is hung on it and taken off again', async () => {
  await run(`update rooms set name = 'Loja' where id = 1`)
  expect(await said([1, 2])).toEqual(['a Loja', 'b Suporte'])
  await run(`insert into labels values (2, 'urgente')`)
  expect(await said([1, 2])).toEqual(['a Loja', 'b Suporte urgente'])
  await run(`delete from labels`)
  expect(await said([1, 2])).toEqual(['a Loja', 'b Suporte'])
  expect(loads).toEqual([[1], [2], [2]])
})

test('what is deleted is gone, with what named it', async () => {
  await run('delete from rooms where id = 1')
  expect(await notes([1])).toEqual([{ id: 1, text: 'a', roomId: null, room: null, labels: null }])
  await run('delete from notes where id = 1')
  expect(await notes([1])).toEqual([])
})

test('an upsert and a change by another row id are changes as well', async () => {
  await run(`insert into notes values (1, 1, 'novo', 2) on conflict (id) do update set text = excluded.text`)
  expect(await said([1])).toEqual(['novo Vendas'])
  await run('update notes set id = 9 where id = 1')
  expect(await said([1, 9])).toEqual(['novo Vendas'])
})

test('a transaction that fails changes nothing, and what it read is not kept', async () => {
  const failed = store.write(store.db, async db => {
    await db.run(sql`update notes set text = 'nunca' where id = 1`)
    expect((await notes([1], 1, db))[0]!.text).toBe('nunca')
    throw new Error('no')
  })
  expect(await failed.catch((error: Error) => error.message)).toBe('no')
  loads = []
  expect(await said([1])).toEqual(['a Vendas'])
  expect(loads).toEqual([])
})

test('before its commit a change is seen by its transaction alone, after it by everyone', async () => {
  await store.write(store.db, async db => {
    await db.run(sql`update notes set text = 'x' where id = 1`)
    expect(await said([1])).toEqual(['a Vendas'])
    expect((await notes([1], 1, db))[0]!.text).toBe('x')
  })
  expect(await said([1])).toEqual(['x Vendas'])
})

test('a row that was on its way when something was committed is not kept', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const slow = shaped({ db: store.db, store }, 1, [4], async () => {
    await promise
    return [JSON.stringify({ id: 4, text: 'velho', roomId: null, room: null, labels: null })]
  })
  await run(`insert into notes values (4, 1, 'd', null)`)
  resolve()
  expect((await slow).get(4)!.text).toBe('velho')
  expect(await said([4])).toEqual(['d'])
})

test('what another process writes is seen as well', async () => {
  const other = await openStore(`file:${folder}/test.db`)
  try {
    await other.client.execute(`update notes set text = 'de fora' where id = 1`)
    await turn()
    expect(await said([1])).toEqual(['de fora Vendas'])
    await run(`update notes set text = 'x' where id = 2`)
    await other.client.execute(`update notes set text = 'outra vez' where id = 1`)
    await run(`update notes set text = 'y' where id = 2`)
    await turn()
    expect(await said([1, 2])).toEqual(['outra vez Vendas', 'y Suporte'])
    loads = []
    await run(`update notes set text = 'z' where id = 2`)
    await turn()
    await said([1])
    expect(loads).toEqual([])
  } finally {
    await other.close()
  }
})

test('the row of one company is none of another that asks for the same id', async () => {
  expect(await said([1], 2)).toEqual([])
  expect(await said([3], 2)).toEqual(['c'])
  expect(await said([3])).toEqual([])
  await run('update notes set company_id = 2 where id = 1')
  expect(await said([1])).toEqual([])
  expect(await said([1], 2)).toEqual(['a Vendas'])
})

test('a transaction that changes very much forgets all that is kept, and one that fails forgets nothing', async () => {
  const change = (ends: () => void) =>
    store.write(store.db, async db => {
      await db.run(sql`update notes set text = 'x' where id = 1`)
      await store.rows!.changedMuch(db.$client)
      await db.run(sql`update notes set text = 'y' where id = 2`)
      ends()
    })
  const fails = () => {
    throw new Error('not kept')
  }
  await change(fails).catch(() => {})
  expect(await said([1, 2])).toEqual(['a Vendas', 'b Suporte'])
  expect(loads).toEqual([])
  await change(() => {})
  expect(await said([1, 2])).toEqual(['x Vendas', 'y Suporte'])
  expect(loads).toEqual([[1, 2]])
})
