import { beforeEach, expect, test } from 'bun:test'
import { type Checkout, type Invoice, onTerms, PAYER, PIX } from '../../../tests/billing'
import { testOffice } from '../../../tests/office'
import { later } from '../companies'

const office = await testOffice()
const { norte, sul, store, product } = office
const oeste = await office.company('Oeste')
const operator = norte.staff.admin.client
const { client } = sul.staff.admin
const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
await operator.put('/payment-accounts/pix', { isActive: true, settings: PIX })

type Use = { coupon: { code: string; left: number | null } | null; next: { value: number; lines: { kind: string; cents: number }[] } }
let made = 0
const coupon = async (more: object) =>
  (await operator.post<{ id: number; code: string; uses: number }>('/coupons', { code: `PROMO-${++made}`, percent: null, ...more })).body
const take = (code: string, who = client) => who.post<Use & { code: string }>('/subscription/coupon', { code })
const nextOf = async (who = client) => (await who.get<Use>('/subscription')).body
async function pay(who = client) {
  const { body } = await who.post<Checkout>('/subscription', PAYER)
  await operator.put(`/invoices/${body.invoice.id}`, { status: 'paid' })
  return Number(body.valor.original)
}

beforeEach(async () => {
  for (const table of ['coupon_uses', 'invoice_items', 'invoices']) await store.client.execute(`delete from ${table}`)
  for (const company of [sul, oeste]) await onTerms(office, company, { dueDate: today, value: 100 })
})

test('a share counts for as many invoices as it says, stands on each, and is over then', async () => {
  const { code } = await coupon({ percent: 20, invoices: 2 })
  expect(await take(` ${code.toLowerCase()} `)).toMatchObject({
    status: 200,
    body: {
      coupon: { code, left: 2 },
      next: {
        value: 80,
        lines: [
          { kind: 'plan', cents: 10_000 },
          { kind: 'coupon', cents: -2_000, text: code },
        ],
      },
    },
  })
  expect([await pay(), await pay(), await pay()]).toEqual([80, 80, 100])
  expect((await nextOf()).coupon).toBeNull()
})

test('an amount comes off the open invoice at once, and its old code is not shown again', async () => {
  await product.jobs.run('invoices')
  const before = (await client.post<Checkout>('/subscription', PAYER)).body
  const { code } = await coupon({ value: '30,50' })
  await take(code)
  const after = (await client.post<Checkout>('/subscription', PAYER)).body
  expect([before.valor.original, after.valor.original, after.invoice.id]).toEqual(['100.00', '69.50', before.invoice.id])
  expect(after.txid).not.toBe(before.txid)
})

test('the last place is given once, however many ask at the same moment', async () => {
  const { id, code } = await coupon({ percent: 10, maxUses: 1 })
  const answers = await Promise.all(Array.from({ length: 16 }, (_, i) => take(code, i % 2 ? client : oeste.staff.admin.client)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404, 409]))
  expect((await operator.get(`/coupons/${id}`)).body).toMatchObject({ uses: 1 })
})

test('one that is over, switched off, of another plan or of nobody is refused alike; who took it takes it no second time', async () => {
  const { body } = await operator.post<{ id: number }>('/plans', { name: crypto.randomUUID(), users: 1, connections: 1, queues: 1 })
  const wrong = [
    await coupon({ percent: 10, validUntil: later(today, -2) }),
    await coupon({ percent: 10, isActive: false }),
    await coupon({ percent: 10, planId: body.id }),
    { code: 'NINGUEM' },
  ]
  for (const { code } of wrong) expect(await take(code)).toMatchObject({ status: 404, body: { code: 'ERR_COUPON' } })
  const { code } = await coupon({ percent: 10, validUntil: today })
  expect((await take(code)).status).toBe(200)
  expect(await take(code)).toMatchObject({ status: 409, body: { code: 'ERR_COUPON_TAKEN' } })
  expect((await nextOf()).next.value).toBe(90)
})

test('what a company was promised stays, whatever an operator makes of the coupon; a second one takes the place of the first', async () => {
  const [first, second] = [await coupon({ percent: 50 }), await coupon({ value: 10 })]
  await take(first.code)
  await operator.put(`/coupons/${first.id}`, { percent: 5 })
  expect((await nextOf()).next.value).toBe(50)
  expect((await operator.delete(`/coupons/${first.id}`)).status).toBe(200)
  expect((await nextOf()).next.value).toBe(50)
  await take(second.code)
  expect(await nextOf()).toMatchObject({ coupon: { code: second.code, left: null }, next: { value: 90 } })
})

test('an invoice on which nothing is left to pay is settled on its day, and takes nobody’s date by itself before it', async () => {
  await onTerms(office, sul, { dueDate: later(today, 3), value: 100 })
  await take((await coupon({ percent: 100, invoices: 1 })).code)
  await product.jobs.run('invoices')
  const all = async () => (await client.get<Invoice[]>('/invoices/all')).body.map(({ status, value, paidBy }) => [status, value, paidBy])
  expect(await all()).toEqual([['open', 0, null]])
  expect(await client.post('/subscription', PAYER)).toMatchObject({ status: 409, body: { code: 'ERR_INVOICE_FREE' } })
  await store.client.execute(`update companies set due_date = '${today}' where id = ${sul.id}`)
  await product.jobs.run('invoices')
  await product.jobs.run('invoices')
  expect(await all()).toEqual([['paid', 0, 'free']])
  expect((await nextOf()).next.value).toBe(100)
})

test('an operator is told at the field what a coupon lacks; a company neither reads nor writes one', async () => {
  const details = async (body: object) => (await operator.post<{ details: Record<string, string[]> }>('/coupons', body)).body.details
  for (const body of [{ percent: null }, { percent: 10, value: 10 }])
    expect(await details({ code: 'A', ...body })).toEqual({ percent: ['Informe a porcentagem ou o valor, um dos dois'] })
  expect(await details({ code: 'com espaço', percent: 10 })).toEqual({ code: ['Use letras, números e hífen'] })
  const { id, code } = await coupon({ percent: 10 })
  expect(await details({ code: code.toLowerCase(), percent: 10 })).toEqual({ code: ['Este código já existe'] })
  for (const path of ['/coupons', `/coupons/${id}`]) expect((await client.get(path)).status).toBe(403)
  expect((await sul.staff.ana.client.post('/subscription/coupon', { code })).status).toBe(403)
})

test('who guesses codes is stopped after a few', async () => {
  const guesser = oeste.staff.admin.client
  const codes = []
  for (let i = 0; i < 25; i++) codes.push((await take(`CHUTE-${i}`, guesser)).status)
  expect(codes.at(-1)).toBe(429)
  expect(codes[0]).toBe(404)
})
