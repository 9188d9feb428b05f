import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { companies } from '../../src/modules/companies/schema'
import { onTerms } from '../billing'
import { PASSWORD } from '../factories'
import { sendTo } from '../mail'
import { testOffice } from '../office'
import { startSmtp } from '../peers/smtp'
import { askAt, reseller } from '../resellers'
import { until } from '../until'
import { lookAtMail, openBrowser } from './browser'

setDefaultTimeout(120_000)
const smtp = await startSmtp()
const browser = await openBrowser()
afterAll(() => Promise.all([smtp.close(), browser.close()]))
const office = await testOffice({ PUBLIC_URL: 'https://atende.casa.com.br', OUTBOUND_ALLOW: `127.0.0.1:${smtp.port}` })
const { product, store } = office
const ana = await reseller(office, 'Conversa Já', 'app.conversaja.com.br')
const { client } = ana.boss
await sendTo(smtp, client.put, { mailFrom: 'oi@conversaja.com.br' })

const DAY = 86_400_000
const day = (days: number) => new Date(Date.now() + days * DAY).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
const KINDS = ['mail', 'password-reset', 'invoice-reminder']
const left = async () =>
  (await store.client.execute(`select 1 from jobs where kind in ('${KINDS.join("','")}') and state <> 'failed'`)).rows.length
/** The mails that leave because of something, by the name of a picture. */
async function mailsOf(work: () => Promise<unknown>) {
  smtp.reset()
  await work()
  // Before nine they wait for the morning; what is a day late is not said any more.
  await store.client.execute(
    `update jobs set due_at = ${Date.now()}, state = 'waiting' where state = 'scheduled' and kind = 'invoice-reminder'`,
  )
  product.jobs.runner.wake()
  await until(async () => !(await left()))
  return smtp.mails.map(({ html, raw, headers }) => ({ html, raw, subject: headers.subject! }))
}
const due = (id: number, dueDate: string, more: Partial<typeof companies.$inferInsert> = {}) =>
  store.db
    .update(companies)
    .set({ dueDate, ...more })
    .where(eq(companies.id, id))
const owes = (days: number) => async () => {
  await store.client.execute(`delete from invoices where company_id = ${ana.company.id}`)
  await onTerms(office, ana.company, { dueDate: day(days), name: `Equipe ${days}` })
  await product.jobs.run('invoices')
}

/** Everything that the product mails, in the order in which it happens to a customer. */
const MAILS: Record<string, () => Promise<unknown>> = {
  async welcome() {
    const plan = (await client.post<{ id: number }>('/plans', { name: 'Público', users: 1, connections: 1, queues: 1, isPublic: true }))
      .body
    await client.put('/settings/allowregister', { value: 'enabled' })
    const stranger = { name: 'Ateliê', email: 'teresa@atelie.com.br', password: PASSWORD, planId: plan.id }
    expect((await askAt(office, ana.domain, '/companies/cadastro', stranger)).status).toBe(200)
  },
  reset: () => askAt(office, ana.domain, '/forgetpassword', { email: 'teresa@atelie.com.br' }),
  'due-soon': owes(5),
  'due-today': owes(0),
  'due-before': owes(-3),
  async receipt() {
    const [{ id } = { id: 0 }] = (await ana.tenant.client.get<{ id: number }[]>('/invoices/all')).body
    expect((await client.put(`/invoices/${id}`, { status: 'paid' })).status).toBe(200)
  },
  async 'demonstration-over'() {
    const given = { name: 'Vitrine', email: 'vitrine@loja.com.br', planId: ana.plan.id, dueDate: day(3), isDemo: true }
    const { id } = (await client.post<{ id: number }>('/companies', given)).body
    await due(id, day(-1))
    await product.jobs.run('ended demonstrations')
  },
  async 'demonstration-tomorrow'() {
    await store.client.execute(`update companies set due_date = '${day(-7)}' where is_demo`)
    await product.jobs.run('ended demonstrations')
  },
  test: () => client.post('/settings/test-mail', {}),
}

test.each([
  [
    'a colour of their own',
    { color: '#ffd400', colorDark: '#b48a00', mailFooter: 'Conversa Já · Rua das Flores, 10\nCNPJ 11.222.333/0001-81' },
  ],
])('every mail can be read in both themes, with %s, and says no other name', async (_, chosen) => {
  await client.put('/brand', chosen)
  const person = await browser.open('phone', 'http://127.0.0.1')
  const found: string[] = []
  for (const [name, work] of Object.entries(MAILS)) {
    const mails = await mailsOf(work)
    expect([name, mails.length]).toEqual([name, 1])
    for (const { html, raw } of mails) {
      expect(`${raw}${html}`).not.toMatch(/balc[aã]o|casa\.com\.br/i)
      expect(html).toContain('name="color-scheme" content="light dark"')
      found.push(...(await lookAtMail(person, html, `mail-${name}`)))
    }
  }
  expect(found).toEqual([])
  expect(person.problems).toEqual([])
  await person.close()
})
