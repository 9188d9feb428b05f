import { expect, test } from 'bun:test'
import { accept, composer, dialog, pressButton, showList, signIn } from './agent'
import { look, type Person } from './browser'
import { cutLine } from './cut-line'
import { NUMBER } from './shop'
import { testShop } from './test-shop'

const { shop, browser, sit } = await testShop()
const CUSTOMER = '5511987654001'
shop.control.addPhone({ phone: CUSTOMER, name: 'Helena Prado' })
await shop.control.send({ from: CUSTOMER, to: NUMBER, type: 'text', text: 'Bom dia' })
const ana = await sit('wide', 'Ana Lima')
const beto = await sit('wide', 'Beto Rocha')
const waiting = ({ page }: Person) => page.getByRole('status').filter({ hasText: /^Sem conexão com o servidor.*Tentando de novo…/ })
/** What the absence of the server itself causes. */
const forgive = (person: Person) => person.forgive(/ERR_FAILED|ERR_CONNECTION|ERR_SOCKET|ERR_EMPTY_RESPONSE|WebSocket|^script: $/)

test('a colleague whose line comes back later is there again in lists that are open, after a cut and after a new start of the server', async () => {
  await accept(ana, 'Helena Prado')
  const line = await cutLine(beto)
  await composer(ana).press('Alt+t')
  const transfer = dialog(ana, 'Transferir Helena Prado')
  await transfer.getByLabel('Pessoa').first().fill('Beto')
  const state = (says: string) => transfer.getByRole('radio', { name: new RegExp(`^Beto Rocha.*${says}`) })
  await state('Online').waitFor()
  await line.cut()
  await state('Offline').waitFor()
  await line.mend()
  await state('Online').waitFor()

  await line.cut()
  await shop.restart('SIGKILL')
  await ana.page.getByText('Sem contato com o servidor.').waitFor({ state: 'detached' })
  await state('Offline').waitFor()
  await line.mend()
  await state('Online').waitFor()
  await ana.page.keyboard.press('Escape')
  for (const person of [ana, beto]) forgive(person)
})

test('a page that begins without the server says so, tries by itself, and goes on to where it was, signed in', async () => {
  for (const size of ['wide', 'phone'] as const) {
    const person = await browser.open(size, shop.url, undefined, { serviceWorkers: 'allow' })
    const { page } = person
    await page.goto('/login')
    await signIn(person, await shop.person(size === 'wide' ? 'Caio Reis' : 'Duda Melo', 'admin'))
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.reload()
    await page.getByRole('banner').first().waitFor()
    await page.goto('/tickets')
    await showList(person, 'Atendendo')
    await page.getByRole('banner').first().waitFor()
    const address = page.url()

    await shop.stop('SIGKILL')
    await page.reload()
    await waiting(person).waitFor()
    expect(await look(person, 'unreached')).toEqual([])
    expect(page.url()).toBe(address)
    await shop.restart('SIGKILL')
    await page.getByRole('tab', { name: 'Atendendo' }).waitFor({ timeout: 30_000 })
    expect(page.url()).toBe(address)
    await waiting(person).waitFor({ state: 'detached' })
    await person.close()
  }
  for (const person of [ana, beto]) forgive(person)
})

/** Begins a page without the server, and lets no time pass once it has answered nothing; then does what is to be enough. */
async function beginsAnewBy(person: Person, act: () => Promise<void>) {
  const { page, context } = person
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const asked = /\/auth\/refresh_token$/
  await context.route(asked, async route => {
    await answered
    await route.abort()
  })
  await page.reload()
  await waiting(person).waitFor()
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  const failed = page.waitForEvent('requestfailed', request => asked.test(request.url()))
  answer()
  await failed
  await context.unroute(asked)
  await act()
  await page.clock.resume()
  await page.getByRole('banner').first().waitFor()
  await waiting(person).waitFor({ state: 'detached' })
  forgive(person)
}

test('a server that does not answer is told of as one that is not there, and who does not want to wait tries at once', async () => {
  await beginsAnewBy(ana, () => pressButton(ana, 'Tentar agora', waiting(ana)))
})

test('a page that begins without the server tries at once where the browser says that it has a network again', async () => {
  await beginsAnewBy(beto, async () => {
    await beto.context.setOffline(true)
    await beto.context.setOffline(false)
  })
})
