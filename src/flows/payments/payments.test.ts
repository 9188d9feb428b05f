import { afterAll, beforeEach, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { later, monthsLater } from '#modules/companies'
import { type Checkout, dueDateOf, onTerms, PAYER } from '../../../tests/billing'
import { until } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'
import { startAsaas } from '../../../tests/peers/asaas'
import { startMercadoPago } from '../../../tests/peers/mercado-pago'
import { manifestOf } from '../../payments/mercado-pago'

const KEY = 'chave-do-asaas-que-ninguem-le'
const TOKEN = 'token-do-mercado-pago-que-ninguem-le'
const HOOK = 'segredo-do-aviso-bem-comprido'
const [asaas, mercadoPago] = [startAsaas(KEY), startMercadoPago(TOKEN)]
afterAll(() => Promise.all([asaas.stop(), mercadoPago.stop()]))
const office = await testOffice({ OUTBOUND_ALLOW: `${asaas.destination},${mercadoPago.destination}` })
const { norte, sul, product } = office
const operator = norte.staff.admin.client
const { client } = sul.staff.admin
const DUE = later(new Date().toISOString().slice(0, 10), 3)

const accounts = {
  asaas: { apiKey: KEY, webhookToken: HOOK, baseUrl: asaas.baseUrl },
  mercadopago: { accessToken: TOKEN, webhookSecret: HOOK, baseUrl: mercadoPago.baseUrl },
}
const use = (provider: keyof typeof accounts) =>
  operator.put(`/payment-accounts/${provider}`, { isActive: true, settings: accounts[provider] })
const pay = (who = PAYER as object) => client.post<Checkout>('/subscription', who)
const statusOf = async (id: number) => (await client.get<{ status: string }>(`/invoices/${id}`)).body.status
type Heard = { id: number; fate: string; source: string; provider: string; raw: string; cents: number | null; times: number }
const heardPage = async (query = '') => (await operator.get<{ events: Heard[]; hasMore: boolean }>(`/payment-accounts/events${query}`)).body
const heard = async () => (await heardPage()).events
const fates = async () => (await heard()).map(({ fate }) => fate)
const call = async (path: string, body: unknown, headers: Record<string, string> = {}, address = '203.0.113.7') => {
  const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
  return (await product.app.request(path, init, { address })).status
}
const asaasCalls = (id: string, token = HOOK) =>
  call('/subscription/webhook/asaas', { event: 'PAYMENT_RECEIVED', payment: { id } }, { 'asaas-access-token': token })
function mercadoPagoCalls(id: string, secret = HOOK) {
  const [requestId, ts] = [crypto.randomUUID(), String(Date.now())]
  const v1 = createHmac('sha256', secret)
    .update(manifestOf(id, requestId, ts))
    .digest('hex')
  const headers = { 'x-signature': `ts=${ts},v1=${v1}`, 'x-request-id': requestId }
  return call(`/subscription/webhook/mercadopago?data.id=${id}&type=payment`, { type: 'payment', data: { id } }, headers)
}
/** Nobody is asked about any charge now, nor will be before long. */
const atRest = () =>
  until(async () => {
    const { rows } = await office.store.client.execute(
      "select 1 from jobs where kind = 'payment-check' and state in ('waiting', 'running')",
    )
    return rows.length === 0
  })
/** Has the charges asked about without waiting for their time. */
async function askNow() {
  await office.store.client.execute("update jobs set due_at = 0, state = 'waiting' where kind = 'payment-check' and state = 'scheduled'")
  await product.jobs.run('jobs')
  await atRest()
}
const nextFate = async (id: string, send: (id: string) => Promise<number>) => {
  expect(await send(id)).toBe(200)
  await atRest()
  return (await heard())[0]!.fate
}

/** A company that owes an invoice for a month, and has a charge for it. */
async function owes(provider: keyof typeof accounts) {
  await use(provider)
  await onTerms(office, sul, { dueDate: DUE })
  const { body } = await pay()
  await atRest()
  return { reference: body.txid, invoiceId: body.invoice.id }
}
const unmoved = async (invoiceId: number) => expect([await dueDateOf(office, sul), await statusOf(invoiceId)]).toEqual([DUE, 'open'])

beforeEach(async () => {
  await office.store.client.execute('delete from invoices')
  await office.store.client.execute('delete from jobs')
})

test('keys are sealed and never told again, go to no other address, and are tried before they are saved', async () => {
  const path = '/payment-accounts/asaas'
  expect(await operator.post(`${path}/test`, { settings: { ...accounts.asaas, apiKey: 'outra' } })).toMatchObject({
    body: { code: 'ERR_PAYMENT_KEY' },
  })
  expect((await operator.post(`${path}/test`, { settings: accounts.asaas })).body).toEqual({ ok: true })
  await use('asaas')
  const { text, body } = await operator.get<{ provider: string; kept: string[] }[]>('/payment-accounts')
  expect(text).not.toContain(KEY)
  expect(body.find(({ provider }) => provider === 'asaas')).toMatchObject({ isActive: true, kept: ['apiKey', 'webhookToken'] })
  const { rows } = await office.store.client.execute('select settings from payment_accounts')
  expect(JSON.stringify(rows)).not.toContain(KEY)
  // Left empty they stay, as long as the address does.
  expect((await operator.post(`${path}/test`, { settings: { baseUrl: asaas.baseUrl, apiKey: '' } })).status).toBe(200)
  expect(await operator.put(path, { isActive: true, settings: { baseUrl: 'https://exemplo.com', apiKey: '' } })).toMatchObject({
    status: 400,
    body: { details: { apiKey: ['Informe a chave de novo: o endereço mudou'] } },
  })
})

test('one account takes new charges; a provider that must know the CPF or CNPJ, or the e-mail, says so', async () => {
  await onTerms(office, sul, { dueDate: DUE })
  await use('asaas')
  expect((await client.get('/subscription')).body).toMatchObject({ canPay: true, needs: ['taxId'] })
  expect(await pay({ ...PAYER, taxId: '' })).toMatchObject({ status: 400, body: { details: { taxId: ['Obrigatório'] } } })
  await use('mercadopago')
  const { body } = await operator.get<{ provider: string; isActive: boolean }[]>('/payment-accounts')
  expect(body.filter(one => one.isActive).map(one => one.provider)).toEqual(['mercadopago'])
  expect((await pay({ ...PAYER, taxId: '' })).body).toMatchObject({ byHand: false, expiresAt: expect.any(String) })
})

test('fifty webhooks at once move the date by one period, and what is told again moves nothing', async () => {
  const { reference, invoiceId } = await owes('asaas')
  asaas.payments.get(reference)!.status = 'RECEIVED'
  const before = asaas.asked.length
  expect(new Set(await Promise.all(Array.from({ length: 50 }, () => asaasCalls(reference))))).toEqual(new Set([200]))
  await until(async () => (await statusOf(invoiceId)) === 'paid')
  await atRest()
  expect(await dueDateOf(office, sul)).toBe(monthsLater(DUE, 1))
  // However many told of it, the provider was asked a few times at most.
  expect(asaas.asked.length - before).toBeLessThan(6)
  expect(await nextFate(reference, asaasCalls)).toBe('repeated')
  expect(await dueDateOf(office, sul)).toBe(monthsLater(DUE, 1))
  expect((await fates()).filter(fate => fate === 'paid')).toHaveLength(1)
})

test('what is said again to the letter is counted, and what differs is kept beside it, up to a bound', async () => {
  const { reference } = await owes('asaas')
  asaas.payments.get(reference)!.status = 'RECEIVED'
  await nextFate(reference, asaasCalls)
  const said = async (event: string) =>
    call('/subscription/webhook/asaas', { event, payment: { id: reference } }, { 'asaas-access-token': HOOK }, '203.0.113.8')
  const repeated = async () => (await heard()).filter(({ fate }) => fate === 'repeated')
  expect(new Set(await Promise.all(Array.from({ length: 100 }, () => said('PAYMENT_RECEIVED'))))).toEqual(new Set([200]))
  await said('PAYMENT_REFUNDED')
  expect((await repeated()).map(({ times, raw }) => [times, JSON.parse(raw).event])).toEqual([
    [1, 'PAYMENT_REFUNDED'],
    [100, 'PAYMENT_RECEIVED'],
  ])
  for (let n = 0; n < 60; n++) await said(`OUTRO_${n}`)
  const { rows } = await office.store.client.execute(
    "select count(*), sum(times) from payment_events where fate = 'repeated' and raw like '%" + reference + "%'",
  )
  expect(Object.values(rows[0]!).map(Number)).toEqual([50, 161])
})

test('a webhook is never believed: forged, foreign, too early, in part, it moves nothing, and operators see each', async () => {
  const { reference, invoiceId } = await owes('asaas')
  const payment = asaas.payments.get(reference)!
  expect(await asaasCalls(reference, 'um-palpite-qualquer')).toBe(403)
  expect((await heard())[0]).toMatchObject({ fate: 'forged', source: 'webhook', raw: expect.stringContaining(reference) })
  expect(await nextFate('pay_de_ninguem', asaasCalls)).toBe('unknown')
  const known = (await heard()).length
  await nextFate(reference, asaasCalls)
  expect((await heard()).length).toBe(known)
  await unmoved(invoiceId)
  Object.assign(payment, { status: 'RECEIVED', value: 249.89 })
  expect(await nextFate(reference, asaasCalls)).toBe('partial')
  Object.assign(payment, { value: 249.9, id: 'pay_de_outro' })
  expect(await nextFate(reference, asaasCalls)).toBe('foreign')
  await unmoved(invoiceId)
  Object.assign(payment, { id: reference })
  expect(await nextFate(reference, asaasCalls)).toBe('paid')
  expect(await statusOf(invoiceId)).toBe('paid')
})

test('a call without its signature, of a provider that nobody set up, or that says nothing is refused or ignored', async () => {
  const { reference, invoiceId } = await owes('mercadopago')
  mercadoPago.payments.get(Number(reference))!.status = 'approved'
  expect(await mercadoPagoCalls(reference, 'outro-segredo-bem-comprido')).toBe(403)
  expect(await call('/subscription/webhook/mercadopago', { type: 'payment', data: { id: reference } })).toBe(403)
  for (const path of [
    '/subscription/webhook',
    '/subscription/webhook/pix',
    '/subscription/webhook/__proto__',
    '/subscription/webhook/nada',
  ])
    expect(await call(path, { pix: [{ txid: reference }] })).toBe(403)
  for (const body of [null, [], 7, { payment: null }, { payment: { id: {} } }])
    expect(await call('/subscription/webhook/asaas', body, { 'asaas-access-token': HOOK })).toBe(200)
  await atRest()
  await unmoved(invoiceId)
})

test('a stranger who calls the open door again and again fills neither the storage nor the list of operators', async () => {
  const { reference } = await owes('asaas')
  expect(await nextFate('pay_de_ninguem', asaasCalls)).toBe('unknown')
  const calls = await Promise.all(Array.from({ length: 120 }, (_, n) => asaasCalls(`${reference}-${n}`, 'um-palpite-qualquer')))
  expect(new Set(calls)).toEqual(new Set([403]))
  const { rows } = await office.store.client.execute("select count(*) from payment_events where fate = 'forged' and provider = 'asaas'")
  expect(Number(rows[0]![0])).toBe(10)
  expect(await fates()).toContain('unknown')
})

test('another currency and money that was sent back in part move nothing; a cancellation that comes after the payment takes nothing back', async () => {
  const { reference, invoiceId } = await owes('mercadopago')
  const payment = mercadoPago.payments.get(Number(reference))!
  Object.assign(payment, { status: 'approved', currency_id: 'ARS' })
  expect(await nextFate(reference, mercadoPagoCalls)).toBe('currency')
  Object.assign(payment, { currency_id: 'BRL', transaction_amount_refunded: 0.01 })
  expect(await nextFate(reference, mercadoPagoCalls)).toBe('partial')
  await unmoved(invoiceId)
  Object.assign(payment, { transaction_amount_refunded: 0 })
  expect(await nextFate(reference, mercadoPagoCalls)).toBe('paid')
  payment.status = 'cancelled'
  expect(await nextFate(reference, mercadoPagoCalls)).toBe('repeated')
  expect([await dueDateOf(office, sul), await statusOf(invoiceId)]).toEqual([monthsLater(DUE, 1), 'paid'])
})

test('where no webhook arrives the provider is asked, and a payment is found all the same', async () => {
  const { reference, invoiceId } = await owes('asaas')
  await askNow()
  await unmoved(invoiceId)
  asaas.payments.get(reference)!.status = 'RECEIVED'
  await askNow()
  expect([await dueDateOf(office, sul), await statusOf(invoiceId)]).toEqual([monthsLater(DUE, 1), 'paid'])
})

test('a code that is over is asked for anew, and who pays by the old one after all is told to the operator', async () => {
  const { reference, invoiceId } = await owes('mercadopago')
  const old = mercadoPago.payments.get(Number(reference))!
  old.status = 'cancelled'
  expect(await nextFate(reference, mercadoPagoCalls)).toBe('gone')
  const again = (await pay()).body.txid
  expect(again).not.toBe(reference)
  mercadoPago.payments.get(Number(again))!.status = 'approved'
  expect(await nextFate(again, mercadoPagoCalls)).toBe('paid')
  old.status = 'approved'
  expect(await nextFate(reference, mercadoPagoCalls)).toBe('late')
  expect([await dueDateOf(office, sul), await statusOf(invoiceId)]).toEqual([monthsLater(DUE, 1), 'paid'])
})

test('an invoice that an operator marks as paid after its code ended was paid by hand; one with an open code, by that', async () => {
  const { reference, invoiceId } = await owes('mercadopago')
  mercadoPago.payments.get(Number(reference))!.status = 'cancelled'
  expect(await nextFate(reference, mercadoPagoCalls)).toBe('gone')
  expect((await operator.put(`/invoices/${invoiceId}`, { status: 'paid' })).body).toMatchObject({ paidBy: 'manual' })
  const { body } = await pay()
  expect((await operator.put(`/invoices/${body.invoice.id}`, { status: 'paid' })).body).toMatchObject({ paidBy: 'mercadopago' })
})

test('who pays by the code of an invoice that an operator marked as paid is told to the operator, with the amount', async () => {
  const { reference, invoiceId } = await owes('asaas')
  await operator.put(`/invoices/${invoiceId}`, { status: 'paid' })
  await askNow()
  asaas.payments.get(reference)!.status = 'RECEIVED'
  await askNow()
  expect((await heard())[0]).toMatchObject({ fate: 'late', cents: 24_990, source: 'asked' })
  expect(await dueDateOf(office, sul)).toBe(monthsLater(DUE, 1))
})

test('an amount that changed after the code was made is not paid by it', async () => {
  const { reference, invoiceId } = await owes('asaas')
  await onTerms(office, sul, { dueDate: DUE, value: 300 })
  await product.jobs.run('invoices')
  asaas.payments.get(reference)!.status = 'RECEIVED'
  expect(await nextFate(reference, asaasCalls)).toBe('partial')
  await unmoved(invoiceId)
})

test('an older, dearer code that is paid after the invoice shrank pays it once, and what is too much is taken off the next', async () => {
  const { reference, invoiceId } = await owes('asaas')
  await onTerms(office, sul, { dueDate: DUE, value: 200 })
  await product.jobs.run('invoices')
  asaas.payments.get(reference)!.status = 'RECEIVED'
  expect(await nextFate(reference, asaasCalls)).toBe('paid')
  expect((await heard())[0]).toMatchObject({ cents: 24_990 })
  expect(await nextFate(reference, asaasCalls)).toBe('repeated')
  expect([await dueDateOf(office, sul), await statusOf(invoiceId)]).toEqual([monthsLater(DUE, 1), 'paid'])
  const { next } = (await client.get<{ next: { value: number; lines: { kind: string; cents: number }[] } }>('/subscription')).body
  expect(next.value).toBe(150.1)
  expect(next.lines.filter(({ kind }) => kind === 'credit').map(({ cents }) => cents)).toEqual([-4_990])
})

test('operators read everything that was heard of payments, page by page, the newest first', async () => {
  const { reference } = await owes('asaas')
  asaas.payments.get(reference)!.status = 'RECEIVED'
  await nextFate(reference, asaasCalls)
  for (let n = 0; n < 60; n++)
    await office.store.client.execute(
      `insert into payment_events (company_id, provider, source, fate, raw, created_at) values (${sul.id}, 'asaas', 'operator', 'paid', '{}', 0)`,
    )
  const first = await heardPage()
  const second = await heardPage(`?before=${first.events.at(-1)!.id}`)
  expect([first.events.length, first.hasMore, second.events.length > 10, second.hasMore]).toEqual([50, true, true, false])
  const ids = [...first.events, ...second.events].map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a))
})

test('a provider that is down, or answers nonsense, is told in words, and nothing is charged', async () => {
  await onTerms(office, sul, { dueDate: DUE })
  await operator.put('/payment-accounts/asaas', { isActive: true, settings: { ...accounts.asaas, baseUrl: 'http://127.0.0.1:9/v3' } })
  expect(await pay()).toMatchObject({ status: 400, body: { code: 'ERR_OUTBOUND_PRIVATE_ADDRESS' } })
  await operator.put('/payment-accounts/asaas', { isActive: true, settings: { ...accounts.asaas, baseUrl: `${asaas.baseUrl}/nada` } })
  expect(await pay()).toMatchObject({ status: 400, body: { code: 'ERR_PAYMENT_REFUSED' } })
  const { rows } = await office.store.client.execute("select count(*) from charges where state = 'open'")
  expect(Number(rows[0]![0])).toBe(0)
})

test('who asks for codes without end is told to wait, and nobody else is', async () => {
  await owes('asaas')
  let asked = 0
  while (asked++ < 60 && (await pay({})).status !== 429);
  expect(asked).toBeLessThan(60)
  expect((await operator.post('/subscription', {})).status).not.toBe(429)
})
