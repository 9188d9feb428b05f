import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ruleOf } from '#modules/rights'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PIX } from '../billing'
import type { Client } from '../client'
import { openOffice, PASSWORD } from '../factories'
import { askAt, couponOf, reseller, signInAt } from '../resellers'
import { watchTables } from './changes'
import { bodyOf, keysOf, routesOf, type Route } from './routes'

const HOUSE = 'atende.balcao.com.br'
const office = await openOffice({ PUBLIC_URL: `https://${HOUSE}` })
afterAll(() => office.close())
const { norte, sul, product } = office
const house = norte.staff.admin.client
const ana = await reseller(office, 'Conversa Já', 'conversaja.com.br')
const bia = await reseller(office, 'Zap Fácil', 'zapfacil.com.br')
await house.post('/invoice-items', { companyId: sul.id, kind: 'item', text: 'Extra da casa', value: 10 })

/** Whatever names the house, its companies, or the other reseller. */
const OTHERS = /balc[aã]o|Norte|Sul\b|@sul|zap ?f[aá]cil/i

const operated = routesOf(product).filter(({ right }) => right && ruleOf(right).super)
/** What a path names, of the other reseller and of the house. */
const rows: Record<string, [theirs: number | string, houses: number | string]> = {
  companies: [bia.company.id, sul.id],
  plans: [bia.plan.id, norte.rows['/plans']!.id],
  coupons: [bia.coupon.id, norte.rows['/coupons']!.id],
  helps: [bia.help.id, norte.rows['/helps']!.id],
  announcements: [bia.notice.id, norte.rows['/announcements']!.id],
  'invoice-items': [bia.item.id, sul.rows['/invoice-items']!.id],
  invoices: [999_999_999, sul.rows['/invoices']!.id],
  resellers: [bia.id, ana.id],
  plugins: ['webhook', 'webhook'],
}
/** The own one whatever is asked for: tried in src/modules/resellers/resellers.test.ts and src/flows/payments/resellers.test.ts. */
const OWN = /^\/(brand|payment-accounts)/
const named = operated.filter(route => keysOf(route).length && !OWN.test(route.path))
const nounOf = ({ path }: Route) => path.split('/')[1]!

let written: () => Promise<string[]>
beforeAll(async () => {
  written = await watchTables(office.store)
})

test('every row that an operator names is known to this walk', () => {
  expect([...new Set(named.map(nounOf))].filter(noun => !rows[noun])).toEqual([])
  expect(named.length).toBeGreaterThan(20)
})

const BODIES: Record<string, object> = {
  'POST /companies/:id/reseller': { resellerId: ana.id, planId: ana.plan.id },
  'POST /resellers/:id/operators': { name: 'Intrusa', email: 'intrusa@exemplo.com', password: 'fita-verde' },
  'PUT /resellers/:id': { domains: 'outro.exemplo.com.br' },
}

