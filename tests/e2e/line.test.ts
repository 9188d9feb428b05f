import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { WebSocketRoute } from 'playwright-core'
import { agent, goTo, pressButton } from './agent'
import { type Browsing, openBrowser, type Person } from './browser'
import { openShop, type Shop } from './shop'

setDefaultTimeout(120_000)

let shop: Shop
let browser: Browsing
let ana: Person
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openShop(), openBrowser()])
  ana = await agent(browser, shop.url, 'wide', await shop.person('Ana Lima', 'admin'))
})
afterAll(async () => {
  await ana?.close()
  await browser?.close()
  await shop?.close()
})

const heading = (name: string) => ana.page.getByRole('heading', { name, exact: true }).waitFor()

test('a page that did not come is asked for again by a press, and by itself when the line is back', async () => {
  const lines: WebSocketRoute[] = []
  let isAway = false
  await ana.context.routeWebSocket(/socket\.io/, line => {
    if (isAway) return void line.close()
    line.connectToServer()
    lines.push(line)
  })
  await ana.page.reload()
  await ana.page.waitForLoadState('networkidle')

  const scripts = /\.(js|css)$/
  await ana.context.route(scripts, route => route.abort())
  await goTo(ana, 'Filas')
  await heading('Não deu para carregar esta tela')
  await ana.context.unroute(scripts)
  await pressButton(ana, 'Tentar de novo')
  await heading('Filas')

  isAway = true
  await ana.context.route(scripts, route => route.abort())
  for (const line of lines) await line.close()
  await ana.page.getByText('Sem contato com o servidor.').waitFor()
  await goTo(ana, 'Tags')
  await heading('Não deu para carregar esta tela')
  await ana.context.unroute(scripts)
  isAway = false
  await heading('Tags')
  ana.forgive(/ERR_FAILED|a module did not come|^script: $/)
  expect(ana.problems).toEqual([])
})

test('a search from a page that has none is one of tickets', async () => {
  await goTo(ana, 'Conexões')
  await heading('Conexões')
  await ana.page.keyboard.press('Alt+s')
  await ana.page.waitForURL('**/tickets')
  await ana.page.locator('input:focus').waitFor()
})
