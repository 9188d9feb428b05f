import { expect, test } from 'bun:test'
import { testOffice } from '../../../tests/office'
import { dueDateOf, type Checkout, type Invoice, onTerms, PAYER, PIX } from '../../../tests/billing'
import { later, monthsLater } from '../companies'

const office = await testOffice()
const { norte, sul, product } = office
await office.store.client.execute('delete from invoices')
const operator = norte.staff.admin.client
const { client } = sul.staff.admin
const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
const soon = later(today, 3)

const all = async (who = client) => (await who.get<Invoice[]>('/invoices/all')).body
const open = async (who = client) => (await all(who)).find(one => one.status === 'open')
const bill = () => product.jobs.run('invoices')
const pixAccount = (isActive = true) => operator.put('/payment-accounts/pix', { isActive, settings: PIX })

test('an invoice is made before the due date, once, and says what the plan costs', async () => {
  await onTerms(office, sul, { dueDate: soon })
  await Promise.all([bill(), bill(), bill()])
  await bill()
  expect(await all()).toMatchObject([{ status: 'open', value: 249.9, companyId: sul.id, detail: expect.stringContaining('Equipe') }])
  // The day is that of the company, whatever the clock of who reads it.
  expect((await all())[0]!.dueDate).toBe(`${soon}T00:00:00-03:00`)
})

test('the open invoice follows what an operator changes, and is never two', async () => {
  await onTerms(office, sul, { dueDate: later(soon, 2), recurrence: 'TRIMESTRAL', value: 33.33 })
  await bill()
  expect(await all()).toMatchObject([{ status: 'open', value: 99.99, dueDate: expect.stringContaining(later(soon, 2)) }])
})

test('nobody pays while no operator said whom to pay', async () => {
  expect(await client.post('/subscription', { ...PAYER, invoiceId: (await open())!.id })).toMatchObject({
    status: 409,
    body: { code: 'ERR_NO_PAYMENT_PROVIDER' },
  })
})

test('an operator tries and writes the account of a static Pix; what is no key is told at its field', async () => {
  expect((await operator.post('/payment-accounts/pix/test', { settings: PIX })).body).toEqual({ ok: true })
  expect(await operator.put('/payment-accounts/pix', { settings: { ...PIX, pixKey: '123.456.789-00' } })).toMatchObject({
    status: 400,
    body: { details: { pixKey: ['Esta não é uma chave Pix'] } },
  })
  expect(await operator.post('/payment-accounts/pix/test', { settings: { ...PIX, city: '東京' } })).toMatchObject({
    status: 400,
    body: { code: 'ERR_PAYMENT_SETTINGS' },
  })
  expect((await pixAccount()).body).toMatchObject({ provider: 'pix', isActive: true, isSet: true, settings: PIX })
  const { rows } = await office.store.client.execute('select settings from payment_accounts')
  expect(JSON.stringify(rows)).not.toContain(PIX.pixKey)
})

test('a company is asked for what the server says, whatever its form claims, and asking twice is one charge', async () => {
  await pixAccount()
  const invoice = (await open())!
  const claims = { price: '0.01', value: 1, plan: '{"value":1}', users: 1000, connections: 1000, companyId: norte.id, status: 'paid' }
  const ask = () => client.post<Checkout>('/subscription', { ...PAYER, ...claims, invoiceId: invoice.id })
  const [first, second] = await Promise.all([ask(), ask()])
  expect(first).toMatchObject({
    status: 200,
    body: { byHand: true, valor: { original: '99.99' }, invoice: { id: invoice.id, status: 'open' } },
  })
  expect(first.body.qrcode.qrcode).toContain('540599.99')
  expect(second.body.txid).toBe(first.body.txid)
  expect((await open())!.value).toBe(99.99)
})

test('who pays is refused by halves, and kept for the next time and the receipt', async () => {
  const invoiceId = (await open())!.id
  expect((await client.post('/subscription', { ...PAYER, invoiceId, city: ' ', zipcode: '', taxId: '11222333000182' })).body).toMatchObject(
    {
      details: { city: ['Cidade é obrigatória'], zipcode: ['CEP é obrigatório'], taxId: ['CPF ou CNPJ inválido'] },
    },
  )
  // Clients of the family begin at the second step, and send nothing of the first.
  const { status, body } = await client.post<Checkout>('/subscription', { firstName: '', city: '', invoiceId })
  expect([status, body.invoice]).toMatchObject([200, { payer: { firstName: PAYER.firstName, taxId: '11222333000181' } }])
})

test('a code that was made for another amount is not shown again', async () => {
  const ask = async () => (await client.post<Checkout>('/subscription', { invoiceId: (await open())!.id })).body
  const before = await ask()
  await onTerms(office, sul, { dueDate: later(soon, 2), recurrence: 'TRIMESTRAL', value: 40 })
  const after = await ask()
  expect([before.valor.original, after.valor.original, before.txid === after.txid]).toEqual(['99.99', '120.00', false])
})

