import { beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { daysBetween, later } from '#modules/companies'
import { stepOn } from '../../modules/invoices/reminders'
import { companies } from '../../modules/companies/schema'
import { invoices } from '../../modules/invoices/schema'
import { onTerms } from '../../../tests/billing'
import { until } from '../../../tests/factories'
import { sendTo } from '../../../tests/mail'
import { testOffice } from '../../../tests/office'
import { startSmtp } from '../../../tests/peers/smtp'

const office = await testOffice({ PUBLIC_URL: 'https://atende.exemplo.com' })
const { norte, sul, product, store } = office
const operator = norte.staff.admin.client
const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
const phone = '5511987650001'

const sqlRows = async (text: string) => (await store.client.execute(text)).rows
const states = async () => (await sqlRows('select step, state from invoice_reminders order by id')).map(row => [Number(row[0]), row[1]])
/** What the operator's own company said, the newest first. */
const said = async () =>
  (await sqlRows(`select body from messages where company_id = ${norte.id} and client_id like 'invoice-reminder:%' order by id desc`)).map(
    row => String(row[0]),
  )
const setPhone = (to: string | null) => store.db.update(companies).set({ phone: to }).where(eq(companies.id, sul.id))
/** Whether the operator's own company has a connection to write from. */
const connectedIs = (is: boolean) =>
  store.client.execute(`update connections set is_default = ${Number(is)} where company_id = ${norte.id}`)
/** It paid long ago: what it says of its phone is believed. */
const paidOnce = () =>
  store.db.insert(invoices).values({
    ...{ companyId: sul.id, detail: 'Equipe', cents: 100, dueDate: '2026-01-31', months: 1, day: 31 },
    ...{ status: 'paid', paidBy: 'pix', paidAt: new Date('2026-01-30'), renewedUntil: '2026-02-28' },
  })
/** Runs what the clock runs, and what it planned without waiting for the morning. */
async function pass() {
  await product.jobs.run('invoices')
  await store.client.execute(
    `update jobs set due_at = ${Date.now()}, state = 'waiting' where kind = 'invoice-reminder' and state = 'scheduled'`,
  )
  await product.jobs.run('jobs')
  await until(
    async () => (await sqlRows("select 1 from jobs where kind = 'invoice-reminder' and state in ('waiting', 'running')")).length === 0,
  )
}

beforeEach(async () => {
  for (const table of ['invoice_reminders', 'invoices', 'jobs']) await store.client.execute(`delete from ${table}`)
  await store.client.execute("delete from messages where client_id like 'invoice-reminder:%'")
  await setPhone('(11) 98765-0001')
  await paidOnce()
})

test('each day of a reminder comes once, a day late at most, and no other day does', () => {
  const due = '2027-03-01'
  const told = Array.from({ length: 20 }, (_, i) => later(due, i - 10)).map(day => [daysBetween(due, day), stepOn(day, due)])
  expect(told.filter(([, step]) => step !== undefined)).toEqual([
    [-5, -5],
    [-4, -5],
    [-1, -1],
    [0, 0],
    [1, 0],
    [3, 3],
    [4, 3],
  ])
})

test('a company is told once what it owes, by the operator’s own number, in a conversation that is over', async () => {
  await onTerms(office, sul, { dueDate: later(today(), 5), name: 'Equipe de teste' })
  await pass()
  await pass()
  expect(await states()).toEqual([[-5, 'sent']])
  const [text, ...more] = await said()
  expect(more).toEqual([])
  expect(text).toContain('Sul')
  expect(text).toContain('249,90')
  expect(text).toContain('Equipe de teste')
  expect(text).toContain('https://atende.exemplo.com/financeiro')
  const { body } = await operator.get<{ contacts: { id: number; number: string; tickets: { status: string }[] }[] }>(
    `/contacts?searchParam=${phone}`,
  )
  expect(body.contacts).toMatchObject([{ number: phone, tickets: [{ status: 'closed' }] }])
})

test('on the due date and after it other words are said; one that was paid or moved is not spoken of', async () => {
  await onTerms(office, sul, { dueDate: today() })
  await pass()
  expect((await said())[0]).toContain('vence hoje')
  await connectedIs(false)
  await onTerms(office, sul, { dueDate: later(today(), 1) })
  await pass()
  await onTerms(office, sul, { dueDate: later(today(), 9) })
  await connectedIs(true)
  await pass()
  expect(await states()).toEqual([
    [0, 'sent'],
    [-1, 'skipped'],
  ])
  expect(await said()).toHaveLength(1)
})

test('who is late is asked to pay before service stops, and is told that it stopped when it did; who was switched off is told nothing', async () => {
  await operator.put('/settings/graceDays', { value: 5 })
  await onTerms(office, sul, { dueDate: later(today(), -3), createdAt: new Date('2020-01-01') })
  await pass()
  expect((await said())[0]).toContain('Pague para o atendimento não parar')
  await operator.put('/settings/graceDays', { value: 2 })
  await onTerms(office, sul, { dueDate: later(today(), -4), createdAt: new Date('2020-01-01') })
  await pass()
  expect((await said())[0]).toContain('o atendimento parou')
  await operator.put('/settings/graceDays', { value: 3 })
  await onTerms(office, sul, { dueDate: today() })
  await product.jobs.run('invoices')
  await onTerms(office, sul, { dueDate: today(), status: false })
  await pass()
  expect(await said()).toHaveLength(2)
  await store.client.execute('delete from invoice_reminders')
  await pass()
  expect([await states(), await said()]).toEqual([[], expect.objectContaining({ length: 2 })])
  await onTerms(office, sul, { dueDate: null, status: true })
})

test('who has no phone is skipped, the operator does not write to itself, and an operator may turn reminders off', async () => {
  await setPhone(null)
  await onTerms(office, sul, { dueDate: today() })
  await onTerms(office, norte, { dueDate: today() })
  await pass()
  expect(await states()).toEqual([
    [0, 'skipped'],
    [0, 'skipped'],
  ])
  await store.client.execute('delete from invoice_reminders')
  await operator.put('/settings/invoiceReminders', { value: 'disabled' })
  await pass()
  expect(await states()).toEqual([])
  await operator.put('/settings/invoiceReminders', { value: 'enabled' })
  expect(await said()).toEqual([])
  await onTerms(office, norte, { dueDate: null })
})

test('who never paid is not written to by WhatsApp: a stranger signs up with anybody’s number', async () => {
  await store.client.execute('delete from invoices')
  await onTerms(office, sul, { dueDate: today() })
  await pass()
  expect([await states(), await said()]).toEqual([[[0, 'skipped']], []])
})

test('where the installation has a mail server it is mailed too, also to who has no phone and without a connection', async () => {
  const smtp = await startSmtp()
  await sendTo(smtp, operator.put)
  await setPhone(null)
  await store.db.update(companies).set({ email: 'financeiro@sul.com.br' }).where(eq(companies.id, sul.id))
  await onTerms(office, sul, { dueDate: today(), name: 'Equipe por e-mail' })
  await pass()
  expect(await states()).toEqual([[0, 'sent']])
  await until(() => smtp.mails.length === 1)
  expect(smtp.mails[0]!.text).toContain('Equipe por e-mail')
  expect(smtp.mails[0]!.text).toContain('https://atende.exemplo.com/financeiro')
  await operator.put('/settings/smtpHost', { value: '' })
  await smtp.close()
})

test('without a connection to write from it is tried again, and given up as failed', async () => {
  await onTerms(office, sul, { dueDate: today() })
  await connectedIs(false)
  await pass()
  expect(await states()).toEqual([[0, 'planned']])
  await store.client.execute("update jobs set attempts = 7 where kind = 'invoice-reminder'")
  await pass()
  expect(await states()).toEqual([[0, 'failed']])
  await connectedIs(true)
})
