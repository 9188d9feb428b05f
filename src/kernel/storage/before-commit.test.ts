import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { LastStep } from './before-commit'
import { openStore, type Store } from './libsql'
import { storageFaultOf } from './storage-errors'

/** Puts notes that wait into a full-text index, as the messages' are. */
const indexNotes: LastStep = async client => {
  await client.execute('insert into words (rowid, text) select id, text from notes where waits')
  await client.execute('update notes set waits = 0 where waits')
}
const add = (store: Store, text: string) =>
  store.write(store.db, async db => {
    await db.run(sql`insert into notes (text, waits) values (${text}, 1)`)
    await store.lastly(db, indexNotes)
  })
const found = async (store: Store) => (await store.db.all<{ text: string }>(sql`select text from words('oi')`)).map(({ text }) => text)

test('a group whose last step meets damage is kept without it, and the step is done for all once that is mended', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'step-'))
  const url = `file:${join(folder, 'test.db')}`
  const before = await openStore(url)
  await before.client.execute('create table notes (id integer primary key, text text not null, waits integer not null)')
  await before.client.execute('create virtual table words using fts5(text)')
  await add(before, 'oi, Ana')
  const { rows } = await before.client.execute('select hex(block) as block from words_data where id = 10')
  await before.client.execute(`update words_data set block = x'ffffffffffffffffff' where id = 10`)
  await before.close()

  const store = await openStore(url)
  const leftOut: unknown[] = []
  store.followLeftOut(error => void leftOut.push(storageFaultOf(error)))
  await add(store, 'oi, Bia')
  await add(store, 'oi, Caio')
  expect(await store.db.all(sql`select text, waits from notes`)).toEqual([
    { text: 'oi, Ana', waits: 0 },
    { text: 'oi, Bia', waits: 1 },
    { text: 'oi, Caio', waits: 1 },
  ])
  // Once: what failed rests for a while. Nothing else is kept from being stored.
  expect([leftOut, store.storage.trouble]).toEqual([['damaged'], null])
  await store.client.execute(`update words_data set block = x'${String(rows[0]!['block'])}' where id = 10`)
  await store.close()
  const mended = await openStore(url)
  await add(mended, 'oi, Davi')
  expect(await found(mended)).toEqual(['oi, Ana', 'oi, Bia', 'oi, Caio', 'oi, Davi'])
  await mended.close()
  await rm(folder, { recursive: true })
})
