import { expect, test } from 'bun:test'
import { createClient } from '@libsql/client'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { turn } from '../../../tests/until'
import { openStore } from './libsql'

const MB = 2 ** 20

test('a log that much is written to begins anew, nothing is missing, and the database has all of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'log-'))
  const file = join(folder, 'test.db')
  const store = await openStore(`file:${file}`)
  await store.client.execute('create table notes (id integer primary key, text blob not null)')
  let longest = 0
  for (let i = 1; i <= 100; i++) {
    await store.write(store.db, db => db.run(sql`insert into notes values (${i}, randomblob(${MB}))`))
    longest = Math.max(longest, (await stat(`${file}-wal`)).size)
  }
  // 100 MB of them went through it.
  expect(longest).toBeLessThan(64 * MB)
  expect((await stat(file)).size).toBeGreaterThan(40 * MB)
  expect(await store.db.all(sql`select count(*) as n, sum(length(text)) as bytes from notes`)).toEqual([{ n: 100, bytes: 100 * MB }])
  expect(await store.db.all(sql`pragma integrity_check`)).toEqual([{ integrity_check: 'ok' }])
  await store.close()
  await rm(folder, { recursive: true })
})

test('a store that is closed while its log is copied leaves a database that has everything', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'log-'))
  const url = `file:${join(folder, 'test.db')}`
  const store = await openStore(url)
  await store.client.execute('create table notes (text blob not null)')
  // So much that a copy is under way when the last of them is told.
  await Promise.all(
    Array.from({ length: 40 }, () => store.write(store.db, db => db.run(sql`insert into notes values (randomblob(${MB}))`))),
  )
  await store.close({ emptyLog: true })
  // The database is one file, which may be copied or put back alone.
  expect((await stat(join(folder, 'test.db-wal')).catch(() => ({ size: 0 }))).size).toBe(0)
  const again = await openStore(url)
  expect(await again.db.all(sql`select count(*) as n from notes`)).toEqual([{ n: 40 }])
  await again.close()
  await rm(folder, { recursive: true })
})

test('a store that is closed while somebody writes looks at its log no more', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'log-'))
  const failures: unknown[] = []
  const note = (error: unknown) => void failures.push(error)
  process.on('unhandledRejection', note)
  for (let i = 0; i < 20; i++) {
    const store = await openStore(`file:${join(folder, `${i}.db`)}`)
    await store.client.execute('create table notes (text text not null)')
    const written = store.write(store.db, db => db.run(sql`insert into notes values ('a')`)).catch(() => {})
    // At each moment of a write: before it, in it, and once it was told.
    for (let turns = 0; turns < i; turns++) await turn()
    await store.close()
    await written
    await turn()
  }
  process.off('unhandledRejection', note)
  expect(failures).toEqual([])
  await rm(folder, { recursive: true })
})

test('while somebody reads an old state writes go on, and the log begins anew once they have ended', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'log-'))
  const file = join(folder, 'test.db')
  const store = await openStore(`file:${file}`)
  await store.client.execute('create table notes (text blob not null)')
  const fill = async (count: number) => {
    for (let i = 0; i < count; i++) await store.write(store.db, db => db.run(sql`insert into notes values (randomblob(${MB}))`))
  }
  const log = async () => (await stat(`${file}-wal`)).size
  const other = createClient({ url: `file:${file}` })
  const old = await other.transaction('read')
  await old.execute('select count(*) from notes')
  await fill(80)
  expect(await log()).toBeGreaterThan(64 * MB)
  old.close()
  other.close()
  await fill(40)
  // The log is cut down to its limit when it begins anew.
  expect(await log()).toBeLessThanOrEqual(64 * MB)
  await store.close()
  await rm(folder, { recursive: true })
})
