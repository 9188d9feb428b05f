import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { accept, bubble, goTo, pressButton, say, signIn, tick } from './agent'
import { type Browsing, openBrowser, type Person } from './browser'
import { NUMBER, openShop, OWNER, type Shop } from './shop'

setDefaultTimeout(120_000)

// An installation in the own network, reached as the page after the set-up says: by its address there, without a certificate.
let shop: Shop
let browser: Browsing
let owner: Person
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openShop(), openBrowser()])
  owner = await browser.open('wide', shop.url.replace(/\/\/[^:]+/, '//rede.test'))
  await owner.page.goto('/login')
  await signIn(owner, OWNER)
})
afterAll(async () => {
  await owner?.close()
  await browser?.close()
  await shop?.close()
})

test('is no secure context, and says so to no one who writes to customers', async () => {
  expect(await owner.page.evaluate(() => isSecureContext)).toBe(false)
  shop.control.addPhone({ phone: '5521998765432', name: 'Rui Castro' })
  await shop.control.send({ from: '5521998765432', to: NUMBER, type: 'text', text: 'Bom dia' })
  await goTo(owner, 'Atendimentos')
  await accept(owner, 'Rui Castro')
  await say(owner, 'Bom dia, Rui')
  await tick(bubble(owner, 'Bom dia, Rui'), 'entregue').waitFor()
})

test('copies what a message says', async () => {
  await bubble(owner, 'Bom dia, Rui').hover()
  await pressButton(owner, 'Mais ações', bubble(owner, 'Bom dia, Rui'))
  await owner.page.getByRole('menuitem', { name: 'Copiar' }).click()
  await owner.page.getByText('Copiado').first().waitFor()
})

test('tells that a voice needs HTTPS', async () => {
  await pressButton(owner, 'Gravar áudio')
  await owner.page.getByText('O microfone só funciona num endereço com https.').waitFor()
})

test('makes a list of files and opens the form of an assistant', async () => {
  await owner.page.goto('/files')
  await pressButton(owner, 'Nova lista')
  await owner.page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'tabela.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
  await owner.page.getByText('tabela').first().waitFor()
  await owner.page.goto('/prompts')
  await pressButton(owner, 'Novo assistente')
  await owner.page.getByRole('dialog').waitFor()
  // What only HTTPS brings is left out by the browser, which says so.
  owner.forgive(/Cross-Origin-Opener-Policy/)
  expect(owner.problems).toEqual([])
})
