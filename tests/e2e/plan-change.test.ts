import { expect, test } from 'bun:test'
import { invoices } from '../../src/modules/invoices/schema'
import { plans } from '../../src/modules/plans/schema'
import { agent, press, pressButton } from './agent'
import { look, sizes } from './browser'
import { inDays, payingNeighbour } from './neighbour'
import { OWNER } from './shop'
import { testShop } from './test-shop'

const { shop, browser } = await testShop()

/** A company that paid for twenty days more, and two plans that it may change to, written beside the running product. */
const dueDate = inDays(20)
const payingCompany = () =>
  payingNeighbour(shop.folder, { dueDate, createdAt: new Date('2026-01-01') }, async (db, companyId) => {
    await db.insert(plans).values([
      { name: 'Rede', users: 30, connections: 10, queues: 30, value: 549.9, isPublic: true, useInternal: false },
      { name: 'Mínimo', users: 0, connections: 1, queues: 1, value: 9.9, isPublic: true, useInternal: false },
    ])
    const paid = { status: 'paid' as const, paidBy: 'pix', paidAt: new Date(), renewedUntil: dueDate, dueDate: inDays(-10) }
    await db.insert(invoices).values({ ...paid, companyId, detail: 'Equipe', cents: 24_990, months: 1, day: 1 })
  })

const [rui, operator] = await Promise.all([
  payingCompany().then(({ signIn }) => agent(browser, shop.url, 'wide', signIn)),
  agent(browser, shop.url, 'wide', OWNER),
])
const main = rui.page.getByRole('main')
const { page } = operator

test('an operator makes a coupon and sells an extra, and finds where the webhook of Efí is set', async () => {
  await page.goto('/receita')
  await press(operator, page.getByRole('tab', { name: 'Recebimento' }))
  await press(operator, page.getByLabel('Efí', { exact: false }).first())
  await page.getByLabel('Certificado da Efí (.p12)').waitFor()
  expect(await look(operator, 'efi')).toEqual([])
  await press(operator, page.getByRole('link', { name: 'Cupons' }))
  await pressButton(operator, /cupom/i, page.getByRole('main').locator('.page-head'))
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Código').fill('verao-10')
  await sheet.getByLabel('Desconto em %').fill('10')
  await sheet.getByLabel('Quantas faturas').fill('3')
  await sheet.getByLabel('Aceito até').fill('2099-03-09')
  expect(await look(operator, 'coupon-form')).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByRole('table').getByText('VERAO-10').waitFor()
  await page.getByRole('row').filter({ hasText: 'VERAO-10' }).getByText('09/03/2099').waitFor()
  expect(await look(operator, 'coupons')).toEqual([])
  await page.goto('/companies')
  const line = page.getByRole('row').filter({ hasText: 'Sul Gás' })
  await line.hover()
  await pressButton(operator, 'Mais ações de Sul Gás')
  await press(operator, page.getByRole('menuitem', { name: 'Extras da fatura' }))
  await sheet.getByLabel('Descrição').fill('Treinamento')
  await sheet.getByLabel('Valor').fill('150')
  await pressButton(operator, 'Adicionar', sheet)
  await sheet.getByRole('button', { name: 'Tirar Treinamento' }).waitFor()
  expect(await look(operator, 'extras')).toEqual([])
})

test('a company takes the coupon, changes its plan by what that costs, and reads it on the next invoice', async () => {
  await rui.page.goto('/subscription')
  await main.getByText('Treinamento').waitFor()
  await main.getByLabel('Cupom').fill('verao-10')
  await pressButton(rui, 'Aplicar', main)
  await main.getByText('vale por mais 3 faturas').waitFor()
  await main.getByText(/Não comporta o que a empresa usa: usuários, 1 de 0/).waitFor()
  expect(await main.getByRole('button', { name: 'Mudar para Mínimo' }).isDisabled()).toBe(true)
  await pressButton(rui, 'Mudar para Rede', main)
  await rui.page
    .getByRole('dialog')
    .getByText(/na próxima fatura, por \d+ dias/)
    .waitFor()
  expect(await look(rui, 'change-asked')).toEqual([])
  await pressButton(rui, 'Mudar de plano', rui.page.getByRole('dialog'))
  await main.getByText(/Troca de plano: Equipe.* → Rede · \d+ dias restantes/).waitFor()
  expect(await look(rui, 'plan-changed')).toEqual([])
  await rui.page.setViewportSize(sizes.phone.viewport)
  expect(await look(rui, 'plan-changed-narrow')).toEqual([])
  for (const person of [rui, operator]) {
    await person.close()
    expect(person.problems).toEqual([])
  }
})
