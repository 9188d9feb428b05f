import { expect, test } from 'bun:test'
import { PAYER, PIX } from '../billing'
import { agent, goTo, press, pressButton } from './agent'
import { look, sizes } from './browser'
import { inDays, payingNeighbour } from './neighbour'
import { fillPayer } from './payer'
import { OWNER } from './shop'
import { testShop } from './test-shop'

const { shop, browser } = await testShop()

/** On trial for two more days. */
const trial = await payingNeighbour(shop.folder, { dueDate: inDays(2) })
const rui = await agent(browser, shop.url, 'wide', trial.signIn)
const operator = await agent(browser, shop.url, 'wide', OWNER)
const { page } = operator
const dialog = rui.page.getByRole('dialog')
const main = rui.page.getByRole('main')
test('a company sees that nobody can be paid yet, and its operator says who is', async () => {
  await goTo(rui, 'Financeiro')
  await main.getByText('Nenhuma fatura ainda').waitFor()
  await press(rui, main.getByRole('link', { name: 'Ver assinatura' }))
  await main.getByText('2 dias de teste').waitFor()
  await main.getByText('O pagamento ainda não foi configurado').waitFor()

  await goTo(operator, 'Receita')
  await page.getByText('Nenhuma fatura em aberto.').waitFor()
  await press(operator, page.getByRole('tab', { name: 'Recebimento' }))
  await page.getByLabel('Chave Pix').fill('12345')
  await page.getByLabel('Nome de quem recebe').fill(PIX.merchant)
  await page.getByLabel('Cidade').fill(PIX.city)
  await pressButton(operator, /^Salvar e usar/)
  await page.getByText('Esta não é uma chave Pix').waitFor()
  await page.getByLabel('Chave Pix').fill(PIX.pixKey)
  await pressButton(operator, 'Testar')
  await page.getByText('Tudo certo').last().waitFor()
  expect(await look(operator, 'accounts')).toEqual([])
  await pressButton(operator, /^Salvar e usar/)
  await page.getByText('Em uso').waitFor()
  await page.getByLabel('Dias de tolerância').fill('5')
  await page.getByLabel('Dias de tolerância').press('Enter')
  await page.getByText('Operação atualizada com sucesso.').last().waitFor()
})

test('a company on trial reads what it pays, says who pays, and gets a code', async () => {
  await rui.page.reload()
  await main.getByRole('button', { name: 'Assinar por R$ 249,90 por mês' }).waitFor()
  expect(await look(rui, 'subscription')).toEqual([])
  await pressButton(rui, /^Assinar por/)
  await dialog.getByText('Plano atual').waitFor()
  expect(await look(rui, 'checkout-plan')).toEqual([])
  await rui.page.keyboard.press('Enter')
  await dialog.getByLabel('Endereço').waitFor()
  await pressButton(rui, /^Próximo/, dialog)
  await dialog.getByText('Cidade é obrigatória').waitFor()
  expect(await look(rui, 'checkout-data')).toEqual([])
  await fillPayer(dialog)
  await pressButton(rui, /^Próximo/, dialog)
  await dialog.getByText('Cobrança para').waitFor()
  expect(await look(rui, 'checkout-review')).toEqual([])
  await pressButton(rui, /^Pagar R\$/, dialog)
  await dialog.getByRole('img', { name: 'QR code do Pix' }).waitFor()
  await pressButton(rui, 'Copiar', dialog)
  const code = await rui.page.evaluate(() => navigator.clipboard.readText())
  expect(code).toContain('br.gov.bcb.pix')
  expect(code).toContain('5406249.90')
  expect(await look(rui, 'checkout-pix')).toEqual([])
})

test('the operator marks it as paid, and who pays sees it, goes home and has a receipt', async () => {
  operator.forgive(/^400 PUT \/payment-accounts/)
  // What is read again opens where it was.
  await page.reload()
  await page.getByLabel('Chave Pix').waitFor()
  await press(operator, page.getByRole('tab', { name: 'Resumo' }))
  await page.getByRole('button', { name: 'Marcar como paga a fatura de Sul Gás' }).waitFor()
  expect(await look(operator, 'receivables')).toEqual([])
  await pressButton(operator, 'Marcar como paga a fatura de Sul Gás')
  await page.getByRole('dialog').getByText('R$ 249,90 de Sul Gás').waitFor()
  await pressButton(operator, 'Marcar como paga', page.getByRole('dialog'))
  await dialog.getByText('Pagamento confirmado').waitFor()
  expect(await look(rui, 'checkout-done')).toEqual([])
  await rui.page.waitForURL(url => url.pathname === '/' || url.pathname === '/tickets')
  await page.getByText('Nenhuma fatura em aberto.').waitFor()
  await page.getByRole('main').getByText('Sul Gás').waitFor()
  expect(await look(operator, 'revenue')).toEqual([])

  await goTo(rui, 'Financeiro')
  await main.getByText('Pago').waitFor()
  expect(await look(rui, 'invoices')).toEqual([])
  await press(rui, main.getByRole('link', { name: /^Recibo da fatura/ }))
  await main.getByText(PAYER.firstName).waitFor()
  expect(await look(rui, 'receipt')).toEqual([])
  await rui.page.setViewportSize(sizes.phone.viewport)
  expect(await look(rui, 'receipt-narrow')).toEqual([])
  await rui.page.goto('/financeiro')
  await main.getByText('Pago').waitFor()
  expect(await look(rui, 'invoices-narrow')).toEqual([])
  await rui.page.goto('/subscription')
  await pressButton(rui, /^Renovar por/)
  await rui.page.keyboard.press('Enter')
  await pressButton(rui, /^Pagar R\$/, dialog)
  await dialog.getByRole('img', { name: 'QR code do Pix' }).waitFor()
  expect(await look(rui, 'checkout-narrow')).toEqual([])
  await page.setViewportSize(sizes.phone.viewport)
  expect(await look(operator, 'revenue-narrow')).toEqual([])
  for (const person of [rui, operator]) {
    await person.close()
    expect(person.problems).toEqual([])
  }
})
