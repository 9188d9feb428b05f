import { expect, test } from 'bun:test'
import { monthsLater } from '../../src/modules/companies'
import { companies } from '../../src/modules/companies/schema'
import { RECEIVABLES } from '../../src/modules/invoices/body'
import { invoices } from '../../src/modules/invoices/schema'
import { paymentEvents } from '../../src/modules/payments/schema'
import { agent, goTo, pressButton } from './agent'
import { writeBeside } from './beside'
import { look, sizes } from './browser'
import { client, OWNER } from './shop'
import { testShop } from './test-shop'

const { shop, browser } = await testShop()
const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
const month = (ago: number) => monthsLater(`${today.slice(0, 7)}-01`, -ago)
const COMPANIES = 60

/** A year of an installation that earns a lot, whose last months are its best, and a company that pays a reseller. */
async function furnish() {
  await writeBeside(shop.folder, async db => {
    const [theirs] = await db.insert(companies).values({ name: 'Cliente do Zap', resellerId: 1 }).returning()
    await db.insert(invoices).values({
      ...{ companyId: theirs!.id, resellerId: 1, detail: 'Equipe', months: 1, day: 1, status: 'paid', paidBy: 'pix', cents: 9_900 },
      ...{ dueDate: month(1), paidAt: new Date(`${month(1)}T12:00:00-03:00`), renewedUntil: month(0) },
    })
    for (let n = 0; n < COMPANIES; n++) {
      const name = n ? `Empresa ${n} de nome comprido e sem abreviação nenhuma` : 'Primeira'
      const [made] = await db.insert(companies).values({ name }).returning()
      const owed = { companyId: made!.id, detail: 'Equipe', months: 1, day: 1 }
      // Who came with n months to go stays until n months ago, in some.
      const first = n % 12
      for (let ago = first; ago >= (n % 9 ? 0 : 2); ago--)
        await db.insert(invoices).values({
          ...owed,
          ...{ status: 'paid', paidBy: 'pix', cents: 1_234_567 + n * 990, dueDate: month(ago) },
          ...{ paidAt: new Date(`${month(ago)}T12:00:00-03:00`), renewedUntil: monthsLater(month(ago), 1) },
        })
      if (n % 2) await db.insert(invoices).values({ ...owed, cents: 98_700 + n, dueDate: monthsLater(today, n % 5 ? 0 : -2) })
    }
  })
}

// Before the browser: who signs in anew ends what was before.
const house = await client(shop.url, OWNER)
await house.post('/resellers', { name: 'Zap', domains: 'zap.localhost', email: 'dono@zap.com', password: 'fita-verde' })

test('with nothing in them the charts say so, and with a year in them amounts of any size are read, of the own companies alone', async () => {
  const operator = await agent(browser, shop.url, 'wide', OWNER)
  const { page } = operator
  await goTo(operator, 'Receita')
  await page.getByText('Nada recebido em doze meses.').waitFor()
  await page.getByText('Ninguém saiu em doze meses.').waitFor()
  expect(await look(operator, 'revenue-nothing')).toEqual([])
  await furnish()
  await page.reload()
  await page.getByText('1 empresa paga a uma revenda').waitFor()
  await page.getByRole('button', { name: 'Marcar como paga a fatura de Empresa 1 de' }).waitFor()
  const axis = page.locator('.money-charts .chart').first().locator('text')
  const box = (await page.locator('.money-charts .chart').first().boundingBox())!
  for (const text of await axis.all()) expect((await text.boundingBox())!.x).toBeGreaterThanOrEqual(box.x)
  const now = new Intl.DateTimeFormat('pt-BR', { month: 'short' }).format(new Date(`${today.slice(0, 7)}-01T12:00`)).replace('.', '')
  expect(await axis.allTextContents()).toContain(now)
  expect(await look(operator, 'revenue-much')).toEqual([])
  await page.setViewportSize(sizes.phone.viewport)
  expect(await look({ ...operator, size: 'phone' }, 'revenue-much')).toEqual([])
  await operator.close()
  expect(operator.problems).toEqual([])
})

test('what is open beyond the first page stands on the next', async () => {
  await writeBeside(shop.folder, async db => {
    for (let n = 0; n < RECEIVABLES; n++) {
      const [made] = await db
        .insert(companies)
        .values({ name: `Devedora ${n}` })
        .returning()
      const owed = { companyId: made!.id, detail: 'Equipe', months: 1, day: 1, cents: 100 }
      await db.insert(invoices).values({ ...owed, dueDate: monthsLater(today, n === RECEIVABLES - 1 ? 3 : 2) })
    }
  })
  const operator = await agent(browser, shop.url, 'wide', OWNER)
  const { page } = operator
  await goTo(operator, 'Receita')
  const [receivables, pages] = [page.locator('.receivables'), page.getByRole('navigation', { name: 'A receber' })]
  await pages.getByText('Página 1 de 2').waitFor()
  await receivables.getByText('Devedora 0', { exact: true }).waitFor()
  await pressButton(operator, 'Próxima', pages)
  await receivables.getByText(`Devedora ${RECEIVABLES - 1}`, { exact: true }).waitFor()
  expect(await pages.getByRole('button', { name: 'Próxima' }).isDisabled()).toBe(true)
  await pages.scrollIntoViewIfNeeded()
  expect(await look(operator, 'receivables-next')).toEqual([])
  await page.setViewportSize(sizes.phone.viewport)
  expect(await look({ ...operator, size: 'phone' }, 'receivables-next')).toEqual([])
  await pressButton(operator, 'Anterior', pages)
  await receivables.getByText('Devedora 0', { exact: true }).waitFor()
  await operator.close()
  expect(operator.problems).toEqual([])
})

test('what was heard of payments goes on below, and all of it stays when more is heard', async () => {
  const HEARD = 60
  await writeBeside(shop.folder, async db => {
    const [made] = await db.insert(companies).values({ name: 'Pagadora' }).returning()
    const companyId = made!.id
    const said = { companyId, provider: 'pix', source: 'operator', fate: 'paid', raw: '{}' } as const
    for (let n = 0; n < HEARD; n++) await db.insert(paymentEvents).values({ ...said, cents: 100 + n })
    await db.insert(invoices).values({ companyId, detail: 'Equipe', months: 1, day: 1, cents: 500, dueDate: monthsLater(today, -6) })
  })
  const operator = await agent(browser, shop.url, 'wide', OWNER)
  const { page } = operator
  await goTo(operator, 'Receita')
  const heard = page.locator('.heard').getByRole('listitem')
  const of = (amount: string) => heard.filter({ has: page.getByText(amount, { exact: true }) })
  const oldest = of('R$ 1,00')
  await of('R$ 1,59').waitFor()
  expect(await oldest.count()).toBe(0)
  await pressButton(operator, 'Ver anteriores')
  await oldest.waitFor()
  await page.getByRole('button', { name: 'Ver anteriores' }).waitFor({ state: 'detached' })
  await pressButton(operator, 'Marcar como paga a fatura de Pagadora')
  await pressButton(operator, 'Marcar como paga', page.getByRole('dialog'))
  await of('R$ 5,00').waitFor()
  expect([await heard.count(), await heard.last().innerText()]).toEqual([HEARD + 1, await oldest.innerText()])
  await heard.last().scrollIntoViewIfNeeded()
  expect(await look(operator, 'heard-all')).toEqual([])
  await operator.close()
  expect(operator.problems).toEqual([])
})
