import { beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { companies, daysBetween, monthsLater, monthsOf } from '#modules/companies'
import { type Checkout, type Invoice, onTerms, PAYER, PIX } from '../../../tests/billing'
import { testOffice } from '../../../tests/office'
import { companies as companyTable } from '../../modules/companies/schema'
import { proRata } from '../../modules/invoices/pro-rata'

const office = await testOffice()
const { norte, sul, store, product } = office
const operator = norte.staff.admin.client
const { client } = sul.staff.admin
const today = companies.today({ timeZone: 'America/Sao_Paulo' })
await operator.put('/payment-accounts/pix', { isActive: true, settings: PIX })

type Offer = {
  id: number
  isCurrent: boolean
  period: number
  change: { days: number; value: number }
  exceeds: { what: string; used: number; limit: number }[]
}
type Standing = {
  plan: { name: string; users: number }
  plans: Offer[]
  invoice: Invoice | null
  next: { value: number; lines: { kind: string; cents: number; n: number }[] }
}
const plan = async (name: string, value: number, more: object = {}) =>
  (
    await operator.post<{ id: number }>('/plans', {
      ...{
        name: `${name} ${crypto.randomUUID().slice(0, 8)}`,
        value,
        users: 50,
        connections: 20,
        queues: 20,
        isPublic: true,
        useCampaigns: true,
      },
      ...more,
    })
  ).body.id
const standing = async () => (await client.get<Standing>('/subscription')).body
const offer = async (id: number) => (await standing()).plans.find(one => one.id === id)!
const change = (planId: number) => client.post<Standing>('/subscription/plan', { planId })
const openOnes = async () => (await client.get<Invoice[]>('/invoices/all')).body.filter(one => one.status === 'open')

/** A company that paid the period that it is in. */
async function paysFor(planId: number, recurrence: 'MENSAL' | 'ANUAL' = 'MENSAL') {
  await store.db.update(companyTable).set({ planId, recurrence, dueDate: today }).where(eq(companyTable.id, sul.id))
  const { body } = await client.post<Checkout>('/subscription', PAYER)
  await operator.put(`/invoices/${body.invoice.id}`, { status: 'paid' })
  return monthsLater(today, monthsOf(recurrence))
}

beforeEach(async () => {
  for (const table of ['invoice_items', 'invoices']) await store.client.execute(`delete from ${table}`)
})

test('a dearer plan holds at once, and the days that are left cost their share of the difference on the next invoice', async () => {
  const [small, large] = [await plan('Pequeno', 100), await plan('Grande', 300)]
  const until = await paysFor(small)
  const days = daysBetween(today, until)
  const cents = proRata(20_000, { from: today, until, months: 1, day: Number(today.slice(8)) })
  expect(await offer(large)).toMatchObject({ isCurrent: false, period: 300, change: { days, value: cents / 100 }, exceeds: [] })
  const answers = await Promise.all([change(large), change(large), change(large)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { next } = await standing()
  expect(next).toMatchObject({
    value: (30_000 + cents) / 100,
    lines: [
      { kind: 'plan', cents: 30_000 },
      { kind: 'change', cents, n: days },
    ],
  })
  expect((await offer(large)).isCurrent).toBe(true)
  // What is paid is what stands there, and it is paid once.
  const { body } = await client.post<Checkout>('/subscription', PAYER)
  expect(body.valor.original).toBe(((30_000 + cents) / 100).toFixed(2))
  await operator.put(`/invoices/${body.invoice.id}`, { status: 'paid' })
  expect((await standing()).next.value).toBe(300)
})

test('a cheaper plan gives a credit, which is carried on until it is used up', async () => {
  const [small, large] = [await plan('Pequeno', 10), await plan('Grande', 300)]
  await paysFor(large, 'ANUAL')
  const { change: told } = await offer(small)
  expect(told.value).toBe(-(290 * 12))
  await change(small)
  expect((await standing()).next).toMatchObject({
    value: 0,
    lines: [{ kind: 'plan' }, { kind: 'change' }, { kind: 'carried', cents: 336_000 }],
  })
  expect(await client.post('/subscription', PAYER)).toMatchObject({ status: 409, body: { code: 'ERR_INVOICE_FREE' } })
  // On its day it is settled without anybody paying, and the rest waits for the next.
  await store.db.update(companyTable).set({ dueDate: today }).where(eq(companyTable.id, sul.id))
  await product.jobs.run('invoices')
  expect((await openOnes()).length).toBe(0)
  expect((await standing()).next.lines).toMatchObject([
    { kind: 'plan', cents: 12_000 },
    { kind: 'credit', cents: -336_000 },
    { kind: 'carried' },
  ])
})

test('the open invoice becomes that of the new plan, and is never two', async () => {
  const [small, large] = [await plan('Pequeno', 100), await plan('Grande', 300)]
  await onTerms(office, sul, { dueDate: today })
  await store.db.update(companyTable).set({ planId: small }).where(eq(companyTable.id, sul.id))
  await product.jobs.run('invoices')
  const [before, ...others] = await openOnes()
  expect([before!.value, others]).toEqual([100, []])
  await Promise.all([change(large), product.jobs.run('invoices'), change(large)])
  // Nothing was paid of these days: the new price is all that is owed.
  expect(await openOnes()).toMatchObject([{ id: before!.id, value: 300 }])
  await change(small)
  expect(await openOnes()).toMatchObject([{ id: before!.id, value: 100 }])
})

test('a plan that is too small is refused by what exceeds it, and what is paid by the piece counts', async () => {
  const large = await plan('Grande', 300)
  const until = await paysFor(large)
  const tiny = await plan('Mínimo', 50, { users: 2, queues: 1 })
  const { exceeds } = await offer(tiny)
  expect(exceeds.map(({ what, limit }) => [what, limit])).toEqual([
    ['users', 2],
    ['queues', 1],
  ])
  const refused = await change(tiny)
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'ERR_PLAN_TOO_SMALL', error: expect.stringMatching(/usuários \d+ de 2, filas \d+ de 1\.$/) },
  })
  expect((await offer(large)).isCurrent).toBe(true)
  const [users, queues] = exceeds.map(({ used, limit }) => used - limit)
  for (const [kind, n] of [
    ['users', users],
    ['queues', queues],
  ] as const)
    expect((await operator.post('/invoice-items', { companyId: sul.id, kind, n, value: 9.9 })).status).toBe(200)
  expect((await change(tiny)).status).toBe(200)
  expect((await standing()).plan.users).toBe(2 + users!)
  expect(daysBetween(today, until)).toBeGreaterThan(27)
})

