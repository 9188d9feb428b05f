import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { transaction } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { companies } from './index'
import { companies as table } from './schema'
import { purge } from '../../flows/purge'
import { testOffice } from '../../../tests/office'
import { clientOf } from '../../../tests/client'
import { until } from '../../../tests/until'
import { PASSWORD } from '../../../tests/factories'

const office = await testOffice()
const { norte, sul, product, store } = office
const { client } = norte.staff.admin
afterEach(() => setSystemTime())

type Company = {
  id: number
  name: string
  dueDate: string
  dueDay: string | null
  status: boolean
  planId: number
  usage: { messages: number }
}
const made = async (name: string, more: object = {}) => {
  const given = { name, email: `${name.toLowerCase()}@oeste.com`, password: PASSWORD, ...more }
  const { body, status, text } = await client.post<Company>('/companies', given)
  expect([status, text]).toEqual([200, text])
  return body
}
const signIn = (email: string) =>
  product.app.request('/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
const set = async (values: Partial<typeof table.$inferInsert>) => {
  await store.db.update(table).set(values).where(eq(table.id, sul.id))
  sul.ctx.access.changed({ companyId: sul.id })
}

test('a company is made with its first administrator and its plan, as forms of this family send it', async () => {
  const plan = (await client.post<{ id: number }>('/plans', { name: 'Inicial', users: 2, connections: 1, queues: 1 })).body
  const company = await made('Oeste', {
    ...{ phone: '(11) 98888-7777', planId: String(plan.id), recurrence: 'MENSAL', dueDate: '2026-12-23', status: 't' },
    campaignsEnabled: false,
  })
  expect(company).toMatchObject({ status: true, planId: plan.id, dueDay: '2026-12-23', dueDate: '2026-12-24T02:59:59.999Z' })
  const answer = await signIn('oeste@oeste.com')
  const { user } = (await answer.json()) as { user: { profile: string; super: boolean; companyId: number } }
  expect(user).toMatchObject({ profile: 'admin', super: false, companyId: company.id })
  const { body: all } = await client.get<(Company & { settings: { key: string; value: string }[] })[]>('/companies/list')
  expect(all.find(({ id }) => id === company.id)).toMatchObject({ plan: { id: plan.id, name: 'Inicial', value: 0 } })
})

test('a company without an administrator is none: an address that is taken makes nothing', async () => {
  const before = (await client.get<{ count: number }>('/companies')).body.count
  const again = { name: 'Meia', email: sul.staff.ana.email, password: PASSWORD }
  expect(await client.post('/companies', again)).toMatchObject({ status: 400, body: { code: 'ERR_EMAIL_TAKEN' } })
  expect(await client.post('/companies', { ...again, email: 'm@meia.com', planId: 999_999_999 })).toMatchObject({ status: 404 })
  expect((await client.get<{ count: number }>('/companies')).body.count).toBe(before)
  expect(await client.post('/companies', { ...again, name: 'Sul', email: 'x@x.com' })).toMatchObject({
    body: { error: 'ERR_COMPANY_NAME_ALREADY_EXISTS' },
  })
})

test('the list says plan, use and state of each company, and finds them by name, address and plan', async () => {
  const { body } = await client.get<{ companies: Company[] }>('/companies?searchParam=sul@exemplo')
  expect(body.companies).toMatchObject([{ id: sul.id, plan: { name: 'Completo' }, usage: { users: 6, connections: 1, queues: 3 } }])
  expect(body.companies[0]!.usage.messages).toBeGreaterThan(5)
  const tomorrow = new Date(Date.now() + 30 * 3600_000).toISOString().slice(0, 10)
  const ids = async (state: string) =>
    (await client.get<{ companies: Company[] }>(`/companies?state=${state}`)).body.companies.map(({ id }) => id)
  await set({ dueDate: tomorrow })
  expect([await ids('dueSoon'), await ids('overdue'), await ids('suspended')]).toEqual([[sul.id], [], []])
  await set({ dueDate: '2020-01-01' })
  expect([await ids('dueSoon'), await ids('overdue')]).toEqual([[], [sul.id]])
  await set({ dueDate: null, status: false })
  expect(await ids('suspended')).toEqual([sul.id])
  await set({ status: true })
})

test.each([
  ['MENSAL', '2026-01-31', '2026-02-28'],
  ['MENSAL', '2026-11-23', '2026-12-23'],
  ['BIMESTRAL', '2026-12-31', '2027-02-28'],
  ['TRIMESTRAL', '2026-11-23', '2027-02-23'],
  ['SEMESTRAL', '2027-08-31', '2028-02-29'],
  ['ANUAL', '2028-02-29', '2029-02-28'],
] as const)('one period more of %p: %s becomes %s, once', async (recurrence, from, to) => {
  await client.put(`/companies/${sul.id}`, { recurrence, dueDate: from })
  const asked = await Promise.all([1, 2, 3].map(() => client.post<Company>(`/companies/${sul.id}/due-date`, { from })))
  expect(asked.map(({ body }) => body.dueDay)).toEqual([to, to, to])
  await set({ dueDate: null, recurrence: '' })
})

test('where nothing recurs there is no period to add', async () => {
  await client.put(`/companies/${sul.id}`, { recurrence: '', dueDate: '2099-11-23' })
  const asked = await client.post(`/companies/${sul.id}/due-date`, { from: '2099-11-23' })
  expect(asked).toMatchObject({ status: 400, body: { details: { recurrence: ['Obrigatório'] } } })
  await set({ dueDate: null })
})

test('a form of the family sends a company back as it read it, and nothing changes', async () => {
  await set({ dueDate: '2099-03-14', phone: '(11) 98888-7777' })
  const read = async () => (await client.get<Company>(`/companies/${sul.id}`)).body
  const before = await read()
  expect((await client.put(`/companies/${sul.id}`, before)).status).toBe(200)
  expect({ ...(await read()), updatedAt: 0 }).toEqual({ ...before, updatedAt: 0 } as never)
  await client.put(`/companies/${sul.id}`, { ...before, dueDate: '', recurrence: 'MENSAL' })
  expect(await read()).toMatchObject({ dueDay: null, dueDate: '2999-12-31T23:59:59.999Z', recurrence: 'MENSAL' })
})

test('an exception goes before the plan, for what may be used and for how much of it', async () => {
  const admin = sul.staff.admin.client
  const put = (exceptions: object) => client.put(`/companies/${sul.id}`, { exceptions })
  await put({ useIntegrations: false, queues: 1 })
  expect(await admin.get('/queueIntegration')).toMatchObject({ status: 403, body: { code: 'ERR_NOT_IN_PLAN' } })
  expect(await admin.post('/queue', { name: 'Outra', color: '#123123' })).toMatchObject({
    body: { code: 'ERR_QUEUE_LIMIT', details: { limit: 1 } },
  })
  expect((await admin.get<{ plan: object }>(`/companies/listPlan/${sul.id}`)).body.plan).toMatchObject({
    useIntegrations: false,
    queues: 1,
  })
  expect((await client.get('/queueIntegration')).status).toBe(200)
  await put({ useIntegrations: null, queues: '' })
  expect((await admin.get('/queueIntegration')).status).toBe(200)
  expect((await client.get(`/companies/${sul.id}`)).body).toMatchObject({ exceptions: {} })
})

test('who is suspended signs in and reads, and is told why nothing else works; robots are silent, and messages come', async () => {
  const person = sul.staff.admin.client
  await client.put(`/companies/${sul.id}`, { status: 'false' })
  const answer = await signIn(sul.staff.ana.email)
  expect(answer.status).toBe(200)
  expect(((await answer.json()) as { user: { company: { status: boolean } } }).user.company.status).toBe(false)
  expect((await person.get('/tickets')).status).toBe(200)
  const body = { code: 'ERR_COMPANY_SUSPENDED' }
  expect(await person.post(`/messages/${sul.tickets.open.id}`, { body: 'oi' })).toMatchObject({ status: 402, body })
  const token = clientOf(product, sul.connectionToken, '')
  expect(await token.post('/messages/send', { number: '5511900000000', body: 'oi' })).toMatchObject({ status: 402, body })
  await sul.staff.ana.client.get(`/messages/${sul.tickets.open.id}`)
  await office.receive(sul, { from: { pn: '5511977776666', name: 'Nova' }, text: 'tem alguém?' })
  const { body: found } = await person.get<{ tickets: { id: number; lastMessage: string }[] }>('/tickets?searchParam=5511977776666')
  expect(found.tickets).toMatchObject([{ lastMessage: 'tem alguém?' }])
  const socket = await person.socket()
  socket.close()
  await client.put(`/companies/${sul.id}`, { status: true })
  expect((await person.post('/tags', { name: 'Voltamos', color: '#123123' })).status).toBe(200)
})

test('a company is deleted with everything, and nobody else loses a row', async () => {
  const gone = await office.company('Leste')
  const socket = await gone.staff.ana.client.socket()
  const counts = async (id: number) => {
    const tables = await store.client.execute(
      "select t.name from pragma_table_list t join pragma_table_info(t.name) c on c.name = 'company_id' where t.schema = 'main' and t.type = 'table'",
    )
    const rows: [string, number][] = []
    for (const [name] of tables.rows.map(row => [String(row[0])] as const)) {
      const { rows: found } = await store.client.execute(`select count(*) from ${name} where company_id = ${id}`)
      rows.push([name, Number(found[0]![0])])
    }
    return Object.fromEntries(rows)
  }
  const before = await counts(sul.id)
  expect((await counts(gone.id))['messages']).toBeGreaterThan(5)
  expect((await client.delete(`/companies/${norte.id}`)).body).toMatchObject({ code: 'ERR_COMPANY_OPERATES' })
  expect((await client.delete(`/companies/${gone.id}`)).status).toBe(200)
  await socket.closed()
  expect((await gone.staff.ana.client.get('/tags')).status).toBe(403)
  expect((await signIn(gone.staff.ana.email)).status).toBe(401)
  expect((await client.get(`/companies/${gone.id}`)).status).toBe(404)
  await until(async () => !(await store.db.select().from(table).where(eq(table.id, gone.id))).length)
  expect(Object.entries(await counts(gone.id)).filter(([, n]) => n)).toEqual([])
  expect(await counts(sul.id)).toEqual(before)
  // Names and addresses are free again.
  await made('Leste', { email: gone.staff.ana.email })
})

test('what waits to be purged of a company that is deleted goes all the same', async () => {
  const gone = await office.company('Foz')
  const contactId = gone.tickets.open.contactId
  const left = async () => (await store.client.execute(`select 1 from contacts where id = ${contactId}`)).rows.length
  // As a purge that failed once: deleted for everybody, and its rows wait for the next try.
  await transaction(gone.ctx, async ctx => {
    const trash = await companies.trash(ctx.db)
    for (const name of ['contacts', 'tickets'])
      await ctx.db.run(
        sql.raw(`update ${name} set company_id = ${trash} where ${name === 'contacts' ? 'id' : 'contact_id'} = ${contactId}`),
      )
    await jobs.enqueue(ctx, purge, { contactId }, { delayMs: 3600_000 })
  })
  expect((await client.delete(`/companies/${gone.id}`)).status).toBe(200)
  await until(async () => !(await store.db.select().from(table).where(eq(table.id, gone.id))).length)
  expect(await left()).toBe(1)
  await store.client.execute("update jobs set due_at = 1, state = 'waiting' where kind = 'purge' and state = 'scheduled'")
  product.jobs.runner.wake()
  await until(async () => !(await left()))
})

test('a company takes its own data along, also while it is suspended; its agents and other companies do not', async () => {
  const { admin, ana } = sul.staff
  await client.put(`/companies/${sul.id}`, { status: false })
  const { status, body } = await admin.client.get<{ address: string }>('/companies/export')
  expect([status, body.address]).toEqual([200, expect.stringContaining(`/companies/${sul.id}/export`)])
  expect((await product.app.request(body.address)).status).toBe(200)
  await client.put(`/companies/${sul.id}`, { status: true })
  expect((await ana.client.get('/companies/export')).status).toBe(403)
  expect((await admin.client.post(`/companies/${sul.id}/export`)).status).toBe(403)
})

test('its own archive has neither rooms of colleagues nor what somebody began to write, which its administrators read nowhere', async () => {
  const { admin, ana, bia } = norte.staff
  const room = (await ana.client.post<{ id: number }>('/chats', { title: 'Sala reservada', users: [{ id: bia.id }] })).body
  expect((await ana.client.post(`/chats/${room.id}/messages`, { message: 'fala reservada' })).status).toBe(200)
  const ticket = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: ana.id })
  await ana.client.put(`/drafts/${ticket.id}`, { text: 'rascunho reservado', note: '', version: 0 })
  const begun = [{ userId: ana.id, text: 'rascunho reservado', note: '' }]
  await store.client.execute({
    sql: "insert into contact_merges (company_id, kept_id, absorbed, moved, created_at, updated_at) values (?, ?, '{}', ?, 1, 1)",
    args: [norte.id, ticket.contactId, JSON.stringify({ tickets: [77_001], intoOther: [{ from: 1, to: 2, ids: [], begun }] })],
  })
  const taken = async (address: string) =>
    new TextDecoder().decode(Bun.gunzipSync(new Uint8Array(await (await product.app.request(address)).arrayBuffer())))
  const own = (await admin.client.get<{ address: string }>('/companies/export')).body.address
  const tar = await taken(own)
  expect(tar).toContain('77001')
  expect(tar).not.toMatch(/reservad[ao]|chats\/|chat_\w+\/|ticket_drafts\//)
  expect((await product.app.request(own.replace('reader=company', 'reader=operator'))).status).toBe(404)
  const operators = (await client.post<{ address: string }>(`/companies/${norte.id}/export`)).body.address
  expect(await taken(operators)).toContain('fala reservada')
})

