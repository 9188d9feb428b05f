import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { clientOf } from '../../../tests/client'
import { PASSWORD } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'

const office = await testOffice()
const { norte, sul, product } = office
const { client, name: operator } = norte.staff.admin
afterEach(() => setSystemTime())

const MINUTE = 60_000
const reason = 'A fila de vendas não recebe mensagens'
type Person = { id: number; name: string; companyId: number; super: boolean; profile: string; entered: { reason: string; until: string } }
type Entered = { token: string; user: Person }
type Entry = { companyId: number; companyName: string; operatorName: string; reason: string; endsAt: string; leftAt: string | null }

async function enter(minutes = 30) {
  const { body, status, text } = await client.post<Entered>(`/companies/${sul.id}/enter`, { reason, minutes })
  expect([status, text]).toEqual([200, text])
  return { ...body, inside: clientOf(product, body.token, '') }
}
const entries = async (who: typeof client, all = '') =>
  (await who.get<{ records: Entry[]; count: number }>(`/operator-entries${all}`)).body.records

test('an operator who enters a company is an administrator of it, by their own name, and operates nothing there', async () => {
  const { user, inside } = await enter()
  expect(user).toMatchObject({ name: operator, companyId: sul.id, super: false, profile: 'admin', entered: { reason } })
  expect((await inside.get(`/tickets/${sul.tickets.open.id}`)).status).toBe(200)
  expect((await inside.get(`/tickets/${norte.tickets.open.id}`)).status).toBe(404)
  const { body } = await inside.post<{ id: number }>('/ticket-notes', { note: 'Conferido', ticketId: sul.tickets.open.id })
  const note = (await sul.staff.admin.client.get<{ user: { name: string } }>(`/ticket-notes/${body.id}`)).body
  expect(note.user).toMatchObject({ name: operator })
  expect(await inside.put(`/tickets/${sul.tickets.pending.id}`, { status: 'open', userId: user.id })).toMatchObject({
    status: 403,
    body: { code: 'ERR_OPERATOR_SERVES_NOBODY' },
  })
  expect(await inside.get('/companies')).toMatchObject({ status: 403, body: { error: 'ERR_NO_SUPER' } })
  expect(await inside.post(`/companies/${norte.id}/enter`, { reason })).toMatchObject({ status: 403, body: { error: 'ERR_NO_SUPER' } })
  // The own session goes on beside it.
  expect((await client.get(`/tickets/${norte.tickets.open.id}`)).status).toBe(200)
})

test('a reason is required, the own company is none to enter, and nobody else enters one', async () => {
  const ask = (body: object, id = sul.id, who = client) => who.post(`/companies/${id}/enter`, body)
  expect((await ask({ reason: '' })).body).toMatchObject({ error: 'Obrigatório' })
  expect((await ask({ reason: 'oi' })).body).toMatchObject({ details: { reason: ['Mensagem muito curta'] } })
  expect((await ask({ reason, minutes: 600 })).status).toBe(400)
  expect((await ask({ reason }, norte.id)).body).toMatchObject({ code: 'ERR_COMPANY_OWN' })
  expect((await ask({ reason }, 999_999_999)).status).toBe(404)
  expect((await ask({ reason }, norte.id, sul.staff.admin.client)).body).toEqual({ error: 'ERR_NO_SUPER' })
})

test('both sides find it noted: who, when and why, and when they left', async () => {
  const { inside } = await enter()
  const [entry] = await entries(sul.staff.admin.client)
  expect(entry).toMatchObject({ companyId: sul.id, companyName: 'Sul', operatorName: operator, reason, leftAt: null })
  expect(JSON.stringify(entry)).not.toContain('sessionId')
  expect((await entries(client, '/all'))[0]).toEqual(entry!)
  expect(await entries(norte.staff.admin.client)).toEqual([])
  expect((await sul.staff.ana.client.get('/operator-entries')).status).toBe(403)
  expect((await sul.staff.admin.client.get('/operator-entries/all')).body).toEqual({ error: 'ERR_NO_SUPER' })
  expect((await inside.delete('/auth/entry')).status).toBe(200)
  expect((await inside.get('/tags')).status).toBe(403)
  expect((await entries(client, '/all'))[0]!.leftAt).not.toBeNull()
  expect((await client.delete('/auth/entry')).status).toBe(401)
})

