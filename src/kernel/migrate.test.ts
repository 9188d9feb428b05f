import { createClient } from '@libsql/client'
import { expect, test } from 'bun:test'
import { migrate } from '#kernel/migrate'

const tags = { name: '0000_tags.sql', sql: 'create table tags (id integer);--> statement-breakpoint\n-- nothing here\n' }
const names = {
  name: '0001_names.sql',
  sql: 'alter table tags add name text;--> statement-breakpoint\ncreate trigger t after insert on tags begin delete from tags where id = 1; delete from tags where id = 2; end;',
}
const open = () => createClient({ url: ':memory:' })

test('applies what is missing, once and in order', async () => {
  const client = open()
  expect(await migrate(client, [tags])).toEqual(['0000_tags.sql'])
  expect(await migrate(client, [tags, names])).toEqual(['0001_names.sql'])
  expect(await migrate(client, [tags, names])).toEqual([])
  await client.execute("insert into tags values (3, 'vip')")
  expect((await client.execute('select name from tags')).rows[0]!.name).toBe('vip')
})

test('refuses a database that is newer, and a migration that changed', async () => {
  const client = open()
  await migrate(client, [tags, names])
  await expect(migrate(client, [tags])).rejects.toThrow('newer than this version: it already has 0001_names.sql')
  await expect(migrate(client, [tags, { ...names, sql: 'select 1' }])).rejects.toThrow('another form of migration 0001_names.sql')
})

test('a migration that fails leaves nothing behind', async () => {
  const client = open()
  const broken = {
    name: '0001_broken.sql',
    sql: 'create table kept (id integer);--> statement-breakpoint\ncreate table tags (id integer);',
  }
  await migrate(client, [tags])
  await expect(migrate(client, [tags, broken])).rejects.toThrow()
  expect(await migrate(client, [tags, names])).toEqual(['0001_names.sql'])
  expect((await client.execute("select count(*) as n from sqlite_master where name = 'kept'")).rows[0]!.n).toBe(0)
})

test('the migrations of this version apply to an empty database', async () => {
  const applied = await migrate(open())
  expect(applied).toEqual([...applied].sort())
})
