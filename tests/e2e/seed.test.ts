import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { keepSecrets } from '../secrets'
import { command, emptyFolder, serve } from './binary'
import { client } from './shop'

setDefaultTimeout(120_000)

const ROOT = join(import.meta.dir, '../..')
const PASSWORD = 'uma frase curta'
keepSecrets('password', [PASSWORD])

let folder: Awaited<ReturnType<typeof emptyFolder>>
beforeAll(async () => {
  folder = await emptyFolder()
})
afterAll(() => folder.remove())

/** Fills a folder of its own below this test's. */
function seed(name: string, ...args: string[]) {
  const data = join(folder.path, name)
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, 'run', 'seed', '--data', data, ...args], { cwd: ROOT })
  return { data, exitCode, stdout: stdout.toString(), stderr: stderr.toString() }
}
const SMALL = [
  '--tickets=40',
  '--messages=300',
  '--contacts=30',
  '--users=3',
  '--queues=2',
  '--tags=5',
  '--connections=1',
  '--until=2026-03-01',
]

function rowsOf(data: string) {
  const db = new Database(join(data, 'balcao.db'), { readonly: true })
  const tables = { tickets: 'uuid', messages: 'body, ticket_id, created_at', contacts: 'name, number', users: 'name', tags: 'color' }
  const rows = Object.entries(tables).map(([table, columns]) => db.query(`select ${columns} from ${table} order by id`).all())
  db.close()
  return rows
}

test('a company of the wished size is there to be worked with', async () => {
  const { data, exitCode, stdout } = seed('one', ...SMALL, `--password=${PASSWORD}`)
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('300 messages of 30 contacts')])
  const email = /Sign in as (\S+)/.exec(stdout)![1]!
  expect(rowsOf(data).map(rows => rows.length)).toEqual([40, 300, 30, 3, 5])

  const product = await serve(data, { DATA_DIR: data })
  const admin = await client(product.url, { email, password: PASSWORD })
  const { count } = await admin.get<{ count: number }>('/contacts?pageNumber=1')
  expect(count).toBe(30)
  const { tickets } = await admin.get<{ tickets: { id: number }[] }>('/tickets?status=closed&showAll=true&pageNumber=1')
  const { messages } = await admin.get<{ messages: unknown[] }>(`/messages/${tickets[0]!.id}?pageNumber=1`)
  expect(messages.length).toBeGreaterThan(0)
  await product.stop()
  const { stdout: checked } = await command(data, ['doctor'], { DATA_DIR: data, PORT: '9' })
  expect(checked).toContain('ok    database: whole')
})

test('the same seed makes the same company, another makes another', () => {
  const [same, again, other] = [seed('same', ...SMALL), seed('again', ...SMALL), seed('other', ...SMALL, '--seed=2')]
  expect(rowsOf(again.data)).toEqual(rowsOf(same.data))
  expect(rowsOf(other.data)).not.toEqual(rowsOf(same.data))
})

test('many tickets of one contact, on one connection, are closed but one', () => {
  const { data } = seed('crowded', ...SMALL, '--contacts=1', '--tickets=200')
  const db = new Database(join(data, 'balcao.db'), { readonly: true })
  expect(db.query("select count(*) as n from tickets where status <> 'closed'").get()).toEqual({ n: 1 })
  db.close()
})

test('help is printed, and what it does not understand changes nothing', () => {
  expect(seed('none', '--help')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('--messages N') })
  for (const wrong of ['--tickets=many', '--contacts=0', '--until=soon', '--frob'])
    expect(seed('none', wrong)).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining('bun run seed') })
  expect(seed('same')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('already') })
})
