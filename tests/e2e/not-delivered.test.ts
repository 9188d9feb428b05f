import { beforeAll, expect, test } from 'bun:test'
import { accept, bubble, composer, openTicket, pressButton, row, say, showList, toList } from './agent'
import { among } from './among'
import { look, type Person } from './browser'
import { NUMBER, until } from './shop'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()
const { write } = among(shop)
const phones = { 'Helena Prado': '5511987653001', 'Caio Mendes': '5511987653002' }
let ana: Person
let beto: Person

beforeAll(async () => {
  for (const [name, phone] of Object.entries(phones)) {
    shop.control.addPhone({ phone, name })
    await write(phone, { type: 'text', text: `Sou ${name}` })
  }
  ana = await sit('wide', 'Ana Lima')
  for (const name of Object.keys(phones)) await accept(ana, name)
  beto = await sit('phone', 'Beto Rocha')
})

/** What is said waits for WhatsApp, which refuses it when somebody has gone on. */
async function refuseLater(text: string) {
  shop.control.refuseUpgrade({ status: 503, times: 1000 })
  shop.control.disconnect({ account: NUMBER })
  await until(async () => (await shop.connection()).status !== 'CONNECTED')
  await openTicket(ana, 'Helena Prado')
  await say(ana, text)
  await bubble(ana, text).waitFor()
  await openTicket(ana, 'Caio Mendes')
  await composer(ana).waitFor()
  shop.control.fault({ account: NUMBER, refuse: { code: 463, times: 1 } })
  shop.control.refuseUpgrade({ status: 503, times: 0 })
  // Nobody waits for its backoff.
  await shop.owner.post(`/whatsappsession/${shop.connectionId}`, {})
}
const notice = (page = ana.page) => page.locator('.toast-b').filter({ hasText: 'Não foi entregue a Helena Prado' })
const sign = () => row(ana, 'Helena Prado').getByRole('img', { name: 'Uma mensagem sua não foi entregue', exact: true })

test('who has gone on to another conversation is told in each window that a message was refused, and led back to it', async () => {
  const second = await ana.context.newPage()
  await second.goto('/contacts')
  await second.getByRole('banner').first().waitFor()
  await ana.page.bringToFront()
  await refuseLater('O técnico chega às 14h')
  await notice().getByText('Não foi entregue a Helena Prado: O técnico chega às 14h').waitFor({ timeout: 30_000 })
  await notice(second).waitFor()
  await second.close()
  await sign().waitFor()
  expect(await look(ana, 'not-delivered')).toEqual([])
  expect(await notice(beto.page).count()).toBe(0)
  await pressButton(ana, 'Abrir', notice())
  await bubble(ana, 'O técnico chega às 14h')
    .getByText(/^Não enviada: /)
    .waitFor()
  await sign().waitFor({ state: 'detached' })
})

test('the row and the bell keep what was not delivered over a reload, until its conversation is opened', async () => {
  await refuseLater('Segue o código')
  await sign().waitFor({ timeout: 30_000 })
  await ana.page.goto('/tickets')
  await sign().waitFor()
  expect(await notice().count()).toBe(0)
  await pressButton(ana, /^Notificações, 1 por ler/)
  const entry = ana.page.getByRole('button', { name: /Não foi entregue a Helena Prado/ })
  await entry.getByText('Segue o código').waitFor()
  expect(await look(ana, 'not-delivered-bell')).toEqual([])
  await entry.click()
  await bubble(ana, 'Segue o código')
    .getByText(/^Não enviada: /)
    .waitFor()
  await sign().waitFor({ state: 'detached' })
  await ana.page.getByRole('button', { name: /^Notificações, 0 por ler/ }).waitFor()
})

test('what is sent once more by a colleague is no failure any more, in any place', async () => {
  await refuseLater('Fica pronto hoje')
  await sign().waitFor({ timeout: 30_000 })
  await showList(beto, 'Atendendo')
  await beto.page.goto(new URL((await row(ana, 'Helena Prado').getByRole('link').getAttribute('href'))!, shop.url).pathname)
  await pressButton(beto, 'Tentar de novo', bubble(beto, 'Fica pronto hoje'))
  await sign().waitFor({ state: 'detached' })
  await ana.page.getByRole('button', { name: /^Notificações, 0 por ler/ }).waitFor()
  await toList(beto)
})
