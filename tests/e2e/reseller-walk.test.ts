import { afterAll, expect, test } from 'bun:test'
import { PAYER } from '../billing'
import { sendTo } from '../mail'
import { startSmtp } from '../peers/smtp'
import { until } from '../until'
import { goTo, pressButton, signIn } from './agent'
import { look } from './browser'
import { client, OWNER } from './shop'
import { testShop } from './test-shop'

const smtp = await startSmtp()
afterAll(() => smtp.close())
const { shop, browser } = await testShop({ OUTBOUND_ALLOW: `127.0.0.1:${smtp.port}` })
const DOMAIN = 'conversaja.localhost'
const ADDRESS = shop.url.replace(/\/\/[^:/]+/, `//${DOMAIN}`)
const BOSS = { email: 'dono@conversaja.com', password: 'fita-verde' }
const STRANGER = { email: 'teresa@atelie.com', password: 'uma frase de flores' }
const OTHERS = /balc[aã]o|norte fibra|minha empresa/i

/** A reseller that has just been made, whose person asks the server at its own address. */
async function reseller() {
  const house = await client(shop.url, OWNER)
  await house.post('/resellers', { name: 'Conversa Já', domains: DOMAIN, ...BOSS })
  const ask = async (method: string, path: string, body: object, token = '') => {
    const headers = { host: new URL(ADDRESS).host, 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await fetch(shop.url + path, { method, headers, body: JSON.stringify(body) })
    expect([path, answer.status]).toEqual([path, 200])
    return (await answer.json()) as { token: string }
  }
  const { token } = await ask('POST', '/auth/login', BOSS)
  const put = (path: string, body: object) => ask('PUT', path, body, token)
  await put('/settings/allowregister', { value: 'enabled' })
  await put('/settings/singleSession', { value: 'disabled' })
  await sendTo(smtp, put, { mailFrom: 'oi@conversaja.com' })
  await put('/payment-accounts/pix', { isActive: true, settings: { pixKey: 'pix@conversaja.com', merchant: 'Conversa', city: 'Olinda' } })
  await ask('POST', '/plans', { name: 'Equipe', value: 249.9, users: 10, connections: 2, queues: 5, isPublic: true }, token)
}
await reseller()

const mail = () => until(() => smtp.mails.shift())

test('a stranger becomes a customer of a reseller, pays by its Pix, and has a receipt; nothing that is read says another name', async () => {
  const teresa = await browser.open('phone', ADDRESS, undefined, { locale: 'en-US' })
  const { page } = teresa
  await page.addInitScript(() => localStorage.setItem('language', 'en'))
  await page.goto('/signup')
  await page.getByRole('radio', { name: /Equipe/ }).check()
  await page.getByLabel('Company name').fill('Ateliê Flor de Lis')
  await page.getByLabel('Your name').fill('Teresa')
  await page.getByLabel('E-mail').fill(STRANGER.email)
  await page.getByLabel('WhatsApp').pressSequentially('92993164002')
  await page.getByLabel('Password', { exact: true }).fill(STRANGER.password)
  expect(await look(teresa, 'walk-sign-up')).toEqual([])
  await pressButton(teresa, 'Start the trial')
  await page.waitForURL('**/tickets')
  const welcome = await mail()
  expect([welcome.from, welcome.to]).toEqual(['oi@conversaja.com', [STRANGER.email]])
  expect(welcome.text).toContain(`://${DOMAIN}`)

  await page.goto('/subscription')
  await pressButton(teresa, /^Subscribe for/)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Current plan').waitFor()
  await pressButton(teresa, /^Next/, dialog)
  for (const [label, value] of [
    ['Full name or company name', 'Teresa Flores ME'],
    ['Postal code', PAYER.zipcode],
    ['Address', PAYER.address2],
    ['City', PAYER.city],
  ] as const)
    await dialog.getByLabel(label).fill(value)
  await pressButton(teresa, /^Next/, dialog)
  await pressButton(teresa, /^Pay R\$/, dialog)
  await dialog.getByRole('img', { name: /QR/ }).waitFor()
  await pressButton(teresa, 'Copy', dialog)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('pix@conversaja.com')
  expect(await look(teresa, 'walk-pix')).toEqual([])

  const boss = await browser.open('wide', ADDRESS)
  await boss.page.goto('/login')
  await signIn(boss, BOSS)
  await goTo(boss, 'Receita')
  await pressButton(boss, 'Marcar como paga a fatura de Ateliê Flor de Lis')
  await pressButton(boss, 'Marcar como paga', boss.page.getByRole('dialog'))
  await dialog.getByText('Payment confirmed').waitFor()
  await page
    .getByText(/Your licence was renewed until/)
    .first()
    .waitFor()
  expect(await look(teresa, 'walk-done')).toEqual([])
  await page.waitForURL(url => url.pathname === '/' || url.pathname === '/tickets')
  await boss.page.getByText('Nenhuma fatura em aberto.').waitFor()
  expect(await look(boss, 'walk-revenue')).toEqual([])

  const receipt = await mail()
  expect(receipt.from).toBe('oi@conversaja.com')
  const address = new RegExp(`://${DOMAIN}[:\\d]*(/financeiro/\\d+)`).exec(receipt.text)!
  await page.goto(address[1]!)
  await page.getByText('Teresa Flores ME').waitFor()
  expect(await look(teresa, 'walk-receipt')).toEqual([])
  for (const { raw } of [welcome, receipt]) expect(raw).not.toMatch(OTHERS)
  for (const person of [teresa, boss]) {
    expect(await person.page.content()).not.toMatch(OTHERS)
    await person.close()
    expect(person.problems).toEqual([])
  }
})
