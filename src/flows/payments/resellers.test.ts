import { afterAll, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { later, monthsLater } from '#modules/companies'
import { limitsOf } from '../../modules/plans/allowance'
import { companies } from '../../modules/companies/schema'
import { type Checkout, dueDateOf, PAYER } from '../../../tests/billing'
import { openOffice, PASSWORD } from '../../../tests/factories'
import { startAsaas } from '../../../tests/peers/asaas'
import { startMercadoPago } from '../../../tests/peers/mercado-pago'
import { reseller, signInAt, type TestReseller } from '../../../tests/resellers'
import { until } from '../../../tests/until'

const HOUSE = 'atende.balcao.com.br'
const HOOK = 'segredo-do-aviso-bem-comprido'
const keys = { house: 'chave-da-casa', ana: 'chave-da-ana', bia: 'chave-da-bia' }
const peers = { house: startAsaas(keys.house), ana: startAsaas(keys.ana), bia: startAsaas(keys.bia) }
const mercadoPago = startMercadoPago('token-da-bia')
const allowed = [...Object.values(peers), mercadoPago].map(({ destination }) => destination).join()
const office = await openOffice({ PUBLIC_URL: `https://${HOUSE}`, OUTBOUND_ALLOW: allowed })
afterAll(async () => {
  await office.close()
  await Promise.all([...Object.values(peers), mercadoPago].map(peer => peer.stop()))
})
const { norte, product, store } = office
const house = norte.staff.admin.client
const ana = await reseller(office, 'Conversa Já', 'conversaja.com.br')
const bia = await reseller(office, 'Zap Fácil', 'zapfacil.com.br')
const DUE = later(new Date().toISOString().slice(0, 10), 3)

type Account = { provider: string; isActive: boolean; kept: string[]; webhook: string | null; settings: Record<string, string> }
const PATH = '/payment-accounts/asaas'
const settingsOf = (who: keyof typeof keys) => ({ apiKey: keys[who], webhookToken: HOOK, baseUrl: peers[who].baseUrl })
const use = async (client: TestReseller['tenant']['client'], who: keyof typeof keys) =>
  (await client.put<Account>(PATH, { isActive: true, settings: settingsOf(who) })).body
const call = async (path: string, id: string, host: string) => {
  const headers = { 'content-type': 'application/json', 'asaas-access-token': HOOK, host }
  const init = { method: 'POST', body: JSON.stringify({ event: 'PAYMENT_RECEIVED', payment: { id } }), headers }
  return (await product.app.request(path, init, { address: '203.0.113.7' })).status
}
const atRest = () =>
  until(async () => {
    const sql = "select 1 from jobs where kind = 'payment-check' and state in ('waiting', 'running')"
    return (await store.client.execute(sql)).rows.length === 0
  })
const owes = async ({ tenant }: TestReseller) => {
  const { body } = await tenant.client.post<Checkout>('/subscription', PAYER)
  await atRest()
  return body.txid
}
const fates = async ({ boss }: Pick<TestReseller, 'boss'>) =>
  (await boss.client.get<{ events: { fate: string }[] }>('/payment-accounts/events')).body.events.map(({ fate }) => fate)

await use(house, 'house')
const hooks = { ana: (await use(ana.boss.client, 'ana')).webhook!, bia: (await use(bia.boss.client, 'bia')).webhook! }
beforeEach(async () => {
  for (const table of ['invoices', 'jobs', 'payment_events']) await store.client.execute(`delete from ${table}`)
  await store.client.execute({ sql: 'update companies set due_date = ? where id in (?, ?)', args: [DUE, ana.company.id, bia.company.id] })
})

test('each reseller’s companies pay into its own account, by its own key, sealed and told to nobody', async () => {
  const [code, other] = [await owes(ana), await owes(bia)]
  expect([peers.ana.payments.has(code), peers.bia.payments.has(other)]).toEqual([true, true])
  expect([peers.house.payments.size, peers.ana.payments.size, peers.bia.payments.size]).toEqual([0, 1, 1])
  const { text, body } = await ana.boss.client.get<Account[]>('/payment-accounts')
  expect(text).not.toContain(keys.ana)
  expect(body.find(({ provider }) => provider === 'asaas')).toMatchObject({ isActive: true, kept: ['apiKey', 'webhookToken'] })
  const { rows } = await store.client.execute('select settings from payment_accounts')
  for (const key of Object.values(keys)) expect(JSON.stringify(rows)).not.toContain(key)
})

test('a reseller’s webhook has an address that nobody guesses, and only it makes its charge be asked about', async () => {
  expect(hooks.ana).toMatch(/^\/subscription\/webhook\/asaas\/[\w-]{30,}$/)
  expect(hooks.bia).not.toBe(hooks.ana)
  const code = await owes(ana)
  peers.ana.payments.get(code)!.status = 'RECEIVED'
  const asked = peers.ana.asked.length
  expect(await call('/subscription/webhook/asaas', code, ana.domain)).toBe(200)
  expect(await call(hooks.bia, code, ana.domain)).toBe(200)
  expect(await call(`${hooks.ana.slice(0, -1)}_`, code, ana.domain)).toBe(403)
  expect(await call(hooks.ana.replace('asaas', 'mercadopago'), code, ana.domain)).toBe(403)
  await atRest()
  expect([peers.ana.asked.length, await dueDateOf(office, ana.company)]).toEqual([asked, DUE])
  expect(await call(hooks.ana, code, HOUSE)).toBe(200)
  await until(async () => (await dueDateOf(office, ana.company)) === monthsLater(DUE, 1))
  expect(await fates(ana)).toEqual(['paid'])
  // What called the webhook of another, and named no charge of theirs, that one sees.
  expect(await fates(bia)).toEqual(['unknown'])
})

test('fifty calls at once of a reseller’s webhook move the date once', async () => {
  const code = await owes(bia)
  peers.bia.payments.get(code)!.status = 'RECEIVED'
  expect(new Set(await Promise.all(Array.from({ length: 50 }, () => call(hooks.bia, code, bia.domain))))).toEqual(new Set([200]))
  await until(async () => (await dueDateOf(office, bia.company)) !== DUE)
  await atRest()
  expect(await dueDateOf(office, bia.company)).toBe(monthsLater(DUE, 1))
  expect((await fates(bia)).filter(fate => fate === 'paid')).toHaveLength(1)
})

test('a server that names its charge like another’s takes nothing from the other', async () => {
  const code = await owes(ana)
  // The server is the reseller's own to choose, and says what it likes.
  const { id } = (await store.client.execute({ sql: 'select account_id as id from charges where reference = ?', args: [code] })).rows[0]!
  await owes(bia)
  await store.client.execute({ sql: 'update charges set reference = ? where account_id <> ?', args: [code, id!] })
  peers.bia.payments.set(code, { ...peers.ana.payments.get(code)!, status: 'RECEIVED' })
  expect(await call(hooks.bia, code, bia.domain)).toBe(200)
  await until(async () => (await dueDateOf(office, bia.company)) !== DUE)
  expect(await dueDateOf(office, ana.company)).toBe(DUE)
})

test('what is paid by a code of the operator before is that one’s money: it moves nothing, and the one after reads nothing of it', async () => {
  const born = { name: 'Muda', email: 'muda@muda.com', password: PASSWORD, planId: ana.plan.id, dueDate: DUE, recurrence: 'MENSAL' }
  const company = (await ana.boss.client.post<{ id: number }>('/companies', born)).body
  const tenant = (await signInAt(office, ana.domain, born.email))!
  const code = await owes({ ...ana, company, tenant } as TestReseller)
  expect((await house.post(`/companies/${company.id}/reseller`, { resellerId: bia.id, planId: bia.plan.id })).status).toBe(200)
  peers.ana.payments.get(code)!.status = 'RECEIVED'
  expect(await call(hooks.ana, code, ana.domain)).toBe(200)
  await atRest()
  expect(await dueDateOf(office, company)).toBe(DUE)
  expect([await fates(ana), await fates(bia)]).toEqual([['late'], []])
})

test('an invoice that the operator after marks as paid was not paid by the code of the one before', async () => {
  const born = { name: 'Vai', email: 'vai@vai.com', password: PASSWORD, planId: ana.plan.id, dueDate: DUE, recurrence: 'MENSAL' }
  const company = (await ana.boss.client.post<{ id: number }>('/companies', born)).body
  const tenant = (await signInAt(office, ana.domain, born.email))!
  const code = await owes({ ...ana, company, tenant } as TestReseller)
  await house.post(`/companies/${company.id}/reseller`, { resellerId: bia.id, planId: bia.plan.id })
  const { rows } = await store.client.execute({
    sql: "select id from invoices where company_id = ? and status = 'open'",
    args: [company.id],
  })
  expect((await bia.boss.client.put(`/invoices/${Number(rows[0]!['id'])}`, { status: 'paid' })).body).toMatchObject({ paidBy: 'manual' })
  peers.ana.payments.get(code)!.status = 'RECEIVED'
  expect(await call(hooks.ana, code, ana.domain)).toBe(200)
  await atRest()
  expect([await fates(ana), await fates(bia)]).toEqual([['late'], ['paid']])
})

test('Mercado Pago is told the reseller’s own address, and nobody else’s', async () => {
  const settings = { accessToken: 'token-da-bia', webhookSecret: HOOK, baseUrl: mercadoPago.baseUrl }
  const { webhook } = (await bia.boss.client.put<Account>('/payment-accounts/mercadopago', { isActive: true, settings })).body
  const code = await owes(bia)
  expect(mercadoPago.payments.get(Number(code))).toMatchObject({ notification_url: `https://${bia.domain}${webhook}` })
  await use(bia.boss.client, 'bia')
})

test('who sets up one account takes no other out of use, and sees none of them', async () => {
  const mine = async (client: TestReseller['tenant']['client']) =>
    (await client.get<Account[]>('/payment-accounts')).body.filter(({ isActive }) => isActive).map(({ settings }) => settings['baseUrl'])
  expect(await Promise.all([house, ana.boss.client, bia.boss.client].map(mine))).toEqual([
    [peers.house.baseUrl],
    [peers.ana.baseUrl],
    [peers.bia.baseUrl],
  ])
  expect((await ana.tenant.client.get('/payment-accounts')).status).toBe(403)
})

test('a company that goes to another operator takes neither extras nor credits nor what it paid along, and its receipts stay with who was paid', async () => {
  const born = { name: 'Leva', email: 'leva@leva.com', password: PASSWORD, planId: ana.plan.id, dueDate: DUE, recurrence: 'MENSAL' }
  const company = (await ana.boss.client.post<{ id: number }>('/companies', born)).body
  const tenant = (await signInAt(office, ana.domain, born.email))!
  const paying = { ...ana, company, tenant } as TestReseller
  const figures = async ({ boss }: TestReseller) => (await boss.client.get<{ paying: number }>('/invoices/figures')).body.paying
  const before = [await figures(ana), await figures(bia)]
  await owes(paying)
  const [open] = (await tenant.client.get<{ id: number }[]>('/invoices/all')).body
  await ana.boss.client.put(`/invoices/${open!.id}`, { status: 'paid' })
  expect(await figures(ana)).toBe(before[0]! + 1)
  await ana.boss.client.post('/invoice-items', { companyId: company.id, kind: 'item', text: 'Visita', value: 50 })
  await store.client.execute(
    `insert into invoice_items (company_id, reseller_id, kind, n, cents, created_at, updated_at)
      values (${company.id}, ${ana.id}, 'credit', 1, -9000, 1, 1)`,
  )
  expect((await house.post(`/companies/${company.id}/reseller`, { resellerId: bia.id, planId: bia.plan.id })).status).toBe(200)
  expect([await figures(ana), await figures(bia)]).toEqual([before[0]! + 1, before[1]!])
  const cheap = { name: 'Barato', users: 9, connections: 9, queues: 9, value: 10, isPublic: true }
  await bia.boss.client.post('/plans', cheap)
  type Standing = { next: { lines: { kind: string }[] }; plans: { name: string; change: { value: number } }[] }
  const { next, plans } = (await tenant.client.get<Standing>('/subscription')).body
  expect(next.lines.map(({ kind }) => kind)).toEqual(['plan'])
  expect(plans.find(({ name }) => name === 'Barato')!.change.value).toBe(0)
})

test('what a company was sold and credited counts again when it comes back to who did, and its extras are capacity again', async () => {
  const born = { name: 'Volta', email: 'volta@volta.com', password: PASSWORD, planId: ana.plan.id, dueDate: DUE, recurrence: 'MENSAL' }
  const company = (await ana.boss.client.post<{ id: number }>('/companies', born)).body
  const item = { companyId: company.id, kind: 'users', n: 2, value: 5 }
  const [sold] = (await ana.boss.client.post<{ id: number }[]>('/invoice-items', item)).body
  await store.client.execute(
    `insert into invoice_items (company_id, reseller_id, kind, n, cents, created_at, updated_at)
      values (${company.id}, ${ana.id}, 'credit', 1, -9000, 1, 1)`,
  )
  const move = ({ id: resellerId, plan }: TestReseller) => house.post(`/companies/${company.id}/reseller`, { resellerId, planId: plan.id })
  const users = async () =>
    (await limitsOf(store.db, (await store.db.select().from(companies).where(eq(companies.id, company.id)))[0]!)).users
  const waiting = async ({ boss }: TestReseller) =>
    (await boss.client.get<{ kind: string }[]>(`/invoice-items?companyId=${company.id}`)).body.map(({ kind }) => kind)
  expect((await move(bia)).status).toBe(200)
  expect([await waiting(bia), await users()]).toEqual([[], 9])
  for (const { client } of [ana.boss, bia.boss]) expect((await client.delete(`/invoice-items/${sold!.id}`)).status).toBe(404)
  expect((await move(ana)).status).toBe(200)
  expect([await waiting(ana), await users()]).toEqual([['users', 'credit'], 11])
})
