import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createClient } from '@libsql/client'
import { migrations } from '#kernel/process/embedded'
import { installationSecrets } from '#kernel/process/installation-secrets'
import { migrate } from '#kernel/storage/migrate'
import { boot } from '../../src/boot'
import { ConfigError, readConfig } from '../../src/config'
import { spawn } from '../crash/product'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upgrade-'))
})
afterEach(() => rm(folder, { recursive: true }))

const all = await Promise.all(Object.entries(migrations).map(async ([name, path]) => ({ name, sql: await Bun.file(path).text() })))
const database = (name = 'balcao.db') => createClient({ url: `file:${join(folder, name)}` })
const environment = () => ({ DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' })
const copies = async () => (await readdir(folder)).filter(name => name.startsWith('before-'))

/** A data folder as the version with so many migrations left it, with a company in it. */
async function folderOf(count: number, ...more: string[]) {
  await installationSecrets(folder, true)
  const client = database()
  await migrate(client, { list: all.slice(0, count) })
  await client.execute("insert into companies (name, created_at, updated_at) values ('De antes', 1, 1)")
  for (const statement of more) await client.execute(statement)
  client.close()
}

async function companiesIn(name?: string) {
  const client = database(name)
  const { rows } = await client.execute('select name from companies')
  const { rows: checked } = await client.execute('select integrity_check from pragma_integrity_check')
  client.close()
  expect(checked.map(row => row.integrity_check)).toEqual(['ok'])
  return rows.map(row => row.name)
}

test('a data folder of the version before starts with this one, and a copy of it is kept', async () => {
  await folderOf(all.length - 1)
  const product = await boot(readConfig(environment()))
  expect((await product.app.request('/healthz')).status).toBe(200)
  await product.stop()
  const copy = `before-${basename(all.at(-1)!.name, '.sql')}.db`
  expect(await copies()).toEqual([copy])
  expect(await companiesIn()).toEqual(['De antes'])
  expect(await companiesIn(copy)).toEqual(['De antes'])

  const again = await boot(readConfig(environment()))
  await again.stop()
  expect(await copies()).toEqual([copy])
})

test('settings that came with the company lose their rows, and what somebody chose stays', async () => {
  const setting = (key: string, value: string, updatedAt: number) =>
    `insert into settings (company_id, key, value, created_at, updated_at) values (1, '${key}', '${value}', 1000, ${updatedAt})`
  await folderOf(
    all.findIndex(({ name }) => name.includes('planted_settings')),
    setting('call', 'enabled', 1000),
    setting('viewclosed', 'disabled', 90_000),
    setting('userRating', 'enabled', 1000),
  )
  await (await boot(readConfig(environment()))).stop()
  const client = database()
  const { rows } = await client.execute('select key from settings order by key')
  client.close()
  expect(rows.map(row => row.key)).toEqual(['userRating', 'viewclosed'])
})

test('a change that waited to be told before changes had ids gets one', async () => {
  await folderOf(
    all.findIndex(({ name }) => name.includes('changes_have_ids')),
    'pragma foreign_keys = off',
    `insert into outbox (company_id, connection_id, chat_id, task, due_at, created_at, updated_at) values (1, 1, 1, '{"do":"delete"}', 1, 1, 1)`,
    `insert into outbox (company_id, connection_id, chat_id, task, due_at, created_at, updated_at) values (1, 1, 1, '{"do":"send"}', 1, 1, 1)`,
  )
  const client = database()
  await migrate(client)
  const { rows } = await client.execute('select task from outbox order by id')
  client.close()
  expect(rows.map(row => JSON.parse(String(row.task)) as object)).toEqual([
    { do: 'delete', wid: expect.stringMatching(/^3EB0[0-9A-F]{18}$/) },
    { do: 'send' },
  ])
})

test('the figures begin with what is known of the tickets that are there', async () => {
  const ticket = (id: number, status: string, userId: number | null, closedAt: number | null) =>
    `insert into tickets (id, uuid, company_id, contact_id, status, user_id, closed_at, created_at, updated_at)
      values (${id}, 't${id}', 1, 5, '${status}', ${userId}, ${closedAt}, 1000, 9000)`
  const message = (id: number, ticketId: number, userId: number | null, fromMe: number) =>
    `insert into messages (id, uid, company_id, ticket_id, chat_id, wid, user_id, body, from_me, media_type, status, created_at, updated_at)
      values (${id}, 'm${id}', 1, ${ticketId}, 5, 'm${id}', ${userId}, '', ${fromMe}, 'conversation', 'sent', ${id * 1000}, 1)`
  await folderOf(
    all.findIndex(({ name }) => name.includes('trackings')),
    'pragma foreign_keys = off',
    ticket(1, 'closed', 7, 8000),
    ticket(2, 'open', 7, null),
    ticket(3, 'pending', null, null),
    ...[message(2, 1, null, 0), message(3, 1, null, 1), message(4, 1, 7, 1), message(5, 1, 7, 1)],
  )
  const client = database()
  await migrate(client)
  const { rows } = await client.execute(
    'select ticket_id, user_id, created_at, queued_at, started_at, finished_at from ticket_trackings order by ticket_id',
  )
  client.close()
  expect(rows.map(row => Object.values(row))).toEqual([
    [1, 7, 1000, 1000, 4000, 8000],
    [2, 7, 1000, 1000, null, null],
    [3, null, 1000, 1000, null, null],
  ])
})

test('the number of who is gone already, and said something, is not given again', async () => {
  await folderOf(
    all.findIndex(({ name }) => name.includes('lasting-ids')),
    'pragma foreign_keys = off',
    `insert into messages (id, uid, company_id, ticket_id, chat_id, wid, user_id, body, from_me, media_type, status, created_at, updated_at)
      values (1, 'm1', 1, 1, 5, 'm1', 7, '', 1, 'conversation', 'sent', 1, 1)`,
  )
  const client = database()
  await migrate(client)
  const { rows } = await client.execute('select highest from retired_users')
  client.close()
  expect(rows.map(row => row.highest)).toEqual([7])
})

test('a new data folder is not copied', async () => {
  await (await boot(readConfig(environment()))).stop()
  expect(await copies()).toEqual([])
})

test('a migration that fails ends the start with one line, and the version before goes on with what it had', async () => {
  // The newest thing whose name no migration before had: what was made anew is taken already.
  const made = ({ sql }: { sql: string }) => [...sql.matchAll(/create (?:unique )?(?:index|table) [`"]?(\w+)/gi)].map(found => found[1]!)
  const firstMade = all.map((one, i) => made(one).find(name => !all.slice(0, i).some(earlier => made(earlier).includes(name))))
  const at = firstMade.findLastIndex(name => name !== undefined)
  const taken = firstMade[at]!
  await folderOf(at, `create table ${taken} (id integer)`)
  const { ended, output } = spawn(environment())
  expect(await ended).toBe(1)
  expect(output).toHaveLength(1)
  expect(output[0]).toStartWith(`balcao: migration ${all[at]!.name} failed and the database is as it was: `)

  expect(await companiesIn()).toEqual(['De antes'])
  const client = database()
  expect(await migrate(client, { list: all.slice(0, at) })).toEqual([])
  await client.execute(`drop table ${taken}`)
  client.close()
  const product = await boot(readConfig(environment()))
  await product.stop()
  expect(await companiesIn()).toEqual(['De antes'])
})

test('secrets that are damaged are named in one line, and stay as they are', async () => {
  const path = join(folder, 'secrets.json')
  await Bun.write(path, '{')
  const start = boot(readConfig(environment()))
  expect(start).rejects.toBeInstanceOf(ConfigError)
  expect(start).rejects.toThrow(path)
  await start.catch(() => undefined)
  expect(await Bun.file(path).text()).toBe('{')
})
