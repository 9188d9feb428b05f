import { createClient } from '@libsql/client'
import { expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backupsIn } from '#kernel/storage/backups'
import { migrate } from '#kernel/storage/migrate'

const tags = { name: '0000_tags.sql', sql: 'create table tags (id integer);--> statement-breakpoint\n-- nothing here\n' }
const names = {
  name: '0001_names.sql',
  sql: 'alter table tags add name text;--> statement-breakpoint\ncreate trigger t after insert on tags begin delete from tags where id = 1; delete from tags where id = 2; end;',
}
const open = () => createClient({ url: ':memory:' })

test('applies what is missing, once and in order', async () => {
  const client = open()
  expect(await migrate(client, { list: [tags] })).toEqual(['0000_tags.sql'])
  expect(await migrate(client, { list: [tags, names] })).toEqual(['0001_names.sql'])
  expect(await migrate(client, { list: [tags, names] })).toEqual([])
  await client.execute("insert into tags values (3, 'vip')")
  expect((await client.execute('select name from tags')).rows[0]!.name).toBe('vip')
})

test('refuses a database that is newer, and a migration that changed', async () => {
  const client = open()
  await migrate(client, { list: [tags, names] })
  await expect(migrate(client, { list: [tags] })).rejects.toThrow('newer than this version: it already has 0001_names.sql')
  await expect(migrate(client, { list: [tags, { ...names, sql: 'select 1' }] })).rejects.toThrow('another form of migration 0001_names.sql')
})

test('a migration that fails leaves nothing behind, nor do those before it', async () => {
  const client = open()
  const broken = {
    name: '0001_broken.sql',
    sql: 'create table kept (id integer);--> statement-breakpoint\ncreate table tags (id integer);',
  }
  await migrate(client, { list: [tags] })
  const failed = migrate(client, { list: [tags, names, { ...broken, name: '0002_broken.sql' }] })
  await expect(failed).rejects.toThrow('migration 0002_broken.sql failed and the database is as it was: ')
  expect(await migrate(client, { list: [tags, names] })).toEqual(['0001_names.sql'])
  expect((await client.execute("select count(*) as n from sqlite_master where name = 'kept'")).rows[0]!.n).toBe(0)
})

test('a copy is kept before a database that has something in it is changed, three of them at most', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'copies-'))
  const client = createClient({ url: `file:${join(folder, "it's.db")}` })
  const keepCopy = backupsIn(folder, client)
  const step = (n: number) => ({ name: `000${n}_step.sql`, sql: `create table step_${n} (id integer)` })
  const list = [tags]
  await migrate(client, { list, keepCopy })
  await client.execute('insert into tags values (7)')
  for (const n of [1, 2, 3, 4]) await migrate(client, { list: [...list, ...[1, 2, 3, 4].slice(0, n).map(step)], keepCopy })
  await migrate(client, { list: [...list, ...[1, 2, 3, 4].map(step)], keepCopy })
  const kept = (await readdir(folder)).filter(name => name.startsWith('before-')).toSorted()
  expect(kept).toEqual(['before-0002_step.db', 'before-0003_step.db', 'before-0004_step.db'])
  const copy = createClient({ url: `file:${join(folder, 'before-0002_step.db')}` })
  expect(await migrate(copy, { list: [...list, step(1)] })).toEqual([])
  expect((await copy.execute('select id from tags')).rows[0]!.id).toBe(7)
  copy.close()
  client.close()
  await rm(folder, { recursive: true })
})

test('where no copy can be kept, nothing is changed', async () => {
  const client = open()
  await migrate(client, { list: [tags] })
  const keepCopy = () => Promise.reject(new Error('the disk is full'))
  await expect(migrate(client, { list: [tags, names], keepCopy })).rejects.toThrow(
    'no copy of the database could be kept, so migration 0001_names.sql was not begun: the disk is full',
  )
  expect(await migrate(client, { list: [tags, names] })).toEqual(['0001_names.sql'])
})

test('the migrations of this version apply to an empty database', async () => {
  const applied = await migrate(open())
  expect(applied).toEqual([...applied].sort())
})
