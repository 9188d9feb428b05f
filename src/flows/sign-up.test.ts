import { afterAll, afterEach, expect, test } from 'bun:test'
import { until } from '../../tests/factories'
import { sendTo } from '../../tests/mail'
import { testOffice } from '../../tests/office'
import { startSmtp } from '../../tests/peers/smtp'

const office = await testOffice({ PUBLIC_URL: 'https://atende.exemplo.com.br' })
const smtp = await startSmtp()
afterAll(() => smtp.close())
afterEach(() => smtp.reset())
const { product, norte } = office
const operator = norte.staff.admin.client

type Refusal = { error: string; code?: string; details?: Record<string, string[]> }
let networks = 0
async function ask<T>(path: string, body?: object, address = `198.51.100.${++networks}`) {
  const init = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await product.app.request(path, init, { address })
  return { status: response.status, body: (await response.json()) as T, headers: response.headers }
}
let companies = 0
const stranger = (more: object = {}) => {
  const at = ++companies
  const person = { name: `Ateliê ${at}`, userName: 'Teresa Açaí', email: `teresa${at}@flordelis.com.br`, phone: '(92) 99316-4002' }
  return { ...person, password: 'fita-verde', planId: offered.id, language: 'es', ...more }
}
const signUp = (more?: object, address?: string) => ask<Refusal & { id: number }>('/companies/cadastro', stranger(more), address)
const open = (value: 'enabled' | 'disabled') => operator.put('/settings/allowregister', { value })
const count = async (what: string) => Number((await office.store.client.execute(`select count(*) n from ${what}`)).rows[0]!.n)

const plan = { users: 3, connections: 1, queues: 2 }
const { body: offered } = await operator.post<{ id: number }>('/plans', { name: 'Equipe', value: '249,90', ...plan, isPublic: true })
const { body: hidden } = await operator.post<{ id: number }>('/plans', { name: 'Interno', value: 0, ...plan })
await open('enabled')

test('strangers are offered the plans that operators made public, and no other', async () => {
  for (const path of ['/plans/list', '/plans/register', '/api/plans/register']) {
    const { body } = await ask<{ id: number; name: string }[]>(path)
    expect([path, body.map(one => one.name)]).toEqual([path, ['Equipe']])
  }
})

test('who signs up has a company on trial, administers it, and is welcomed by mail in their language', async () => {
  await sendTo(smtp, operator.put)
  await operator.put('/settings/trial', { value: 5 })
  const who = stranger()
  const { status, body } = await ask<Record<string, unknown>>('/companies/cadastro', who)
  expect([status, body]).toMatchObject([
    200,
    { name: who.name, email: who.email, phone: '5592993164002', planId: offered.id, recurrence: 'MENSAL', status: true, language: 'es' },
  ])
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
  const days = (Date.parse(String(body.dueDate)) - Date.parse(`${today}T23:59:59.999-03:00`)) / 86_400_000
  expect(days).toBe(5)
  const signedIn = await ask<{ user: Record<string, unknown> }>('/auth/login', { email: who.email, password: who.password })
  expect(signedIn.body.user).toMatchObject({ name: 'Teresa Açaí', profile: 'admin', super: false, companyId: body.id, language: 'es' })
  const mail = await until(() => smtp.mails.find(({ to }) => to.includes(who.email)))
  expect(mail).toMatchObject({ to: [who.email], headers: { subject: 'Bienvenido: su cuenta está lista' } })
  expect(mail.text).toContain(who.name)
  expect(mail.html).toContain('href="https://atende.exemplo.com.br/login"')
  expect(mail.raw).not.toContain(who.password)
})

test('a name or an address that is taken is said at its field, and nothing of the company stays', async () => {
  await until(async () => !(await count("jobs where kind = 'mail'")))
  const before = [await count('companies'), await count('users'), 0]
  expect(await signUp({ name: 'Norte' })).toMatchObject({
    status: 400,
    body: { error: 'ERR_COMPANY_NAME_ALREADY_EXISTS', details: { name: ['ERR_COMPANY_NAME_ALREADY_EXISTS'] } },
  })
  expect(await signUp({ email: norte.staff.ana.email.toUpperCase() })).toMatchObject({
    status: 400,
    body: { code: 'ERR_EMAIL_TAKEN', details: { email: ['An user with this email already exists.'] } },
  })
  expect([await count('companies'), await count('users'), await count("jobs where kind = 'mail'")]).toEqual(before)
})

test('two who sign up with one address at once get one company', async () => {
  const before = await count('companies')
  const email = 'os-dois@flordelis.com.br'
  const answers = await Promise.all([signUp({ email }), signUp({ email })])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  expect(await count('companies')).toBe(before + 1)
})

test.each([
  ['name', ' ', 'Obrigatório'],
  ['userName', '', 'Obrigatório'],
  ['email', '', 'Obrigatório'],
  ['password', '', 'Obrigatório'],
  ['name', 'A', 'ERR_COMPANY_INVALID_NAME'],
  ['email', 'teresa@flordelis', 'E-mail inválido'],
  ['password', 'mudar123', 'Esta senha é fácil de adivinhar'],
  ['phone', '99316', 'Informe o telefone com DDD'],
])('%s refuses %p', async (field, value, said) => {
  expect(await signUp({ [field]: value })).toMatchObject({ status: 400, body: { details: { [field]: [said] } } })
})

test('a stranger decides neither the plan, nor its end, nor any right', async () => {
  for (const planId of [hidden.id, 999_999])
    expect(await signUp({ planId })).toMatchObject({ status: 404, body: { code: 'ERR_NO_PLAN_FOUND' } })
  const greedy = {
    super: true,
    profile: 'user',
    dueDate: '2099-01-01',
    status: 'f',
    recurrence: 'ANUAL',
    id: norte.id,
    companyId: norte.id,
  }
  const who = stranger(greedy)
  const { body } = await ask<{ id: number; dueDate: string }>('/companies/cadastro', who)
  expect(body).toMatchObject({ recurrence: 'MENSAL', status: true })
  expect([body.id === norte.id, body.dueDate < '2099']).toEqual([false, true])
  const { rows } = await office.store.client.execute({
    sql: 'select profile, super, company_id from users where email = ?',
    args: [who.email],
  })
  expect(rows[0]).toMatchObject({ profile: 'admin', super: 0, company_id: body.id })
})

test('a name can put no header into the mail', async () => {
  await sendTo(smtp, operator.put)
  const email = 'ana@flordelis.com.br'
  expect((await signUp({ email, userName: 'Ana\r\nBcc: evil@example.com' })).status).toBe(200)
  const mail = await until(() => smtp.mails.find(({ to }) => to.includes(email)))
  expect([mail.to, Object.keys(mail.headers).includes('bcc')]).toEqual([[email], false])
})

test('one network signs up so often and no more; another one is none the worse', async () => {
  const answers = []
  for (let i = 0; i < 21; i++) answers.push((await signUp({ planId: hidden.id }, '192.0.2.7')).status)
  expect(answers.filter(status => status === 429)).toHaveLength(1)
  expect((await signUp({ planId: hidden.id }, '192.0.2.8')).status).toBe(404)
})

test('closed, nobody signs up, whatever is sent', async () => {
  await open('disabled')
  for (const body of [stranger(), {}])
    expect(await ask('/companies/cadastro', body)).toMatchObject({ status: 403, body: { error: 'ERR_USER_CREATION_DISABLED' } })
  expect(await ask('/auth/signup', {})).toMatchObject({ status: 403, body: { error: 'ERR_USER_CREATION_DISABLED' } })
  await open('enabled')
})