test('only plans that are offered are changed to, and only by who pays', async () => {
  await paysFor(await plan('Grande', 300))
  const hidden = await plan('Escondido', 1, { isPublic: false })
  expect((await standing()).plans.some(({ id }) => id === hidden)).toBe(false)
  expect(await change(hidden)).toMatchObject({ status: 404, body: { code: 'ERR_NO_PLAN_FOUND' } })
  const shown = await plan('Outro', 1)
  expect((await sul.staff.ana.client.post('/subscription/plan', { planId: shown })).status).toBe(403)
  await store.db.update(companyTable).set({ dueDate: null }).where(eq(companyTable.id, sul.id))
  expect(await change(shown)).toMatchObject({ status: 409, body: { code: 'ERR_NO_RECURRENCE' } })
  expect((await standing()).plans).toEqual([])
})

test('what a plan does not hold is refused from the change on', async () => {
  const [large, plain] = [await plan('Grande', 300), await plan('Simples', 100, { useCampaigns: false })]
  await paysFor(large)
  expect((await client.get('/campaigns')).status).toBe(200)
  await change(plain)
  expect((await client.get('/campaigns')).status).toBe(403)
  await change(large)
  expect((await client.get('/campaigns')).status).toBe(200)
})

test('who changes to and fro owes all of it: changes beyond what an invoice has room for are refused', async () => {
  const [small, large] = [await plan('Pequeno', 100), await plan('Grande', 300)]
  const until = await paysFor(small)
  const cents = proRata(20_000, { from: today, until, months: 1, day: Number(today.slice(8)) })
  const answers: number[] = []
  for (let i = 0; i < 21; i++) answers.push((await change(i % 2 ? small : large)).status)
  expect(answers).toEqual([...Array<number>(20).fill(200), 409])
  expect(await change(large)).toMatchObject({ status: 409, body: { code: 'ERR_ITEM_LIMIT' } })
  expect((await offer(small)).isCurrent).toBe(true)
  expect((await standing()).next.value).toBe(100)
  // What is paid makes room, and nothing of it is forgotten.
  const { body } = await client.post<Checkout>('/subscription', PAYER)
  await operator.put(`/invoices/${body.invoice.id}`, { status: 'paid' })
  expect((await change(large)).status).toBe(200)
  expect((await standing()).next.value).toBeGreaterThanOrEqual((30_000 + cents) / 100)
})

test('who paid ahead at several prices gets back what was paid for those days, and not the last price for all of them', async () => {
  const [small, large] = [await plan('Pequeno', 10), await plan('Grande', 300)]
  await store.db.update(companyTable).set({ planId: large, recurrence: 'MENSAL', dueDate: today }).where(eq(companyTable.id, sul.id))
  const code = `AOS-${crypto.randomUUID().slice(0, 8)}`
  await operator.post('/coupons', { code, percent: 90, invoices: 2 })
  expect((await client.post('/subscription/coupon', { code })).status).toBe(200)
  const paid: number[] = []
  for (let i = 0; i < 3; i++) {
    const { body } = await client.post<Checkout>('/subscription', PAYER)
    paid.push(body.invoice.value)
    await operator.put(`/invoices/${body.invoice.id}`, { status: 'paid' })
  }
  expect(paid).toEqual([30, 30, 300])
  expect((await offer(small)).change.value).toBe(-360)
  // What a change has cost is paid for those days too, and comes back with them.
  const larger = await plan('Maior', 400)
  await change(larger)
  const { body } = await client.post<Checkout>('/subscription', PAYER)
  expect(body.invoice.value).toBe(400 + 300)
  await operator.put(`/invoices/${body.invoice.id}`, { status: 'paid' })
  expect((await offer(small)).change.value).toBe(-(360 + 300 + 400))
})