test('a second entry ends the first', async () => {
  const first = await enter()
  const second = await enter()
  expect([(await first.inside.get('/tags')).status, (await second.inside.get('/tags')).status]).toEqual([403, 200])
})

test('it is over after the time that was chosen, for requests and sockets, and refreshing makes it no longer', async () => {
  const { inside, token } = await enter(60)
  const refreshed = await product.app.request('/auth/refresh_token', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  const again = (await refreshed.json()) as Entered
  expect(again.user).toMatchObject({ companyId: sul.id, entered: { reason } })
  expect(refreshed.headers.get('set-cookie')).toBeNull()
  const later = clientOf(product, again.token, '')
  const socket = await inside.socket()
  setSystemTime(new Date(Date.now() + 59 * MINUTE))
  expect([(await inside.get('/tags')).status, (await later.get('/tags')).status]).toEqual([200, 200])
  setSystemTime(new Date(Date.now() + 2 * MINUTE))
  for (const one of [inside, later]) expect(await one.get('/tags')).toMatchObject({ status: 403, body: { code: 'ERR_INVALID_TOKEN' } })
  await product.jobs.run('overdue')
  setSystemTime()
  await socket.closed()
  const bearer = { authorization: `Bearer ${token}`, cookie: `jrt=${client.cookie}` }
  setSystemTime(new Date(Date.now() + 61 * MINUTE))
  const back = (await (await product.app.request('/auth/refresh_token', { method: 'POST', headers: bearer })).json()) as Entered
  expect(back.user).toMatchObject({ companyId: norte.id, super: true, entered: null })
})

test('who signs out is out of the company too', async () => {
  const own = await office.signIn(norte.staff.admin)
  const { body } = await own.post<Entered>(`/companies/${sul.id}/enter`, { reason })
  const inside = clientOf(product, body.token, '')
  expect((await inside.get('/tags')).status).toBe(200)
  expect((await own.delete('/auth/logout')).status).toBe(200)
  expect((await inside.get('/tags')).status).toBe(403)
  expect((await entries(client, '/all'))[0]!.leftAt).not.toBeNull()
})

test('an operator makes no room among the colleagues of a company', async () => {
  const { inside } = await enter()
  expect((await inside.post('/chats', { title: 'Suporte', users: [{ id: sul.staff.ana.id }] })).status).toBe(403)
  expect((await sul.staff.ana.client.get<{ records: object[] }>('/chats')).body.records).toEqual([])
})

test('a company whose time is over, or that is suspended, can be looked after; what is suspended is only read', async () => {
  await client.put(`/companies/${sul.id}`, { dueDate: '2020-01-01' })
  const { inside } = await enter()
  expect([(await inside.get('/tags')).status, (await sul.staff.ana.client.get('/tags')).status]).toEqual([200, 402])
  await client.put(`/companies/${sul.id}`, { dueDate: '', status: false })
  expect(await inside.post('/tags', { name: 'x' })).toMatchObject({ status: 402, body: { code: 'ERR_COMPANY_SUSPENDED' } })
  expect((await inside.delete('/auth/entry')).status).toBe(200)
  await client.put(`/companies/${sul.id}`, { status: true })
})

test('whoever signs in elsewhere, where one may be in one place alone, has left the company too', async () => {
  const { inside } = await enter()
  await client.put('/settings/singleSession', { value: 'enabled' })
  const body = JSON.stringify({ email: norte.staff.admin.email, password: PASSWORD })
  const answer = await product.app.request(
    '/auth/login',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body },
    { address: '10.0.0.9' },
  )
  expect(answer.status).toBe(200)
  expect((await inside.get('/tags')).status).toBe(403)
  expect((await entries(sul.staff.admin.client))[0]!.leftAt).not.toBeNull()
})

test('a new password of an operator ends the stay, and it is noted when', async () => {
  const own = await office.signIn(norte.staff.admin)
  const { body } = await own.post<Entered>(`/companies/${sul.id}/enter`, { reason })
  const inside = clientOf(product, body.token, '')
  expect((await inside.get('/tags')).status).toBe(200)
  const changed = await own.put('/users/me', { password: 'Outra-senha-1', currentPassword: PASSWORD })
  expect([changed.status, changed.text]).toEqual([200, changed.text])
  expect((await inside.get('/tags')).status).toBe(403)
  expect((await entries(sul.staff.admin.client))[0]!.leftAt).not.toBeNull()
})
