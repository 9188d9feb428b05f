import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { binary, command, emptyFolder, serve } from '../e2e/binary'
import { client, OWNER } from '../e2e/shop'

setDefaultTimeout(180_000)

type Installation = Awaited<ReturnType<typeof installed>>
let one: Installation
let other: Installation
beforeAll(async () => {
  ;[one, other] = await Promise.all([installed(), installed()])
})
afterAll(() => Promise.all([one?.remove(), other?.remove()]))

/** An installation, set up with the same words every time, that has linked a number and stands still. */
async function installed() {
  const { path, remove } = await emptyFolder()
  const product = await serve(path)
  const setup = new URL(await product.said(/(http\S+\/setup\?token=\S+)/)).searchParams.get('token')!
  const before = cells(path)
  const { status, headers } = await fetch(`${product.url}/session/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: setup, company: 'Norte Fibra', name: 'Marina Costa', ...OWNER }),
  })
  expect(status).toBe(200)
  const owner = await client(product.url, OWNER)
  await owner.post('/queueIntegration', { type: 'webhook', name: 'Robô', settings: { urlN8N: 'https://exemplo.com', token: 'de-fora' } })
  const { id } = await owner.post<{ id: number }>('/whatsapp', { name: 'Loja', sandbox: true })
  await owner.post(`/sandbox/${id}/link`, {})
  await product.stop()
  const secrets = Object.values((await Bun.file(join(path, 'data/secrets.json')).json()) as Record<string, string>)
  return { remove, setup, before, cookie: headers.get('set-cookie')!, secrets, after: cells(path) }
}

/** Everything that the tables of an installation hold, as text. */
function cells(path: string) {
  const db = new Database(join(path, 'data/balcao.db'))
  const tables = db
    .query<{ name: string }, []>(
      "select name from sqlite_master where type = 'table' and name <> 'migrations' and name not like 'sqlite_%'",
    )
    .all()
  const found = tables.flatMap(({ name }) =>
    db
      .query<Record<string, unknown>, []>(`select * from "${name}"`)
      .all()
      .flatMap(row => Object.entries(row).map(([column, value]) => ({ column: `${name}.${column}`, value }))),
  )
  db.close()
  return found.map(({ column, value }) => ({
    column,
    text: value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value),
  }))
}

/** What looks random in a text: long words with a digit in them, as no name of ours has. A secret itself may have none, so it is added as it is. */
const random = (texts: string[]) => new Set(texts.flatMap(text => text.match(/[\w+/=-]{16,}/g) ?? []).filter(word => /\d/.test(word)))

test('two fresh installations have no secret, no key and no token in common', () => {
  const all = ({ setup, cookie, secrets, after }: Installation) =>
    new Set([setup, ...secrets, ...random([cookie, ...after.map(cell => cell.text)])])
  const [here, there] = [all(one), all(other)]
  expect(here.size).toBeGreaterThan(1000)
  expect([...here].filter(word => there.has(word))).toEqual([])
})

test('what is kept is sealed or hashed: no password, no token and no refresh token can be read in the tables', () => {
  const readable = one.after.map(cell => cell.text).join('\n')
  const refresh = /jrt=[^.]+\.([^;]+)/.exec(one.cookie)![1]!
  for (const secret of [OWNER.password, refresh, one.setup, 'de-fora', ...one.secrets]) expect(readable).not.toContain(secret)
  expect(readable).toContain('sealed:1:')
  expect(one.after.filter(cell => cell.column === 'users.password_hash').map(cell => cell.text.slice(0, 10))).toEqual(['$argon2id$'])
})

test('a fresh installation knows nobody: there is no account that everyone knows', () => {
  expect(one.before.filter(cell => /^(users|companies|sessions)\./.test(cell.column))).toEqual([])
})

test('a command that fails tells why, not what it was given', async () => {
  const { path, remove } = await emptyFolder()
  const admin = ['create-admin', '--email', OWNER.email, '--password', OWNER.password]
  await command(path, admin)
  const db = new Database(join(path, 'data/balcao.db'))
  db.run("create trigger refuse before update on users begin select raise(abort, 'nobody changes'); end")
  db.close()
  const { code, stderr } = await command(path, admin)
  await remove()
  expect(code).toBe(1)
  expect(stderr).toStartWith('balcao: SQLITE_CONSTRAINT: nobody changes\n    at ')
  expect(stderr).not.toMatch(/argon2|dona@|update .users/)
})

test('the executable holds no secret of an installation and no private key', async () => {
  const executable = Buffer.from(await Bun.file(binary()).arrayBuffer())
  for (const secret of [...one.secrets, one.setup]) expect(executable.includes(secret)).toBe(false)
  const start = '-----BEGIN '
  for (let at = executable.indexOf(start); at !== -1; at = executable.indexOf(start, at + 1))
    expect(executable.toString('latin1', at, at + 200)).not.toMatch(/PRIVATE KEY-----(\s|\\n)+[A-Za-z\d+/]{32}/)
})
