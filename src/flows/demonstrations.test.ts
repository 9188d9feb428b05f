import { afterAll, expect, test } from 'bun:test'
import { eq, inArray } from 'drizzle-orm'
import { connections } from '#modules/connections'
import { companies } from '../modules/companies/schema'
import { newPhone, PASSWORD } from '../../tests/factories'
import { sendTo } from '../../tests/mail'
import { testOffice } from '../../tests/office'
import { startSmtp } from '../../tests/peers/smtp'
import { reseller, signInAt } from '../../tests/resellers'
import { until } from '../../tests/until'

const smtp = await startSmtp()
afterAll(() => smtp.close())
const office = await testOffice({ PUBLIC_URL: 'https://atende.exemplo.com', OUTBOUND_ALLOW: `127.0.0.1:${smtp.port}` })
const { norte, sul, product, store } = office
const operator = norte.staff.admin.client
const DAY = 86_400_000

type Company = { id: number; isDemo: boolean; dueDay: string | null }
const made = async (name: string, more: object = {}) => {
  const given = { name, email: `${name.toLowerCase()}@oeste.com`, password: PASSWORD, recurrence: 'MENSAL', isDemo: true, ...more }
  const { status, body, text } = await operator.post<Company>('/companies', given)
  expect([status, text]).toEqual([200, text])
  return body
}
const enter = async (name: string) => (await signInAt(office, 'localhost', `${name.toLowerCase()}@oeste.com`))!
/** The civil day so many days from now, where companies are. */
const day = (days: number) => new Date(Date.now() + days * DAY).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
const isThere = async (id: number) => (await operator.get(`/companies/${id}`)).status === 200
const sweep = () => product.jobs.run('ended demonstrations')

test('a demonstration lasts a fortnight unless it is said, owes nothing, and its people know', async () => {
  expect(await made('Mostra')).toMatchObject({ isDemo: true, dueDay: day(14) })
  expect(await made('Curta', { dueDate: day(3) })).toMatchObject({ dueDay: day(3) })
  await product.jobs.run('invoices')
  const { client, user } = await enter('Curta')
  expect(user).toMatchObject({ company: { standing: 'demonstration', isDemo: true } })
  expect((await client.get('/subscription')).body).toMatchObject({ standing: 'demonstration', period: null, invoice: null, next: null })
  expect((await client.get('/invoices/all')).body).toEqual([])
  expect((await client.post('/tags', { name: 'Obra', color: '#a169da' })).status).toBe(200)
  const { body } = await operator.get<{ companies: Company[] }>('/companies?state=demonstration')
  expect(body.companies.map(({ isDemo }) => isDemo)).toEqual([true, true])
})

test('a customer it becomes once: what it owes is billed, and no way leads back', async () => {
  const { id } = await made('Firme', { dueDate: day(3) })
  const plan = (await operator.post<{ id: number }>('/plans', { name: 'Pago', users: 5, connections: 1, queues: 5, value: 90 })).body
  expect((await operator.put(`/companies/${id}`, { isDemo: false, planId: plan.id })).body).toMatchObject({ isDemo: false })
  await product.jobs.run('invoices')
  const { client } = await enter('Firme')
  expect((await client.get('/invoices/all')).body).toMatchObject([{ status: 'open', value: 90 }])
  const back = await operator.put(`/companies/${id}`, { isDemo: true })
  expect(back).toMatchObject({ status: 400, body: { details: { isDemo: [expect.stringContaining('demonstração')] } } })
  expect((await operator.put(`/companies/${sul.id}`, { isDemo: true })).status).toBe(400)
})

test('what it sends says what it is, once, when it is edited too', async () => {
  const control = (await product.sandbox.start()).control
  const [phone, shop] = [newPhone(), '5511940000091']
  product.channel.start(sul.connection)
  expect(await product.sandbox.link(() => connections.load(sul.ctx, sul.connection.id), shop)).toBe(true)
  control.addPhone({ phone, name: 'Helena Prado' })
  await store.db.update(companies).set({ isDemo: true }).where(eq(companies.id, sul.id))
  const { client } = sul.staff.admin
  await control.send({ from: phone, to: shop, type: 'text', text: 'Oi' })
  const ticket = await until(async () => {
    const { body } = await client.get<{ tickets: { id: number; contact: { number: string } }[] }>('/tickets?status=pending&showAll=true')
    return body.tickets.find(({ contact }) => contact.number === phone)
  })
  await client.put(`/tickets/${ticket.id}`, { status: 'open', userId: sul.staff.admin.id })
  await client.post(`/messages/${ticket.id}`, { body: 'Chegou' })
  const last = () => control.transcript({ phone, chat: shop }).at(-1)
  await until(() => last()?.text === 'Chegou\n\n_Mensagem de demonstração_')
  const { body } = await client.get<{ messages: { id: string; body: string }[] }>(`/messages/${ticket.id}`)
  const { id, body: sent } = body.messages.at(-1)!
  expect((await client.post(`/messages/edit/${id}`, { body: sent.replace('Chegou', 'Já chegou') })).status).toBe(200)
  await until(() => last()?.text === 'Já chegou\n\n_Mensagem de demonstração_')
  await store.db.update(companies).set({ isDemo: false }).where(eq(companies.id, sul.id))
  await client.post(`/messages/${ticket.id}`, { body: 'De verdade' })
  await until(() => last()?.text === 'De verdade')
})