test('only an operator says that an invoice was paid; the date moves by the recurrence, once, and everyone of the company hears it', async () => {
  const invoice = (await open())!
  const due = (await dueDateOf(office, sul))!
  const [ana, stranger] = [await sul.staff.ana.client.socket(), await norte.staff.ana.client.socket()]
  expect((await client.put(`/invoices/${invoice.id}`, { status: 'paid' })).status).toBe(403)
  expect((await sul.staff.ana.client.get('/invoices/all')).status).toBe(403)
  const answers = await Promise.all(Array.from({ length: 10 }, () => operator.put<Invoice>(`/invoices/${invoice.id}`, { status: 'paid' })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(409)])
  expect(await dueDateOf(office, sul)).toBe(monthsLater(due, 3))
  expect((await client.get<Invoice>(`/invoices/${invoice.id}`)).body).toMatchObject({
    status: 'paid',
    paidBy: 'pix',
    renewedUntil: monthsLater(due, 3),
  })
  expect(await open()).toBeUndefined()
  const { payload } = await ana.next(`company-${sul.id}-payment`)
  expect(payload).toMatchObject({ action: 'CONCLUIDA', company: { id: sul.id } })
  // What an invoice says is for who pays it.
  const heard = [...ana.heard, ...stranger.heard].map(({ event }) => event)
  expect(heard.filter(event => /payment$|invoice$/.test(event))).toEqual([`company-${sul.id}-payment`])
})

test('an invoice of another company is unknown, also to who pays', async () => {
  const [mine] = await all()
  const other = sul.staff.admin.client
  await onTerms(office, norte, { dueDate: soon })
  await bill()
  const theirs = (await open(operator))!
  expect((await other.get(`/invoices/${theirs.id}`)).status).toBe(404)
  expect(await other.post('/subscription', { ...PAYER, invoiceId: theirs.id })).toMatchObject({
    status: 404,
    body: { code: 'ERR_NO_INVOICE_FOUND' },
  })
  expect((await operator.get(`/invoices/${mine!.id}`)).status).toBe(404)
  expect((await open(operator))!.id).toBe(theirs.id)
})

test('a list has its pages in both orders and finds by what it is for', async () => {
  const { body } = await operator.get<{ invoices: Invoice[]; count: number; hasMore: boolean }>('/invoices?pageNumber=1&searchParam=EQUIPE')
  expect(body).toMatchObject({ count: 1, hasMore: false, invoices: [{ status: 'open' }] })
  expect((await operator.get<{ count: number }>('/invoices?searchParam=nada')).body.count).toBe(0)
  expect((await operator.get('/invoices?order=desc')).status).toBe(200)
  expect((await operator.get('/invoices?order=drop')).status).toBe(400)
})

test('a company sees how it stands, and writes where its bills are sent', async () => {
  await onTerms(office, sul, { dueDate: later(today, 20), createdAt: new Date('2020-01-01') })
  const { body } = await client.get('/subscription')
  expect(body).toMatchObject({
    standing: 'active',
    daysLeft: 20,
    plan: { users: 10, value: 249.9 },
    used: { users: 6, connections: 1, queues: 3 },
    period: { months: 1, value: 249.9 },
    invoice: null,
    payer: { firstName: PAYER.firstName },
    canPay: true,
  })
  expect((await client.put('/subscription', { email: 'contas@sul.com' })).body).toMatchObject({ company: { email: 'contas@sul.com' } })
  expect((await client.put('/subscription', { email: 'contas' })).status).toBe(400)
  expect((await sul.staff.ana.client.get('/subscription')).status).toBe(403)
})

test('who pays before the next invoice is there gets it made, and keeps the days that are left', async () => {
  const { body } = await client.post<Checkout>('/subscription', PAYER)
  expect(body).toMatchObject({ valor: { original: '249.90' }, invoice: { status: 'open' } })
  await operator.put(`/invoices/${body.invoice.id}`, { status: 'paid' })
  expect(await dueDateOf(office, sul)).toBe(monthsLater(later(today, 20), 1))
})

test('a trial says so until its day, and a payment ends it', async () => {
  await onTerms(office, sul, { dueDate: later(today, 2), createdAt: new Date() })
  const standing = async () => (await client.get<{ standing: string }>('/subscription')).body.standing
  expect(await standing()).toBe('trial')
  const { body } = await client.post<Checkout>('/subscription', PAYER)
  await operator.put(`/invoices/${body.invoice.id}`, { status: 'paid' })
  expect(await standing()).toBe('active')
})

test('what operators heard of payments names the company, the amount and who said so', async () => {
  const { body } = await operator.get<{ events: object[] }>('/payment-accounts/events')
  expect(body.events[0]).toMatchObject({ fate: 'paid', source: 'operator', company: sul.name, cents: 24_990 })
  expect((await client.get('/payment-accounts/events')).status).toBe(403)
  expect((await client.put('/payment-accounts/pix', { isActive: true, settings: PIX })).status).toBe(403)
})
