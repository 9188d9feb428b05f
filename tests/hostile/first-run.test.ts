import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { boot, type Product } from '../../src/boot'
import { readConfig } from '../../src/config'
import { watchTables } from './changes'
import { at, routesOf } from './routes'

let folder: string
let product: Product
let token: string
let written: () => Promise<string[]>
const start = () => boot(readConfig({ DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' }))
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'first-run-'))
  product = await start()
  token = new URL(product.setupUrl!).searchParams.get('token')!
  written = await watchTables(product.store)
})
afterAll(async () => {
  await product.stop()
  await rm(folder, { recursive: true, force: true })
})

const owner = { company: 'Oeste', name: 'Olga', email: 'olga@oeste.com', password: 'fita-verde' }
const ask = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  product.app.request(path, { method, headers: { 'content-type': 'application/json', ...headers }, body: body && JSON.stringify(body) })
const setUp = (body: object) => ask('POST', '/session/setup', body)

test('before there is a company nothing opens, whatever is said of who asks', async () => {
  const noCompany = { id: 1, staff: { rui: { id: 1 } }, queues: [{ id: 1 }, { id: 1 }], tag: { id: 1 }, tickets: { open: { id: 1, contactId: 1, uuid: crypto.randomUUID() } }, connection: { id: 1 }, message: { uid: 'A' }, integration: { id: 1 }, chat: { id: 1, uuid: crypto.randomUUID(), messageId: 1 }, rows: new Proxy({}, { get: () => ({ id: 1 }) }) } // prettier-ignore
  for (const route of routesOf(product).filter(({ right }) => right))
    for (const authorization of ['', 'Bearer', 'Bearer ', 'Bearer undefined', 'Bearer null', 'undefined', `Bearer ${token}`]) {
      const { status } = await ask(
        route.method,
        at(route, noCompany as never),
        route.method === 'GET' ? undefined : {},
        authorization ? { authorization } : {},
      )
      expect([route.name, authorization, status]).toEqual([route.name, authorization, authorization ? 403 : 401])
    }
  expect(await written()).toEqual([])
})

test('only the token that was printed sets it up', async () => {
  for (const wrong of [
    '',
    ' ',
    'undefined',
    'null',
    crypto.randomUUID(),
    `${token}x`,
    ` ${token}`,
    token.toUpperCase(),
    token.slice(1),
    undefined,
    null,
    0,
    true,
    [token],
    { token },
  ])
    expect([wrong, (await setUp({ ...owner, token: wrong })).status]).toEqual([wrong, typeof wrong === 'string' ? 403 : 400])
  expect((await setUp(owner)).status).toBe(400)
  expect(await written()).toEqual([])
})

test('a password that everyone tries first is refused', async () => {
  for (const password of [
    '123456',
    '12345678',
    'admin',
    'senha',
    'mudar123',
    'Mudar123',
    'password',
    'whatsapp',
    '1234',
    '',
    ' ',
    null,
    123456789,
  ])
    expect([password, (await setUp({ ...owner, password, token })).status]).toEqual([password, 400])
  expect(await written()).toEqual([])
})

test('of two who use the token at once one is the owner, and the token is spent', async () => {
  const both = await Promise.all([setUp({ ...owner, token }), setUp({ ...owner, company: 'Leste', email: 'leo@leste.com', token })])
  expect(both.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 403])
  expect((await product.store.client.execute('select count(*) as n from companies')).rows[0]!.n).toBe(1)
  await written()
  for (const again of [token, '', 'undefined']) expect((await setUp({ ...owner, email: 'x@oeste.com', token: again })).status).toBe(403)
  expect(await written()).toEqual([])
})

test('a start that finds a company prints no token', async () => {
  await product.stop()
  product = await start()
  expect(product.setupUrl).toBeUndefined()
  for (const again of [token, '', 'undefined']) expect((await setUp({ ...owner, email: 'x@oeste.com', token: again })).status).toBe(403)
})