test('after its end it is read for a week, and then it is gone, with those of resellers', async () => {
  const { id } = await made('Passada', { dueDate: day(3) })
  const oeste = await reseller(office, 'Oeste', 'oeste.example')
  const theirs = (
    await oeste.boss.client.post<Company>('/companies', {
      ...{ name: 'Vitrine', email: 'vitrine@oeste.example', planId: oeste.plan.id, dueDate: day(3), isDemo: true },
    })
  ).body
  const { client } = await enter('Passada')
  const ended = async (days: number) => {
    await store.db
      .update(companies)
      .set({ dueDate: day(-days) })
      .where(inArray(companies.id, [id, theirs.id, oeste.company.id]))
    norte.ctx.access.changed({ everybody: true })
    await sweep()
  }
  await ended(7)
  expect((await client.get('/subscription')).body).toMatchObject({ standing: 'suspended' })
  expect((await client.get('/tags')).status).toBe(200)
  expect((await client.post('/tags', { name: 'Tarde', color: '#a169da' })).status).toBe(402)
  expect(await isThere(id)).toBe(true)
  await ended(8)
  expect([await isThere(id), await isThere(theirs.id), await isThere(oeste.company.id)]).toEqual([false, false, true])
  expect(await isThere(sul.id)).toBe(true)
})

const endsIn = async (id: number, days: number) => {
  await store.db
    .update(companies)
    .set({ dueDate: day(days) })
    .where(eq(companies.id, id))
  await sweep()
}
/** The same end, longer ago. */
const daysPass = async (id: number, days: number) => {
  await store.client.execute(`update demonstration_notices set due_date = '${day(days)}' where company_id = ${id} and due_date < '${day(0)}'
    and due_date = (select due_date from companies where id = ${id})`)
  await endsIn(id, days)
}
const deletedOn = (days: number) => day(days).split('-').toReversed().join('/')
/** What was mailed since it was asked last, when all that was planned has left. */
async function mailed() {
  await until(async () => !(await store.client.execute("select 1 from jobs where kind = 'mail'")).rows.length)
  return smtp.mails.splice(0).map(({ to, text, headers }) => ({ to: to[0], subject: headers.subject, text }))
}

test('its people are mailed when it is over and the day before it is deleted, once each, with the date', async () => {
  await sendTo(smtp, operator.put)
  const { id } = await made('Avisada', { dueDate: day(3) })
  await endsIn(id, 0)
  expect(await mailed()).toEqual([])
  await endsIn(id, -1)
  await sweep()
  const [over, ...more] = await mailed()
  expect(over).toMatchObject({ to: 'avisada@oeste.com', subject: 'A sua demonstração acabou' })
  expect(over!.text).toContain(deletedOn(7))
  expect(over!.text).toContain('https://atende.exemplo.com/subscription')
  expect(more).toEqual([])
  await daysPass(id, -4)
  expect(await mailed()).toEqual([])
  // More days, and an end of its own again.
  await endsIn(id, 2)
  await endsIn(id, -2)
  expect(await mailed()).toHaveLength(1)
  await daysPass(id, -7)
  await sweep()
  const [last] = await mailed()
  expect(last).toMatchObject({ subject: 'A sua demonstração é apagada amanhã' })
  expect(last!.text).toContain(deletedOn(1))
  expect(await isThere(id)).toBe(true)
  await store.client.execute(`update demonstration_notices set deletes_on = '${day(0)}' where company_id = ${id}`)
  await sweep()
  expect([await isThere(id), await mailed()]).toEqual([false, []])
})

test('it asks for an answer only where somebody reads one, and else names whom one asks for help', async () => {
  await sendTo(smtp, operator.put)
  const { id } = await made('Pergunta', { dueDate: day(3) })
  await endsIn(id, -1)
  expect((await mailed())[0]!.text).not.toMatch(/Para continuar/)
  expect((await operator.put('/brand', { helpText: 'Fale com a Rita', helpLink: 'https://ajuda.exemplo.com' })).status).toBe(200)
  await endsIn(id, 2)
  await endsIn(id, -2)
  expect((await mailed())[0]!.text).toContain('fale conosco antes dessa data: Fale com a Rita https://ajuda.exemplo.com')
  await operator.put('/settings/mailReplyTo', { value: 'ajuda@loja.com.br' })
  await endsIn(id, 3)
  await endsIn(id, -3)
  expect((await mailed())[0]!.text).toContain('responda a este e-mail')
  await operator.put('/settings/mailReplyTo', { value: '' })
})

test('what stood still for weeks tells them first and deletes a day later; who became a customer hears nothing', async () => {
  const [late, bought] = [await made('Parada', { dueDate: day(3) }), await made('Comprou', { dueDate: day(3) })]
  await operator.put(`/companies/${bought.id}`, { isDemo: false })
  await endsIn(bought.id, -30)
  await endsIn(late.id, -30)
  expect(await mailed()).toMatchObject([{ to: 'parada@oeste.com', subject: 'A sua demonstração é apagada amanhã' }])
  await sweep()
  expect([await isThere(late.id), await isThere(bought.id)]).toEqual([true, true])
})

test('a reseller’s are mailed from the reseller’s server, at the reseller’s address', async () => {
  await operator.put('/settings/smtpHost', { value: '' })
  const leste = await reseller(office, 'Leste', 'leste.example')
  await sendTo(smtp, leste.boss.client.put, { mailFrom: 'oi@leste.example' })
  const theirs = (
    await leste.boss.client.post<Company>('/companies', {
      ...{ name: 'Montra', email: 'montra@leste.example', planId: leste.plan.id, dueDate: day(3), isDemo: true },
    })
  ).body
  await endsIn(theirs.id, -1)
  const [mail, ...more] = await mailed()
  expect(mail).toMatchObject({ to: 'montra@leste.example' })
  expect(mail!.text).toContain('https://leste.example/subscription')
  expect(mail!.text).not.toMatch(/balc|atende\.exemplo/i)
  expect(more).toEqual([])
})
