import { afterAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { sendTo } from '../../../tests/mail'
import { testOffice } from '../../../tests/office'
import { startSmtp } from '../../../tests/peers/smtp'
import { askAt, reseller, signInAt } from '../../../tests/resellers'
import { PASSWORD } from '../../../tests/factories'
import { until } from '../../../tests/until'
import { invoices } from '../invoices/schema'
import { users } from '../users/schema'
import { moveCompany } from '../../flows/move-company'
import { SYSTEM } from '../rights'

const smtp = await startSmtp()
afterAll(() => smtp.close())
const office = await testOffice({ PUBLIC_URL: 'https://atende.casa.com.br', OUTBOUND_ALLOW: `127.0.0.1:${smtp.port}` })
const { norte, sul, product } = office
const house = norte.staff.admin.client
const HOUSE = 'atende.casa.com.br'
const ana = await reseller(office, 'Conversa Já', 'app.conversaja.com.br')
const bia = await reseller(office, 'Zap Fácil', 'zapfacil.com.br')

type Plan = { id: number; name: string }
const pageAt = async (host: string) => (await askAt<string>(office, host, '/brand.svg')).text

test('a domain leads to one reseller: as it is written, and to no other', async () => {
  const change = (domains: string) => house.put<{ domains: string[]; details: object }>(`/resellers/${ana.id}`, { domains })
  expect((await change('https://App.ConversaJá.com.br/login\napp.conversaja.com.br:8080')).body).toMatchObject({
    domains: ['app.xn--conversaj-81a.com.br', 'app.conversaja.com.br'],
  })
  expect(await change(ana.domain)).toMatchObject({ status: 200, body: { domains: [ana.domain] } })
  expect(await change('zapfacil.com.br')).toMatchObject({ status: 400, body: { details: { domains: [expect.stringContaining('outra')] } } })
  for (const wrong of ['', 'nada', '127.0.0.1', 'a_b.com', 'um dominio.com'])
    expect([wrong, (await change(wrong)).status]).toEqual([wrong, 400])
})

test('the address of the house is nobody else’s: none of its people could sign in there any more', async () => {
  const other = 'interno.casa.com.br'
  const at = (host: string, domains: string) => house.call<{ details: object }>('PUT', `/resellers/${ana.id}`, { domains }, { host })
  for (const [host, domain] of [
    [HOUSE, HOUSE],
    [other, HOUSE],
    [other, other],
    [`${other}:8443`, `https://${other.toUpperCase()}/`],
  ] as const)
    expect(await at(host, `${ana.domain}\n${domain}`)).toMatchObject({ status: 400, body: { details: { domains: [expect.any(String)] } } })
  const born = { name: 'Nova', domains: HOUSE, email: 'nova@nova.com.br', password: PASSWORD }
  expect((await house.post('/resellers', born)).status).toBe(400)
  expect(await signInAt(office, HOUSE, sul.staff.rui.email)).toBeDefined()
  // Whoever of the house looks at a reseller's address may save it.
  expect((await at(ana.domain, ana.domain)).status).toBe(200)
})

test('each address shows whose it is; one that nobody has is the house’s', async () => {
  expect(await pageAt(ana.domain)).toContain('>C</text>')
  expect(await pageAt(`${ana.domain}:8443`)).toContain('>C</text>')
  expect(await pageAt('ZAPFACIL.com.br.')).toContain('>Z</text>')
  expect((await askAt(office, HOUSE, '/brand.svg')).status).toBe(404)
  expect((await askAt<{ info: { title: string } }>(office, bia.domain, '/openapi.json')).body.info.title).toBe('Zap Fácil')
})

test('a brand is chosen by its own operators, or by the house for them, and is nobody else’s', async () => {
  await ana.boss.client.put('/brand', { name: 'Já', color: '#0b7f70' })
  await house.put(`/brand?resellerId=${bia.id}`, { name: 'Fácil' })
  await house.put('/brand', { name: 'Casa' })
  const names = await Promise.all(
    [ana.domain, bia.domain, HOUSE].map(
      async host => (await askAt<{ info: { title: string } }>(office, host, '/openapi.json')).body.info.title,
    ),
  )
  expect(names).toEqual(['Já', 'Fácil', 'Casa'])
  // Whose brand a reseller's operator writes is never theirs to say.
  await ana.boss.client.put(`/brand?resellerId=${bia.id}`, { loginText: 'Entre aqui' })
  expect((await house.get(`/brand?resellerId=${bia.id}`)).body).toMatchObject({ name: 'Fácil', loginText: '' })
  expect((await house.get(`/brand?resellerId=${ana.id}`)).body).toMatchObject({ name: 'Já', loginText: 'Entre aqui' })
  expect((await house.get('/brand?resellerId=999999')).status).toBe(404)
  await house.delete('/brand')
  expect((await house.get(`/brand?resellerId=${ana.id}`)).body).toMatchObject({ name: 'Já' })
})

test('the house sees the pictures of a reseller’s brand at its own address, and strangers learn of none', async () => {
  const form = new FormData()
  form.set('file', new File([`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h${bia.id}"/></svg>`], 'logo.svg'))
  type Edited = { files: { address: string }[]; shown: { logos: { login: { address: string } } } }
  const { body } = await house.call<Edited>('POST', `/brand/files/login?resellerId=${bia.id}`, form)
  const [{ address } = { address: '' }] = body.files
  expect(body.shown.logos.login.address).toBe(address)
  expect((await askAt(office, HOUSE, address)).text).toContain(`M0 0h${bia.id}`)
  expect((await askAt(office, bia.domain, address)).text).toContain(`M0 0h${bia.id}`)
  for (const host of [HOUSE, ana.domain])
    expect((await askAt(office, host, address.replace(/v=\w+/, 'v=1'))).text).not.toContain(`M0 0h${bia.id}`)
  expect((await askAt(office, ana.domain, address)).text).not.toContain(`M0 0h${bia.id}`)
  const own = (await bia.boss.client.get<Edited>('/brand')).body.files[0]!.address
  expect(own).not.toContain('of=')
  await house.delete(`/brand/files/login?resellerId=${bia.id}`)
})

test('people sign in where they are customers; elsewhere the address and the password are wrong', async () => {
  const wrong = (await askAt(office, bia.domain, '/auth/login', { email: 'ninguem@exemplo.com', password: PASSWORD })).text
  for (const [host, email] of [
    [bia.domain, `loja@${ana.domain}`],
    [HOUSE, `loja@${ana.domain}`],
    [HOUSE, `dono@${ana.domain}`],
    [ana.domain, sul.staff.ana.email],
    [ana.domain, norte.staff.admin.email],
  ] as const)
    expect(await askAt(office, host, '/auth/login', { email, password: PASSWORD })).toMatchObject({ status: 401, text: wrong })
  expect((await signInAt(office, ana.domain, `loja@${ana.domain}`))!.user).toMatchObject({ companyId: ana.company.id, super: false })
  expect((await signInAt(office, HOUSE, sul.staff.ana.email))!.user.companyId).toBe(sul.id)
})

test('who signs up becomes a customer of whose address it is, by a plan and on a trial of theirs', async () => {
  const { client } = ana.boss
  const offered = (await client.post<Plan>('/plans', { name: 'Público', users: 1, connections: 1, queues: 1, isPublic: true })).body
  const stranger = { name: 'Ateliê', email: 'teresa@atelie.com.br', password: PASSWORD, planId: offered.id }
  const signUp = (host: string) => askAt<{ id: number; dueDate: string }>(office, host, '/companies/cadastro', stranger)
  await house.put('/settings/allowregister', { value: 'enabled' })
  expect((await signUp(ana.domain)).status).toBe(403)
  await client.put('/settings/allowregister', { value: 'enabled' })
  await client.put('/settings/trial', { value: 7 })
  expect((await askAt<Plan[]>(office, ana.domain, '/plans/list')).body.map(({ name }) => name)).toEqual(['Público'])
  expect((await askAt<Plan[]>(office, bia.domain, '/plans/list')).body).toEqual([])
  expect((await askAt<{ value: string }>(office, bia.domain, '/settings/allowregister')).body.value).toBe('disabled')
  expect((await signUp(HOUSE)).status).toBe(404)
  const made = await signUp(ana.domain)
  expect(made.status).toBe(200)
  expect((await client.get<{ name: string }>(`/companies/${made.body.id}`)).body).toMatchObject({ name: 'Ateliê', planId: offered.id })
  expect((await bia.boss.client.get(`/companies/${made.body.id}`)).status).toBe(404)
  // Two resellers may have customers, and plans, of one name.
  for (const { boss } of [ana, bia]) {
    expect((await boss.client.post('/companies', { name: 'Igual', email: `${boss.user.id}@igual.com`, password: PASSWORD })).status).toBe(
      200,
    )
    expect((await boss.client.post('/plans', { name: 'Igual', users: 1, connections: 1, queues: 1 })).status).toBe(200)
  }
  expect((await ana.boss.client.post('/plans', { name: 'Igual', users: 1, connections: 1, queues: 1 })).status).toBe(400)
})

test('mails leave by the reseller’s own server, under its name, and lead to its address', async () => {
  await sendTo(smtp, house.put, { mailFrom: 'casa@casa.com.br' })
  const forgot = (email: string) => askAt(office, HOUSE, '/forgetpassword', { email })
  // Without a server of its own nothing leaves by the house's.
  await forgot(`loja@${bia.domain}`)
  const waiting = () => bia.boss.client.get<{ email: string }[]>('/password-resets')
  await until(async () => (await waiting()).body.length)
  expect((await waiting()).body.map(({ email }) => email)).toEqual([`loja@${bia.domain}`])
  expect((await ana.boss.client.get('/password-resets')).body).toEqual([])
  expect(smtp.mails).toEqual([])
  await sendTo(smtp, ana.boss.client.put, { mailFrom: 'oi@conversaja.com.br' })
  await forgot(`loja@${ana.domain}`)
  await until(() => smtp.mails.length)
  const [mail] = smtp.mails
  expect(mail!.from).toBe('oi@conversaja.com.br')
  expect(mail!.text).toContain(`https://${ana.domain}/forgetpsw#`)
  expect(mail!.raw).not.toMatch(/casa|balc/i)
})

test('a server that a reseller typed in is none of this machine or its network', async () => {
  await bia.boss.client.put('/settings/smtpHost', { value: '127.0.0.1' })
  await bia.boss.client.put('/settings/smtpPort', { value: '25' })
  await bia.boss.client.put('/settings/mailFrom', { value: 'oi@zapfacil.com.br' })
  const answer = await bia.boss.client.post<{ details: { reason: string } }>('/settings/test-mail')
  expect([answer.status, answer.body.details.reason]).toEqual([400, '127.0.0.1 has no public address'])
})

test('its companies pay into its own Pix key, and its operator says that the money arrived', async () => {
  const { client } = ana.boss
  const tenant = (await signInAt(office, ana.domain, `loja@${ana.domain}`))!
  const charge = () => tenant.client.post<{ qrcode: { qrcode: string } }>('/subscription', { invoiceId: invoice!.id })
  const [invoice] = await office.store.db
    .insert(invoices)
    .values({ companyId: ana.company.id, detail: 'Plano', cents: 9_000, dueDate: '2099-12-31', months: 1, day: 31 })
    .returning()
  await house.put('/payment-accounts/pix', { isActive: true, settings: { pixKey: 'casa@casa.com.br', merchant: 'Casa', city: 'Manaus' } })
  expect((await charge()).status).toBe(409)
  const settings = { pixKey: 'pix@conversaja.com.br', merchant: 'Conversa', city: 'Olinda' }
  expect((await client.put('/payment-accounts/pix', { isActive: true, settings })).body).toMatchObject({ isActive: true, settings })
  expect((await charge()).body.qrcode.qrcode).toContain('pix@conversaja.com.br')
  // A code of another key would pay somebody else, who may have left.
  await client.put('/payment-accounts/pix', { isActive: true, settings: { ...settings, pixKey: 'novo@conversaja.com.br' } })
  expect((await charge()).body.qrcode.qrcode).toContain('novo@conversaja.com.br')
  expect((await house.get<{ settings: object }[]>('/payment-accounts')).body[0]!.settings).toMatchObject({ pixKey: 'casa@casa.com.br' })
  expect((await bia.boss.client.put(`/invoices/${invoice!.id}`, { status: 'paid' })).status).toBe(404)
  expect((await client.put(`/invoices/${invoice!.id}`, { status: 'paid' })).status).toBe(200)
})

test('a company calls things as its reseller does, until it chooses words of its own', async () => {
  const word = async ({ client }: { client: typeof house }) =>
    (await client.get<{ key: string; value: string }[]>('/settings')).body.find(({ key }) => key === 'queueWord')!.value
  await ana.boss.client.put('/settings/queueWord', { value: 'setor' })
  const tenant = (await signInAt(office, ana.domain, `loja@${ana.domain}`))!
  // With the sign-in, too, so that the first page says it.
  expect(JSON.stringify(tenant.user)).toContain('"queueWord","value":"setor"')
  expect([await word(tenant), await word(bia.tenant), await word(norte.staff.admin)]).toEqual(['setor', 'default', 'default'])
  await tenant.client.put('/settings/queueWord', { value: 'equipe' })
  expect([await word(tenant), await word(ana.boss)]).toEqual(['equipe', 'setor'])
})

test('what a reseller changes is in the open windows of its companies at once, and one that chose goes back to it', async () => {
  const tenant = (await signInAt(office, ana.domain, `loja@${ana.domain}`))!
  await tenant.client.put('/settings/queueWord', { value: null })
  await ana.boss.client.put('/settings/queueWord', { value: 'setor' })
  const [window, stranger] = [await tenant.client.socket(), await bia.tenant.client.socket()]
  const heard = async (event: string) => (await window.next(event)).payload
  const inherited = { isOwn: false, inherited: 'departamento', value: 'departamento' }
  await tenant.client.put('/settings/queueWord', { value: 'equipe' })
  expect((await tenant.client.put('/settings/queueWord', { value: null })).body).toMatchObject({ isOwn: false, value: 'setor' })
  await ana.boss.client.put('/settings/queueWord', { value: 'departamento' })
  await window.next(`company-${ana.company.id}-settings`, ({ setting }) => (setting as { value: string }).value === 'departamento')
  const own = (await tenant.client.get<{ key: string }[]>('/settings')).body.find(({ key }) => key === 'queueWord')
  expect(own).toMatchObject(inherited)

  await tenant.client.put('/settings/queueWord', { value: 'equipe' })
  await window.next(`company-${ana.company.id}-settings`, ({ setting }) => (setting as { value: string }).value === 'equipe')
  await ana.boss.client.put('/settings/queueWord', { value: 'setor' })
  await ana.boss.client.put('/brand', { color: '#0b7f70' })
  expect(await heard(`company-${ana.company.id}-brand`)).toMatchObject({ brand: { style: expect.stringContaining('/brand.css') } })
  // Its own choice, back, the reseller's, its own again: nothing more.
  expect((await window.settled()).filter(({ event }) => event.endsWith('-settings'))).toHaveLength(4)
  expect(await tenant.client.put('/settings/queueWord', { value: null })).toMatchObject({
    status: 200,
    body: { isOwn: false, value: 'setor' },
  })
  expect(JSON.stringify(await stranger.settled())).not.toMatch(/queueWord|brand\.css/)
  for (const socket of [window, stranger]) socket.close()
})

test('a company goes to a reseller with a plan of theirs, and its people with it', async () => {
  const made = (await house.post<{ id: number }>('/companies', { name: 'Muda', email: 'muda@muda.com', password: PASSWORD })).body
  const before = (await signInAt(office, HOUSE, 'muda@muda.com'))!
  const move = (planId: number, id = made.id) => house.post(`/companies/${id}/reseller`, { resellerId: ana.id, planId })
  expect((await move(bia.plan.id)).status).toBe(404)
  expect((await house.post(`/companies/${made.id}/reseller`, { resellerId: 999_999, planId: ana.plan.id })).status).toBe(404)
  expect(await move(ana.plan.id)).toMatchObject({ status: 200, body: { resellerId: ana.id, planId: ana.plan.id } })
  expect((await ana.boss.client.get(`/companies/${made.id}`)).status).toBe(200)
  // Whoever has a session of before goes on to the new address.
  expect(
    (await before.client.call('POST', '/auth/refresh_token', undefined, { host: HOUSE, cookie: `jrt=${before.client.cookie}` })).status,
  ).toBe(401)
  expect(await signInAt(office, HOUSE, 'muda@muda.com')).toBeUndefined()
  expect((await signInAt(office, ana.domain, 'muda@muda.com'))!.user.companyId).toBe(made.id)
  // Who operates would operate other companies there.
  expect(await move(ana.plan.id, norte.id)).toMatchObject({ status: 409, body: { code: 'ERR_COMPANY_OPERATES' } })
  expect(await house.post(`/companies/${ana.own}/reseller`, { resellerId: null, planId: null })).toMatchObject({ status: 409 })
})

test('what a reseller promised is its own to keep: a company that goes leaves its coupon behind', async () => {
  const born = { name: 'Promessa', email: 'promessa@promessa.com', password: PASSWORD, planId: ana.plan.id }
  const made = (await ana.boss.client.post<{ id: number }>('/companies', { ...born, dueDate: '2099-12-31', recurrence: 'MENSAL' })).body
  await ana.boss.client.post('/coupons', { code: 'TUDO', percent: 100 })
  const couponAt = async (host: string, code?: string) => {
    const { client } = (await signInAt(office, host, born.email))!
    if (code) expect((await client.post('/subscription/coupon', { code })).status).toBe(200)
    return (await client.get<{ coupon: { code: string } | null }>('/subscription')).body.coupon?.code
  }
  expect(await couponAt(ana.domain, 'TUDO')).toBe('TUDO')
  const move = (to: object) => house.post(`/companies/${made.id}/reseller`, to)
  await move({ resellerId: ana.id, planId: ana.plan.id })
  expect(await couponAt(ana.domain)).toBe('TUDO')
  await move({ resellerId: null, planId: null })
  expect(await couponAt(HOUSE)).toBeUndefined()
})

test('an operator more operates the same; of a reseller that is not active nobody operates, and its companies go on', async () => {
  await house.post(`/resellers/${bia.id}/operators`, { name: 'Sócia', email: `socia@${bia.domain}`, password: PASSWORD })
  const partner = (await signInAt(office, bia.domain, `socia@${bia.domain}`))!
  expect((await partner.client.get(`/companies/${bia.company.id}`)).status).toBe(200)
  await house.put(`/resellers/${bia.id}`, { isActive: false })
  for (const { client } of [partner, bia.boss]) expect((await client.get('/companies')).status).toBe(403)
  expect((await bia.tenant.client.get('/tags')).status).toBe(200)
  await house.put(`/resellers/${bia.id}`, { isActive: true })
  expect((await partner.client.get('/companies')).status).toBe(200)
})

test('the own company of a reseller that the house suspends is let read alone', async () => {
  await house.put(`/companies/${bia.own}`, { status: false })
  expect((await bia.boss.client.put(`/companies/${bia.own}`, { status: true })).status).toBe(402)
  expect((await bia.boss.client.put(`/companies/${bia.company.id}`, { status: false })).status).toBe(402)
  await house.put(`/companies/${bia.own}`, { status: true })
})

test('files of its companies are fetched from its address, and its pages let them be', async () => {
  const [person] = await office.store.db.select().from(users).where(eq(users.companyId, ana.company.id))
  const address = product.ctxFor(person!.companyId).media.address({ hash: '0'.repeat(64), mimetype: 'image/png', fileName: null })
  expect(address).toStartWith(`https://${ana.domain}/media/`)
  expect(norte.ctx.media.address({ hash: '0'.repeat(64), mimetype: 'image/png', fileName: null })).toStartWith(`https://${HOUSE}/`)
  const policy = async (host: string) => (await askAt(office, host, '/version')).headers.get('content-security-policy')!
  expect(await policy(ana.domain)).toContain(`https://${ana.domain}`)
  expect(await policy(ana.domain)).not.toContain(HOUSE)
  expect(await policy(HOUSE)).toContain(`https://${HOUSE}`)
})

test('who goes to another operator has their words at once, and is told where to sign in', async () => {
  const born = { name: 'Ambulante', email: 'ambulante@exemplo.com', password: PASSWORD }
  const { id } = (await house.post<{ id: number }>('/companies', born)).body
  const { client } = (await signInAt(office, HOUSE, born.email))!
  await bia.boss.client.put('/settings/ticketWord', { value: 'chamado' })
  const [socket, other] = [await client.socket(), await sul.staff.leo.client.socket()]
  const moved = async (to: object, value: string, address: string) => {
    expect((await house.post(`/companies/${id}/reseller`, to)).status).toBe(200)
    const isWord = ({ setting }: Record<string, unknown>) => (setting as { key: string; value: string }).value === value
    const word = (await socket.next(`company-${id}-settings`, isWord)).payload
    return { word, brand: (await socket.next(`company-${id}-brand`, brand => brand['address'] === address)).payload }
  }
  expect(await moved({ resellerId: bia.id, planId: bia.plan.id }, 'chamado', `https://${bia.domain}`)).toMatchObject({
    word: { setting: { key: 'ticketWord', isOwn: false, inherited: 'chamado' } },
    brand: { brand: { name: expect.stringContaining('Fácil') } },
  })
  socket.heard.length = 0
  await moved({ resellerId: null }, 'default', `https://${HOUSE}`)
  expect((await other.settled()).filter(({ event }) => /-(brand|settings)$/.test(event))).toEqual([])
  for (const one of [socket, other]) one.close()
})

test('who goes to the house, where nobody set its address, is told that it is elsewhere', async () => {
  const born = { name: 'Sem rumo', email: 'semrumo@exemplo.com', password: PASSWORD, planId: bia.plan.id }
  const { id } = (await bia.boss.client.post<{ id: number }>('/companies', born)).body
  const { client } = (await signInAt(office, bia.domain, born.email))!
  const socket = await client.socket()
  await moveCompany(undefined)(product.ctxFor(norte.id, { ...SYSTEM, super: true }), id, { resellerId: null })
  expect((await socket.next(`company-${id}-brand`, brand => 'address' in brand)).payload).toMatchObject({ address: '' })
  socket.close()
})
