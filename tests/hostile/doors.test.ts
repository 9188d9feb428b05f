import { afterAll, expect, test } from 'bun:test'
import { io } from 'socket.io-client'
import { openOffice } from '../factories'
import { watchTables } from './changes'
import { at, bodyOf, keysOf, OPEN, ROWS, routesOf, SHARED, COMMON } from './routes'

const office = await openOffice()
afterAll(() => office.close())
const { norte, sul, product } = office
const written = await watchTables(office.store)
const named = routesOf(product)
  .filter(({ name }) => !(name in OPEN))
  .map(route => [route.name, route] as const)

const call = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
  const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
  const response = await product.app.request(path, { method, headers, ...sent }, { address: '10.0.0.9' })
  return { status: response.status, text: await response.text(), headers: response.headers }
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Of those who operate an installation, in programs of this family: whether they are built or not, an administrator of a company is none. */
const OPERATOR = [
  'GET /companies', 'GET /companies/list', 'POST /companies', `PUT /companies/${norte.id}`, `PUT /companies/${sul.id}`, `DELETE /companies/${norte.id}`, 'POST /plans', 'PUT /plans', 'PUT /plans/1',
  'DELETE /plans/1', 'GET /plans', 'GET /plans/all', 'POST /helps', 'PUT /helps/1', 'DELETE /helps/1', 'POST /announcements', 'PUT /announcements/1', 'POST /settings/media-upload?ref=login',
  'PUT /settings/allowregister', 'PUT /settings/trial', 'POST /users/impersonate', `POST /auth/impersonate/${norte.staff.ana.id}`, 'POST /restart', 'POST /update', 'GET /backup', 'POST /restore', 'GET /metrics',
] // prettier-ignore
/** Where somebody could sign up while that is closed, or get a password without the token of a mail. */
const SIGN_UP = [
  'POST /auth/signup', 'POST /signup', 'POST /companies/cadastro', 'POST /companies/signup', 'POST /resetpasswords/ana@sul.com/token/Fita-verde-7', 'GET /password-resets',
] // prettier-ignore

const greedy = {
  ...{ name: 'Oeste', email: 'a@oeste.com', password: 'fita-verde', value: 'enabled', planId: 1, dueDate: '2099-01-01', recurrence: 'MENSAL', phone: '5511999990000', id: 1 },
  ...{ super: true, profile: 'admin', status: true, campaignsEnabled: true, companyId: norte.id },
} // prettier-ignore

test.each(OPERATOR)('an administrator of a company is no operator: %s', async door => {
  const [method, path] = door.split(' ') as [string, string]
  for (const prefix of ['', '/api']) {
    const { status, text } = await call(method, prefix + path, bearer(sul.staff.admin.client.token), method === 'GET' ? undefined : greedy)
    expect(status).toBeOneOf([400, 403, 404])
    expect(text).not.toMatch(/Norte|@norte/)
    expect(await written()).toEqual([])
  }
})

test.each(SIGN_UP)('nobody signs up where it was not allowed: %s', async door => {
  const [method, path] = door.split(' ') as [string, string]
  for (const prefix of ['', '/api']) {
    expect((await call(method, prefix + path, {}, method === 'GET' ? undefined : greedy)).status).toBeOneOf([401, 403, 404])
    expect(await written()).toEqual([])
  }
})

/** A company's own row, who sells to it and whether it paid are what an operator looks after; what people said in it is not. */
const inside = named.filter(
  ([, route]) =>
    !/^\/(companies|resellers)\//.test(route.path) &&
    route.right !== 'invoices:operate' &&
    keysOf(route).some(key => !SHARED.has(key) && !COMMON.has(key)),
)
test.each(inside)('%s: who operates the installation reaches into no company by its own session', async (_, route) => {
  const key = keysOf(route).find(key => !SHARED.has(key))!
  const { status, text } = await norte.staff.admin.client.call(route.method, at(route, norte, key, ROWS[key]!(sul)), bodyOf(route, norte))
  expect([status, text]).toEqual([404, expect.not.stringMatching(/\bSul\b|@sul/)])
  expect(await written()).toEqual([])
})

test.each(named)('%s is not opened by a cookie: another site’s page can not ask it', async (_, route) => {
  const headers = { cookie: `jrt=${sul.staff.admin.client.cookie}`, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect(await call(route.method, at(route, sul), headers, bodyOf(route, sul))).toMatchObject({ status: 401 })
  expect(await written()).toEqual([])
})

test('a form of another site signs nobody in: only what no form can send is taken', async () => {
  const credentials = JSON.stringify({ email: sul.staff.ana.email, password: 'fita-amarela' })
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const init = { method: 'POST', headers: { 'content-type': type, origin: 'https://evil.example' }, body: credentials }
    const { status, headers } = await product.app.request('/auth/login', init, { address: '10.0.0.9' })
    expect([type, status, headers.get('set-cookie')]).toEqual([type, 415, null])
  }
  expect(await written()).toEqual([])
})

test('the token of a connection opens nothing that a person may see', async () => {
  const token = crypto.randomUUID()
  expect((await sul.staff.admin.client.put(`/whatsapp/${sul.connection.id}`, { token })).status).toBeLessThan(300)
  await written()
  for (const [, route] of named)
    expect([route.name, (await call(route.method, at(route, sul), bearer(token), bodyOf(route, sul))).status]).toEqual([route.name, 403])
  for (const transports of [['polling'], ['websocket']]) {
    const socket = io(`http://127.0.0.1:${product.server.port}`, { transports, forceNew: true, reconnection: false, query: { token } })
    const error = await new Promise<Error>(resolve => socket.once('connect_error', resolve))
    expect(error.message).toBe('ERR_SESSION_EXPIRED')
    socket.close()
  }
  expect(await written()).toEqual([])
})
