import { afterAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { companies } from '../../src/modules/companies/schema'
import { plans } from '../../src/modules/plans/schema'
import { onTerms } from '../billing'
import { startAsaas } from '../peers/asaas'
import { agent, goTo, press, pressButton, signIn } from './agent'
import { beside } from './beside'
import { look, type Person, sizes } from './browser'
import { fillPayer } from './payer'
import { client, OWNER } from './shop'
import { pageOf, testShop } from './test-shop'
import { setAhead } from './wrong-clock'

const KEY = 'chave-do-asaas-da-revenda'
const HOOK = 'segredo-do-aviso-bem-comprido'
const asaas = startAsaas(KEY)
afterAll(() => asaas.stop())
const { shop, browser } = await testShop({ OUTBOUND_ALLOW: asaas.destination })
/** Chromium finds names under localhost on this machine. */
const DOMAIN = 'conversaja.localhost'
const ADDRESS = shop.url.replace(/\/\/[^:/]+/, `//${DOMAIN}`)
const PASSWORD = 'fita-verde'
const OTHERS = /balc[aã]o|norte fibra/i
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })

/** A reseller, and a company of theirs that owes in two days, written beside the running product. */
async function furnish() {
  const house = await client(shop.url, OWNER)
  const person = { name: 'Conversa Já', email: `dono@${DOMAIN}.com`, password: PASSWORD }
  const { id } = await house.post<{ id: number }>('/resellers', { ...person, domains: DOMAIN })
  await house.put(`/brand?resellerId=${id}`, { color: '#0b7f70', loginText: 'Responda já' })
  const made = await house.post<{ id: number }>('/companies', { name: 'Padaria Sol', email: `sol@${DOMAIN}.com`, password: PASSWORD })
  await house.post(`/companies/${made.id}/reseller`, { resellerId: id, planId: null })
  await beside(shop.folder, async store => {
    const [company] = await store.db.select().from(companies).where(eq(companies.id, made.id))
    await onTerms({ store }, company!, { dueDate: inDays(2), name: 'Equipe' })
    await store.db.update(plans).set({ resellerId: id }).where(eq(plans.name, 'Equipe'))
  })
}
await furnish()

/** Everything that its people's browsers receive: pages, scripts, pictures, answers, events. */
const received: Promise<[address: string, text: string]>[] = []
function listen({ page }: Person) {
  page.context().on('response', answer => {
    const headers = JSON.stringify(answer.headers())
    const text = (body: string): [string, string] => [answer.url(), headers + body]
    received.push(
      answer.body().then(
        bytes => text(bytes.toString('latin1') + bytes.toString('utf8')),
        () => text(''),
      ),
    )
  })
  page.on('websocket', socket => socket.on('framereceived', ({ payload }) => received.push(Promise.resolve(['event', String(payload)]))))
}

/** Signs in at the reseller's own address. */
async function at(name: string) {
  const person = await browser.open('wide', ADDRESS)
  listen(person)
  await person.page.goto('/login')
  await signIn(person, { email: `${name}@${DOMAIN}.com`, password: PASSWORD })
  return person
}
const boss = await at('dono')
const sol = await at('sol')
const main = sol.page.getByRole('main')
const dialog = sol.page.getByRole('dialog')
let hook = ''

test('a reseller takes money with an account of its own, and reads where the provider tells of payments', async () => {
  const { page } = boss
  await goTo(boss, 'Receita')
  await press(boss, page.getByRole('tab', { name: 'Recebimento' }))
  await press(boss, page.getByRole('radio', { name: /^Asaas/ }))
  await page.getByLabel('Chave da API').fill(KEY)
  await page.getByLabel('Segredo dos avisos').fill(HOOK)
  await page.getByLabel('Endereço da API').fill(asaas.baseUrl)
  await pressButton(boss, 'Testar')
  await page.getByText('Tudo certo').last().waitFor()
  await pressButton(boss, /^Salvar e usar/)
  await page.getByText('Em uso').waitFor()
  hook = (await page.locator('.hook code').textContent())!
  expect(hook).toStartWith(`${ADDRESS}/subscription/webhook/asaas/`)
  expect(await look(boss, 'reseller-accounts')).toEqual([])
})

test('its company pays by that account: the webhook arrives, the page says so, and nobody meets another name', async () => {
  await goTo(sol, 'Financeiro')
  await press(sol, main.getByRole('link', { name: 'Ver assinatura' }))
  await pressButton(sol, /^(Assinar|Renovar) por/)
  await dialog.getByText('Plano atual').waitFor()
  await sol.page.keyboard.press('Enter')
  await fillPayer(dialog, { firstName: 'Padaria Sol Ltda.' })
  await pressButton(sol, /^Próximo/, dialog)
  await dialog.getByText('Cobrança para').waitFor()
  await pressButton(sol, /^Pagar R\$/, dialog)
  await dialog.getByRole('img', { name: 'QR code do Pix' }).waitFor()
  expect(await look(sol, 'reseller-checkout')).toEqual([])
  const [payment] = [...asaas.payments.values()]
  payment!.status = 'RECEIVED'
  const headers = { 'content-type': 'application/json', 'asaas-access-token': HOOK }
  const body = JSON.stringify({ event: 'PAYMENT_RECEIVED', payment: { id: payment!.id } })
  expect((await fetch(shop.url + new URL(hook).pathname, { method: 'POST', headers, body })).status).toBe(200)
  await dialog.getByText('Pagamento confirmado').waitFor()
  expect(await sol.page.content()).not.toMatch(OTHERS)
  await sol.page.waitForURL(url => url.pathname === '/' || url.pathname === '/tickets')
})

