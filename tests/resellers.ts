import { expect } from 'bun:test'
import { clientOf, type Client } from './client'
import { PASSWORD, type Office } from './factories'

type Row = { id: number }
type SignedIn = { token: string; user: { id: number; companyId: number; super: boolean; rights: string[] } }

/** Asks at an address, as who has not signed in. */
export async function askAt<T>({ product }: Pick<Office, 'product'>, host: string, path: string, body?: object) {
  const headers: Record<string, string> = { host, ...(body && { 'content-type': 'application/json' }) }
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
  const response = await product.app.request(path, init, { address: '127.0.0.1' })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, body: (isJson ? JSON.parse(text) : text) as T, text, headers: response.headers }
}

/** Signs in at an address; undefined where nobody of that name is known there. */
export async function signInAt(
  office: Pick<Office, 'product'>,
  host: string,
  email: string,
): Promise<(SignedIn & { client: Client }) | undefined> {
  const { status, body, headers } = await askAt<SignedIn>(office, host, '/auth/login', { email, password: PASSWORD })
  if (status !== 200) return
  const cookie = /jrt=([^;]+)/.exec(headers.get('set-cookie') ?? '')![1]!
  return { ...body, client: clientOf(office.product, body.token, cookie) }
}

/** The code of its coupon. */
export const couponOf = (domain: string) => `CUPOM-${domain.replaceAll('.', '-').toUpperCase()}`

/** A reseller with its operator, a plan, and a company that is not its own: everything names the reseller, so that a leak shows. */
export async function reseller(office: Office, name: string, domain: string) {
  const house = office.norte.staff.admin.client
  const made = await house.post<Row & { ownCompanyId: number }>('/resellers', {
    name,
    domains: domain,
    email: `dono@${domain}`,
    password: PASSWORD,
  })
  expect([made.status, made.text]).toEqual([200, made.text])
  const boss = (await signInAt(office, domain, `dono@${domain}`))!
  const { client } = boss
  const plan = (await client.post<Row>('/plans', { name: `Plano ${name}`, users: 9, connections: 9, queues: 9, value: 90 })).body
  const company = (
    await client.post<Row>('/companies', {
      ...{ name: `Loja ${name}`, email: `loja@${domain}`, password: PASSWORD, planId: plan.id },
      ...{ dueDate: '2099-12-31', recurrence: 'MENSAL' },
    })
  ).body
  const coupon = (await client.post<Row>('/coupons', { code: couponOf(domain), percent: 10 })).body
  const help = (await client.post<Row>('/helps', { title: `Ajuda ${name}`, video: 'dQw4w9WgXcQ' })).body
  const notice = (await client.post<Row>('/announcements', { title: `Aviso ${name}`, text: 'Oi', priority: 1, status: true })).body
  const item = (await client.post<Row[]>('/invoice-items', { companyId: company.id, kind: 'item', text: `Extra ${name}`, value: 10 }))
    .body[0]!
  const tenant = (await signInAt(office, domain, `loja@${domain}`))!
  return { id: made.body.id, own: made.body.ownCompanyId, name, domain, boss, plan, company, coupon, help, notice, item, tenant }
}
export type TestReseller = Awaited<ReturnType<typeof reseller>>