test('a download of its data breaks off where whoever asked for it is an administrator no more, and their address opens nothing', async () => {
  const { admin } = sul.staff
  const login = { email: 'sai@sul.test', password: 'uma frase curta' }
  const { id } = (await admin.client.post<{ id: number }>('/users', { name: 'Sai', ...login, profile: 'admin' })).body
  const { token } = (await admin.client.post<{ token: string }>('/auth/login', login)).body
  for (const name of ['um', 'dois']) {
    const form = new FormData()
    form.append('medias', new File([crypto.getRandomValues(Buffer.alloc(8 * 2 ** 20))], `${name}.bin`))
    expect((await admin.client.post(`/messages/${sul.tickets.open.id}`, form)).status).toBe(200)
  }
  const { address } = (await clientOf(product, token, '').get<{ address: string }>('/companies/export')).body
  const reader = (await product.app.request(address)).body!.getReader()
  expect((await reader.read()).done).toBe(false)
  expect((await admin.client.put(`/users/${id}`, { profile: 'user' })).status).toBe(200)
  const rest = async () => {
    while (!(await reader.read()).done);
  }
  await expect(rest()).rejects.toThrow('ERR_NO_COMPANY_FOUND')
  expect((await product.app.request(address)).status).toBe(404)
})

test('the data of a company is one archive, without secrets and without anybody else', async () => {
  const { body } = await client.post<{ address: string }>(`/companies/${sul.id}/export`)
  const fetched = async (address: string) => product.app.request(address, { headers: { 'sec-fetch-mode': 'navigate' } })
  const answer = await fetched(body.address)
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([200, expect.stringMatching(/Sul-.*\.tar\.gz/)])
  const tar = new TextDecoder().decode(Bun.gunzipSync(new Uint8Array(await answer.arrayBuffer())))
  for (const path of ['company.json', 'messages/000001.jsonl', 'tickets/000001.jsonl', 'users/000001.jsonl']) expect(tar).toContain(path)
  expect(tar).toContain('canário Sul')
  expect(tar).toContain(sul.staff.ana.email)
  expect(tar).not.toMatch(/Norte|norte\.com|sealed:|passwordHash|password_hash|argon2/)
  expect(tar).not.toContain(sul.connectionToken)
  expect((await fetched(body.address.replace(`/${sul.id}/`, `/${norte.id}/`))).status).toBe(404)
  setSystemTime(new Date(Date.now() + 11 * 60_000))
  expect((await fetched(body.address)).status).toBe(404)
})