test('the reseller sees the payment with what the provider said, and the house whose company it is', async () => {
  const { page } = boss
  await press(boss, page.getByRole('tab', { name: 'Resumo' }))
  await page.getByRole('heading', { name: 'Em aberto por vencimento' }).waitFor()
  await press(boss, page.locator('.heard summary').filter({ hasText: 'Padaria Sol' }).first())
  await page.getByText('"RECEIVED"').waitFor()
  expect(await look(boss, 'reseller-revenue')).toEqual([])
  const house = await agent(browser, shop.url, 'wide', OWNER)
  const { line } = pageOf(house)
  await goTo(house, 'Empresas')
  await line('Padaria Sol').getByText('Conversa Já').waitFor()
  await house.page.getByLabel('Revenda').selectOption('Da casa')
  await line('Padaria Sol').waitFor({ state: 'detached' })
  await house.page.getByLabel('Revenda').selectOption('Conversa Já')
  await line('Padaria Sol').waitFor()
  expect(await look(house, 'companies-of-reseller')).toEqual([])
  await house.page.setViewportSize(sizes.phone.viewport)
  expect(await look({ ...house, size: 'phone' }, 'companies-of-reseller')).toEqual([])
  await house.close()
  expect(house.problems).toEqual([])
})

test('whatever its people open, no byte that they receive says another name', async () => {
  for (const person of [sol, boss]) {
    const { page } = person
    const links = page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link')
    const addresses = await links.evaluateAll(all => all.map(link => link.getAttribute('href')!))
    expect(addresses.length).toBeGreaterThan(15)
    for (const [i, address] of addresses.entries()) {
      await press(person, links.nth(i))
      await page.waitForURL(url => url.pathname === address)
    }
    await page.waitForLoadState('networkidle')
    await page.goto('/nada')
    await page.getByRole('banner').first().waitFor()
  }
  const all = await Promise.all(received)
  expect(all.length).toBeGreaterThan(200)
  expect(all.filter(([, text]) => OTHERS.test(text)).map(([address, text]) => [address, OTHERS.exec(text)![0]])).toEqual([])
})

test('a computer whose clock is ahead by days pays by a code of the provider as well', async () => {
  await setAhead(sol, 5 * 24 * 3600_000)
  await sol.page.goto('/subscription')
  await pressButton(sol, /^Renovar por/)
  await dialog.getByText('Plano atual').waitFor()
  await sol.page.keyboard.press('Enter')
  await pressButton(sol, /^Pagar R\$/, dialog)
  await dialog.getByRole('img', { name: 'QR code do Pix' }).waitFor()
  await dialog.getByText(/^vale (por|até) /).waitFor()
  await sol.page.goto('/tickets')
})

test('a company says how it calls things, and every page agrees, in three languages', async () => {
  const { page } = sol
  await goTo(sol, 'Configurações')
  await page.getByLabel('Como chamar as filas').selectOption('Setor')
  await page.getByRole('link', { name: /^Setores/ }).waitFor()
  await page.getByLabel('Como chamar os atendimentos').selectOption('Conversa')
  await page.getByText('Como chamar as conversas').waitFor()
  await goTo(sol, 'Setores')
  await page.getByRole('heading', { name: 'Setores' }).waitFor()
  await pageOf(sol).create(/novo setor/i)
  await page.getByRole('dialog', { name: /novo setor/i }).waitFor()
  expect(await look(sol, 'words-queues')).toEqual([])
  // It is so from the first moment of the next page.
  await page.goto('/tickets')
  await page.getByText('Escolha uma conversa').waitFor()
  expect(await look(sol, 'words-tickets')).toEqual([])
  for (const [language, texts] of [
    ['English', ['Choose a conversation', 'Sectors']],
    ['Español', ['Elija una conversación', 'Sectores']],
  ] as const) {
    await pressButton(sol, /^(Idioma|Language)/, page.getByRole('banner').first())
    await press(sol, page.getByRole('menuitemradio', { name: language }))
    await page.getByText(texts[0]).waitFor()
    await page.getByRole('link', { name: new RegExp(`^${texts[1]}`) }).waitFor()
  }
  for (const person of [boss, sol]) {
    await person.close()
    expect(person.problems).toEqual([])
  }
})
