import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { accept, agent, bubble, row } from './agent'
import { type Browsing, look, openBrowser, type Person } from './browser'
import { NUMBER, openShop, type Shop } from './shop'

setDefaultTimeout(60_000)

let shop: Shop
let browser: Browsing
let ana: Person
const customers = { 'Helena Prado': '5511990002000', 'Caio Mendes': '5521987654320' }

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openShop(), openBrowser()])
  ana = await agent(browser, shop.url, 'wide', await shop.person('Ana Lima'))
  for (const [name, phone] of Object.entries(customers)) {
    shop.control.addPhone({ phone, name })
    await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: `O modem de ${name} não liga` })
    await accept(ana, name)
  }
})
afterAll(async () => {
  await ana?.close()
  await browser?.close()
  await shop?.close()
})
afterEach(() => {
  expect(ana.problems).toEqual([])
})

const field = () => ana.page.getByLabel('Nome, número ou mensagem')
const openNow = (name: string) => ana.page.getByRole('region', { name: `Conversa com ${name}` }).waitFor()
const finds = async (text: string, name: string) => {
  await field().fill('')
  await ana.page.getByText('O que você procura?').waitFor()
  await field().fill(text)
  await row(ana, name).waitFor()
}

test('says what can be looked for before a letter is typed', async () => {
  await ana.page.keyboard.press('Control+k')
  await ana.page.getByText('O que você procura?').waitFor()
  expect(await look(ana, 'search-empty')).toEqual([])
  await field().fill('zzz')
  await ana.page.getByText('Nada encontrado').waitFor()
  await field().fill('')
  await ana.page.getByText('O que você procura?').waitFor()
})

test('finds a number as it stands on the screen, and words that stand apart', async () => {
  for (const text of ['99000-2000', '+55 11 99000', '(11) 99000-2000', '11990002000', 'liga helena modem', 'Prado Helena'])
    await finds(text, 'Helena Prado')
  expect(await row(ana, 'Caio Mendes').count()).toBe(0)
})

test('is used with arrows, Enter and Esc', async () => {
  const { keyboard } = ana.page
  await field().fill('modem não liga')
  await row(ana, 'Caio Mendes').waitFor()
  await row(ana, 'Helena Prado').waitFor()
  const [first, second] = await ana.page.locator('.ticket .name').allTextContents()
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await openNow(second!)
  await keyboard.press('Control+k')
  await keyboard.press('Enter')
  await openNow(first!)

  await keyboard.press('Control+k')
  await keyboard.type('modem caio')
  await keyboard.press('Enter')
  await openNow('Caio Mendes')
  await bubble(ana, 'O modem de Caio Mendes').waitFor()
  await keyboard.press('Control+k')
  await keyboard.press('Escape')
  await field().waitFor({ state: 'detached' })
  await ana.page.getByRole('tab', { name: 'Atendendo', selected: true }).waitFor()
})