test.each(named.map(route => [route.name, route] as const))(
  'an operator of a reseller asks %s in vain for what is another’s, or the house’s',
  async (name, route) => {
    for (const id of rows[nounOf(route)]!) {
      await written()
      const body = BODIES[name] ?? bodyOf(route, norte)
      const answer = await ana.boss.client.call(route.method, route.path.replace(/:\w+/, String(id)), body)
      expect([id, [403, 404].includes(answer.status), answer.status]).toEqual([id, true, answer.status])
      expect(answer.text.replace(/"error":"[^"]*"/, '')).not.toMatch(OTHERS)
      expect(await written()).toEqual([])
    }
  },
)

const LISTS = operated.filter(route => route.method === 'GET' && !keysOf(route).length && route.name !== 'GET /invoice-items')
test.each(LISTS.map(({ name, path }) => [name, path] as const))('%s tells an operator of a reseller of nobody else', async (_, path) => {
  const answer = await ana.boss.client.get(path)
  expect(answer.text).not.toMatch(OTHERS)
  expect([200, 403]).toContain(answer.status)
})

test.each([
  '/companies?searchParam=a',
  '/companies?searchParam=Zap',
  '/plans?searchParam=a',
  '/helps/list',
  '/helps',
  '/announcements/list',
  '/announcements',
  '/settings',
  '/users',
  '/subscription',
  '/operator-entries',
  '/dashboard?days=30',
  `/companies/listPlan/${ana.company.id}`,
])('neither an operator nor a tenant of a reseller reads of others at %s', async path => {
  for (const { client } of [ana.boss, ana.tenant]) expect((await client.get(path)).text).not.toMatch(OTHERS)
})

test.each<[string, 'PUT' | 'POST', string, object]>([
  ['a company', 'PUT', `/companies/${ana.company.id}`, { planId: bia.plan.id }],
  ['a company', 'PUT', `/companies/${ana.company.id}`, { planId: norte.rows['/plans']!.id }],
  ['a new company', 'POST', '/companies', { name: 'Nova', email: 'nova@nova.com', planId: bia.plan.id }],
  ['a coupon', 'PUT', `/coupons/${ana.coupon.id}`, { planId: bia.plan.id }],
  ['an item', 'POST', '/invoice-items', { companyId: bia.company.id, kind: 'item', text: 'Intruso', value: 1 }],
  ['an item', 'POST', '/invoice-items', { companyId: sul.id, kind: 'item', text: 'Intruso', value: 1 }],
])('%s names nothing of others by %s', async (_, method, path, body) => {
  await written()
  expect((await ana.boss.client.call(method, path, body)).status).toBe(404)
  expect(await written()).toEqual([])
})

test('what is sold to others is not read either', async () => {
  for (const id of [bia.company.id, sul.id]) expect((await ana.boss.client.get(`/invoice-items?companyId=${id}`)).status).toBe(404)
})

test('a coupon, and a plan, of others is none', async () => {
  const { client } = ana.tenant
  const redeem = async (code: string) => (await client.post('/subscription/coupon', { code })).status
  expect([await redeem(couponOf(bia.domain)), await redeem(couponOf(ana.domain))]).toEqual([404, 200])
  await bia.boss.client.put(`/plans/${bia.plan.id}`, { isPublic: true })
  expect((await client.post('/subscription/plan', { planId: bia.plan.id })).status).toBe(404)
})

test('what an operator of a reseller sets is set for their companies alone', async () => {
  await house.put('/settings/graceDays', { value: 9 })
  await ana.boss.client.put('/settings/graceDays', { value: 5 })
  const days = async ({ get }: typeof house) => (await get<{ value: string }>('/settings/graceDays')).body.value
  expect([await days(ana.boss.client), await days(bia.boss.client), await days(house)]).toEqual(['5', '3', '9'])
  const { terms } = (await ana.tenant.client.get<{ terms: { graceDays: number } }>('/subscription')).body
  expect(terms.graceDays).toBe(5)
})

test('nobody hears of companies, plans, notices and brands that are not theirs; the house hears of every company', async () => {
  const sockets = await Promise.all([ana.boss.client.socket(), ana.tenant.client.socket(), house.socket(), bia.tenant.client.socket()])
  const [boss, tenant, ours, theirs] = sockets
  await bia.boss.client.put(`/companies/${bia.company.id}`, { phone: '(11) 98888-7777' })
  await bia.boss.client.put(`/plans/${bia.plan.id}`, { value: 91 })
  await bia.boss.client.put(`/announcements/${bia.notice.id}`, { text: 'Oi de novo' })
  await bia.boss.client.put('/brand', { loginText: 'Zap Fácil' })
  await bia.boss.client.put('/settings/trial', { value: 6 })
  await house.put('/brand', { loginText: 'Balcão' })
  await house.put('/settings/viewregister', { value: 'enabled' })
  await house.put(`/companies/${sul.id}`, { phone: '(11) 98888-7777' })
  await ana.boss.client.put('/brand', { loginText: 'Conversa Já' })
  for (const socket of [boss, tenant]) {
    const heard = (await socket.settled()).filter(({ event }) => event.startsWith('company-') && !event.endsWith('-user'))
    expect(heard.map(({ event }) => event.replace(/^company-\d+-/, ''))).toEqual(['brand'])
    expect(JSON.stringify(heard)).not.toMatch(OTHERS)
  }
  const events = (await ours.settled()).flatMap(({ payload }) => (payload?.['company'] as { id: number } | undefined)?.id ?? [])
  expect(events).toEqual(expect.arrayContaining([bia.company.id, sul.id]))
  const own = (await theirs.settled()).map(({ event }) => event.replace(/^company-\d+-/, ''))
  expect(own).toEqual(expect.arrayContaining(['company-announcement', 'brand']))
  for (const socket of sockets) socket.close()
})

test('an operator enters no company of others, and leaves one that goes to others', async () => {
  const entry = { reason: 'Conferir a fila de vendas' }
  const moving = (await ana.boss.client.post<{ id: number }>('/companies', { name: 'Vai', email: 'vai@vai.com', password: 'fita-amarela' }))
    .body
  const { body } = await ana.boss.client.post<{ token: string }>(`/companies/${moving.id}/enter`, entry)
  const inside = (path: string) => product.app.request(path, { headers: { authorization: `Bearer ${body.token}` } })
  expect((await inside('/tags')).status).toBe(200)
  expect((await inside('/companies')).status).toBe(403)
  expect((await house.post(`/companies/${moving.id}/reseller`, { resellerId: bia.id, planId: bia.plan.id })).status).toBe(200)
  expect((await inside('/tags')).status).toBe(403)
  expect((await ana.boss.client.get(`/companies/${moving.id}`)).status).toBe(404)
})

test('a token of one reseller’s tenant is theirs at every address, and a host name opens nothing', async () => {
  for (const host of [ana.domain, bia.domain, HOUSE]) {
    const ask = (path: string) => ana.tenant.client.call('GET', path, undefined, { host })
    expect((await ask(`/companies/${ana.company.id}`)).status).toBe(200)
    expect((await ask(`/companies/${bia.company.id}`)).status).toBe(404)
    expect((await ask('/companies')).status).toBe(403)
    expect((await ask('/helps')).text).not.toMatch(OTHERS)
  }
  // What a stranger says of where they came through is believed of a trusted proxy alone.
  const headers = { host: HOUSE, 'x-forwarded-host': bia.domain }
  const title = async () =>
    ((await (await product.app.request('/openapi.json', { headers })).json()) as { info: { title: string } }).info.title
  expect(await title()).not.toContain('Zap')
})

/** What anybody may fetch at an address, and what its tenants read there. */
const PUBLIC = [
  ...[
    '/',
    '/login',
    '/signup',
    '/tickets',
    '/index.html',
    '/manifest.webmanifest',
    '/manifest.json',
    '/openapi.json',
    '/version',
    '/healthz',
  ],
  ...['/favicon.ico', '/brand.css', '/brand.svg', '/public/logotipos/login.png', '/public/logotipos/apple-touch-icon.png'],
  ...['/icons/192.png', '/icons/maskable-512.png', '/icon.svg', '/plans/list', '/settings/allowregister', '/nada'],
]
test.each(PUBLIC)('%s holds no other name at the address of a reseller, in its words and its headers', async path => {
  const headers = { host: ana.domain, accept: 'text/html,*/*' }
  const answer = await product.app.request(path, { headers })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(new TextDecoder().decode(bytes)).not.toMatch(OTHERS)
  expect(JSON.stringify([...answer.headers])).not.toMatch(OTHERS)
  // Nor the mark of the product, at whatever address it lies.
  for (const mark of ['web/static/icons/192.png', 'web/static/icons/maskable-512.png', 'web/icon.svg'])
    expect([mark, Bun.hash(bytes) === Bun.hash(await Bun.file(join(import.meta.dir, '../..', mark)).bytes())]).toEqual([mark, false])
})

test('a refusal names nobody', async () => {
  for (const path of ['/companies', '/nada', '/media/x', '/companies/999/export?e=1&s=2'])
    for (const { text, headers } of [
      await ana.tenant.client.call('GET', path, undefined, { host: ana.domain }),
      await askAt(office, ana.domain, path),
    ])
      expect(text + JSON.stringify([...headers])).not.toMatch(OTHERS)
  expect(await signInAt(office, ana.domain, norte.staff.admin.email)).toBeUndefined()
})

/** The one place that says it: what everything is called where nobody chose a name. */
const SAYS_IT = 'src/modules/brand/read.ts'
test('neither pages, nor what is said to tenants, to their customers and to their own servers, names the product', async () => {
  const root = join(import.meta.dir, '../..')
  const files = (
    await Promise.all(
      ['web', 'plugins', 'src/flows', 'src/modules', 'src/payments', 'src/whatsapp'].map(async folder =>
        (await readdir(join(root, folder), { recursive: true })).map(name => join(folder, name)),
      ),
    )
  ).flat()
  const sources = files.filter(name => /\.(tsx?|css)$/.test(name) && !/\.(test|fixture)\.tsx?$/.test(name) && name !== SAYS_IT)
  expect(sources.length).toBeGreaterThan(900)
  const texts = await Promise.all(sources.map(async name => [name, await Bun.file(join(root, name)).text()] as const))
  expect(texts.filter(([, text]) => /balc[aã]o/i.test(text)).map(([name]) => name)).toEqual([])
})

test('the archive that a tenant takes along holds nobody else', async () => {
  const { body } = await ana.tenant.client.get<{ address: string }>('/companies/export')
  const answer = await product.app.request(body.address, { headers: { host: ana.domain } })
  const tar = new TextDecoder().decode(Bun.gunzipSync(new Uint8Array(await answer.arrayBuffer())))
  expect(tar).toContain(ana.domain)
  expect(tar + JSON.stringify([...answer.headers])).not.toMatch(OTHERS)
  // What its operator keeps for itself is not in it.
  expect(tar).not.toContain(couponOf(ana.domain))
})

test('the archive of a company that was moved names nobody who operated it before, nor how they took its money', async () => {
  const plan = (await ana.boss.client.post<{ id: number }>('/plans', { name: 'Essencial', users: 9, connections: 9, queues: 9, value: 90 }))
    .body
  const born = { name: 'Muda', email: 'muda@muda.com', password: PASSWORD, planId: plan.id, dueDate: '2099-12-31', recurrence: 'MENSAL' }
  const company = (await ana.boss.client.post<{ id: number }>('/companies', born)).body
  await ana.boss.client.post('/invoice-items', { companyId: company.id, kind: 'item', text: 'Visita', value: 10 })
  const { client } = (await signInAt(office, ana.domain, born.email))!
  await office.store.client.execute({ sql: "update companies set due_date = date('now', '+1 day') where id = ?", args: [company.id] })
  await product.jobs.run('invoices')
  const [open] = (await client.get<{ id: number }[]>('/invoices/all')).body
  expect((await ana.boss.client.put(`/invoices/${open!.id}`, { status: 'paid' })).status).toBe(200)
  expect((await house.post(`/companies/${company.id}/reseller`, { resellerId: bia.id, planId: bia.plan.id })).status).toBe(200)
  // What ana's provider said of it.
  const said = `insert into payment_events (company_id, account_id, provider, source, fate, raw, created_at)
    select ?, (select id from payment_accounts where reseller_id = ?), 'pix', 'webhook', 'unknown', 'dito da ana', 0`
  expect((await ana.boss.client.put('/payment-accounts/pix', { settings: PIX, isActive: true })).status).toBe(200)
  await office.store.client.execute({ sql: said, args: [company.id, ana.id] })
  const taken = async (by: Client, ask: (client: Client) => Promise<{ body: { address: string } }>) => {
    const answer = await product.app.request((await ask(by)).body.address, { headers: { host: bia.domain } })
    return new TextDecoder().decode(Bun.gunzipSync(new Uint8Array(await answer.arrayBuffer())))
  }
  const own = await taken((await signInAt(office, bia.domain, born.email))!.client, client => client.get('/companies/export'))
  expect(own).toContain('Essencial')
  expect(own).not.toMatch(/conversa ?j[aá]|payment_events|"operator/i)
  const ofOperator = await taken(bia.boss.client, client => client.post(`/companies/${company.id}/export`))
  expect(ofOperator).toContain('payment_events')
  expect(ofOperator).not.toContain('dito da ana')
})
