import { expect, test } from 'bun:test'
import { PIX } from '../billing'
import { agent, press, pressButton, signIn } from './agent'
import { look, type Person } from './browser'
import { inDays, payingNeighbour } from './neighbour'
import { fillPayer } from './payer'
import { client } from './shop'
import { pageOf, testShop } from './test-shop'

const { shop, browser } = await testShop()
const DAY = 24 * 3600_000
/** With the day since which it is so. */
const EXPIRED = /^Sua assinatura venceu em .+ Entre em contato com o suporte/
await shop.owner.put('/payment-accounts/pix', { isActive: true, settings: PIX })
await shop.owner.put('/settings/graceDays', { value: '5' })
/** It paid for long, and is late by two days. */
const late = { dueDate: inDays(-2), createdAt: new Date(Date.now() - 200 * DAY) }
const { id, signIn: login } = await payingNeighbour(shop.folder, late)
const tina = { email: 'tina@sulgas.test', password: 'mais uma frase curta' }
const lia = { email: 'lia@sulgas.test', password: 'outra frase ainda' }
const own = await client(shop.url, login)
await own.post('/users', { name: 'Tina Sá', ...tina, profile: 'user', queueIds: [] })
await own.post('/users', { name: 'Lia Reis', ...lia, profile: 'admin', queueIds: [] })
const rui = await agent(browser, shop.url, 'wide', login)
const onPhone = await agent(browser, shop.url, 'phone', lia)
const agentOf = await agent(browser, shop.url, 'wide', tina)
const bannerOf = ({ page }: Person, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

/** Makes a tag, as who may work does. */
async function makesTag(name: string) {
  await rui.page.goto('/tags')
  await pageOf(rui).create(/^Nova tag/)
  const form = pageOf(rui).sheet('Nova tag')
  await form.getByLabel('Nome').fill(name)
  await pressButton(rui, /^Criar tag/, form)
}

test('who is late by less than the days of grace reads how late, on every screen, and goes on', async () => {
  for (const person of [rui, onPhone]) {
    await bannerOf(person, 'Sua assinatura venceu há 2 dias.').getByRole('link', { name: 'Pagar' }).waitFor()
    expect(await look(person, 'arrears')).toEqual([])
  }
  await makesTag('Ainda funciona')
  await pageOf(rui).line('Ainda funciona').waitFor()
  await agentOf.page.reload()
  await agentOf.page.getByRole('banner').first().waitFor()
  expect(await bannerOf(agentOf, 'venceu').count()).toBe(0)
})

test('whose company has not paid is refused at the sign-in; who may pay reads, pays, and is back without a new sign-in', async () => {
  await shop.owner.put(`/companies/${id}`, { dueDate: inDays(-9) })
  await agentOf.close()
  const refused = await browser.open('wide', shop.url)
  await refused.page.goto('/login')
  await refused.page.getByLabel('E-mail').fill(tina.email)
  await refused.page.getByLabel('Senha', { exact: true }).fill(tina.password)
  await pressButton(refused, 'Entrar')
  await refused.page.getByText(EXPIRED).first().waitFor()
  expect(await look(refused, 'unpaid-login')).toEqual([])
  refused.forgive(/^402 POST \/auth\/login/)

  for (const person of [rui, onPhone]) {
    await person.page.goto('/tags')
    await bannerOf(person, 'A assinatura venceu.').getByRole('link', { name: 'Pagar' }).waitFor()
    await person.page.getByText('Ainda funciona').first().waitFor()
    expect(await look(person, 'unpaid')).toEqual([])
  }
  await makesTag('Ainda não')
  await rui.page.getByText(EXPIRED).first().waitFor()
  rui.forgive(/^402 POST \/tags/)
  await rui.page.goto('/subscription')
  await pressButton(rui, /^(Renovar|Assinar|Pagar) /, rui.page.getByRole('main'))
  const dialog = rui.page.getByRole('dialog')
  await dialog.getByText('Plano atual').waitFor()
  await rui.page.keyboard.press('Enter')
  await fillPayer(dialog)
  await pressButton(rui, /^Próximo/, dialog)
  await pressButton(rui, /^Pagar R\$/, dialog)
  await dialog.getByRole('img', { name: 'QR code do Pix' }).waitFor()

  const [invoice] = await shop.owner.get<{ id: number }[]>('/invoices/receivables')
  await shop.owner.put(`/invoices/${invoice!.id}`, { status: 'paid' })
  // Who has no code open is told where they are.
  await onPhone.page
    .getByText(/^Sua licença foi renovada até/)
    .first()
    .waitFor()
  await bannerOf(onPhone, 'A assinatura venceu.').waitFor({ state: 'detached' })
  await dialog.getByText('Pagamento confirmado').waitFor()
  await press(rui, dialog.getByRole('button', { name: /^Ir para/ }))
  await rui.page.waitForURL(url => url.pathname === '/' || url.pathname === '/tickets')
  expect(await bannerOf(rui, 'venceu').count()).toBe(0)
  await makesTag('De novo')
  await pageOf(rui).line('De novo').waitFor()
  await signIn(refused, tina)
  for (const person of [rui, onPhone, refused]) {
    await person.close()
    expect(person.problems).toEqual([])
  }
})
