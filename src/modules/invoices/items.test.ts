import { beforeEach, expect, test } from 'bun:test'
import { type Checkout, dueDateOf, type Invoice, onTerms, PAYER, PIX } from '../../../tests/billing'
import { until } from '../../../tests/factories'
import { sendTo } from '../../../tests/mail'
import { testOffice } from '../../../tests/office'
import { startSmtp } from '../../../tests/peers/smtp'
import { later, monthsLater } from '../companies'
import type { Item } from './index'

const office = await testOffice({ PUBLIC_URL: 'https://atende.exemplo.com' })
const { norte, sul, store, product } = office
const operator = norte.staff.admin.client
const { client } = sul.staff.admin
const DUE = later(new Date().toISOString().slice(0, 10), 3)
await operator.put('/payment-accounts/pix', { isActive: true, settings: PIX })

const sell = (item: object) => operator.post<Item[]>('/invoice-items', { companyId: sul.id, ...item })
const pending = async () => (await operator.get<Item[]>(`/invoice-items?companyId=${sul.id}`)).body
const open = async () => (await client.get<Invoice[]>('/invoices/all')).body.find(({ status }) => status === 'open')

beforeEach(async () => {
  for (const table of ['invoice_items', 'invoices']) await store.client.execute(`delete from ${table}`)
  await onTerms(office, sul, { dueDate: DUE, recurrence: 'TRIMESTRAL', value: 100, name: `Trimestre ${crypto.randomUUID()}` })
  await product.jobs.run('invoices')
})

test('what an operator sells stands on the open invoice at once: by the piece every period, the rest once', async () => {
  await sell({ kind: 'users', n: 2, value: '9,90' })
  await sell({ kind: 'item', text: 'Implantação', value: 350 })
  const invoice = (await open())!
  expect(invoice).toMatchObject({
    value: 300 + 2 * 3 * 9.9 + 350,
    lines: [{ kind: 'plan' }, { kind: 'users', n: 2 }, { text: 'Implantação' }],
  })
  const { body } = await client.post<Checkout>('/subscription', PAYER)
  expect(body).toMatchObject({ valor: { original: '709.40' }, invoice: { id: invoice.id } })
  await operator.put(`/invoices/${invoice.id}`, { status: 'paid' })
  expect(await pending()).toMatchObject([{ kind: 'users', n: 2, cents: 990 }])
  const next = (await client.post<Checkout>('/subscription', PAYER)).body
  expect(next.valor.original).toBe('359.40')
  expect(await dueDateOf(office, sul)).toBe(monthsLater(DUE, 3))
  // What was paid keeps its lines.
  expect((await client.get(`/invoices/${invoice.id}`)).body).toMatchObject({ lines: invoice.lines })
})

test('what is taken back leaves the open invoice; what was paid is not taken back', async () => {
  const [item] = (await sell({ kind: 'item', text: 'Treinamento', value: 80 })).body
  expect((await open())!.value).toBe(380)
  expect((await operator.delete(`/invoice-items/${item!.id}`)).body).toEqual([])
  expect((await open())!.value).toBe(300)
  const [again] = (await sell({ kind: 'item', text: 'Treinamento', value: 80 })).body
  await operator.put(`/invoices/${(await open())!.id}`, { status: 'paid' })
  expect(await operator.delete(`/invoice-items/${again!.id}`)).toMatchObject({ status: 404, body: { code: 'ERR_NO_INVOICEITEM_FOUND' } })
})

test('what is paid by the piece may be had more of, from the sale on until it is taken back', async () => {
  await store.client.execute(`update plans set queues = 3 where id = (select plan_id from companies where id = ${sul.id})`)
  const queue = (name: string) => client.post('/queue', { name, color: `#${crypto.randomUUID().slice(0, 6)}` })
  expect(await queue('Quarta')).toMatchObject({ body: { code: 'ERR_QUEUE_LIMIT', details: { limit: 3 } } })
  const [sold] = (await sell({ kind: 'queues', n: 1, value: 5 })).body
  expect((await queue('Quarta')).status).toBe(200)
  expect((await client.get('/subscription')).body).toMatchObject({ plan: { queues: 4 }, used: { queues: 4 } })
  await operator.delete(`/invoice-items/${sold!.id}`)
  expect((await queue('Quinta')).body).toMatchObject({ code: 'ERR_QUEUE_LIMIT' })
})

test('what costs nothing, has no name or is for a company without a next invoice is refused, and companies sell themselves nothing', async () => {
  expect((await sell({ kind: 'item', text: '', value: 10 })).body).toMatchObject({ details: { text: ['Obrigatório'] } })
  expect((await sell({ kind: 'item', text: 'Brinde', value: 0 })).body).toMatchObject({ details: { value: ['Obrigatório'] } })
  expect((await sell({ kind: 'change', text: 'x', value: 1 })).status).toBe(400)
  expect((await sell({ kind: 'item', text: 'x', value: -1 })).status).toBe(400)
  expect((await sell({ companyId: 999_999_999, kind: 'item', text: 'x', value: 1 })).status).toBe(404)
  for (const answer of [
    await client.get(`/invoice-items?companyId=${sul.id}`),
    await client.post('/invoice-items', { companyId: sul.id, kind: 'users', n: 9, value: 0 }),
  ])
    expect(answer.status).toBe(403)
  await onTerms(office, sul, { dueDate: null })
  expect(await sell({ kind: 'users', n: 1, value: 1 })).toMatchObject({ status: 409, body: { code: 'ERR_NO_RECURRENCE' } })
})

test('sales and payments at the same moment lose nothing: what is not on the paid invoice stands on the next', async () => {
  const invoice = (await open())!
  const sales = Array.from({ length: 10 }, (_, i) => sell({ kind: 'item', text: `Item ${i}`, value: 10 }))
  await Promise.all([...sales.slice(0, 5), operator.put(`/invoices/${invoice.id}`, { status: 'paid' }), ...sales.slice(5)])
  const paid = (await client.get<Invoice>(`/invoices/${invoice.id}`)).body
  expect(paid.lines.filter(({ kind }) => kind === 'item').length + (await pending()).length).toBe(10)
  expect(paid.value).toBe(300 + 10 * paid.lines.filter(({ kind }) => kind === 'item').length)
})

test('whoever paid is mailed a receipt with what it was for, once', async () => {
  const smtp = await startSmtp()
  await sendTo(smtp, operator.put)
  await client.put('/subscription', { email: 'contas@sul.com.br' })
  await sell({ kind: 'item', text: 'Implantação', value: 350 })
  await sell({ kind: 'users', n: 1, value: 10 })
  await sell({ kind: 'queues', n: 2, value: 5 })
  const invoice = (await open())!
  await Promise.all(Array.from({ length: 5 }, () => operator.put(`/invoices/${invoice.id}`, { status: 'paid' })))
  await until(() => smtp.mails.length > 0)
  expect(smtp.mails[0]!.text).toContain('Implantação: R$\u00a0350,00')
  expect(smtp.mails[0]!.text).toContain('1 usuário adicional: R$')
  expect(smtp.mails[0]!.text).toContain('2 filas adicionais: R$')
  expect(smtp.mails[0]!.text).toContain(new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(invoice.value))
  expect(smtp.mails[0]!.text).toContain(`https://atende.exemplo.com/financeiro/${invoice.id}`)
  const { rows } = await store.client.execute("select count(*) from jobs where kind = 'mail'")
  expect([Number(rows[0]![0]) <= 1, smtp.mails.length]).toEqual([true, 1])
  await operator.put('/settings/smtpHost', { value: '' })
  await smtp.close()
})
