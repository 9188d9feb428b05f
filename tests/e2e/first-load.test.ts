import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Request } from 'playwright-core'
import { BUDGET } from '../../build/budget'
import { type Browsing, openBrowser, type Person } from './browser'
import { openShop } from './shop'

setDefaultTimeout(120_000)

/** Over HTTP/1.1 a browser fetches six at a time. */
const MOST_REQUESTS = 25

let shop: Awaited<ReturnType<typeof openShop>>
let browser: Browsing
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openShop(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

/** In the page: notes when the first of these was drawn. */
function note(selector: string) {
  const look = () => {
    if (!document.querySelector(selector)) return
    watch.disconnect()
    Object.assign(window, { drawnAt: performance.timeOrigin + performance.now() })
  }
  const watch = new MutationObserver(look)
  watch.observe(document, { childList: true, subtree: true })
}

/** What a browser with nothing in its cache fetched, all in all and of that before something was drawn. */
async function load({ page, context }: Person, path: string, selector: string) {
  const requests: Request[] = []
  page.on('requestfinished', request => requests.push(request))
  await context.addInitScript(note, selector)
  await page.goto(path)
  await page.locator(selector).first().waitFor()
  await page.waitForLoadState('networkidle')
  const drawnAt = await page.evaluate(() => (window as unknown as { drawnAt: number }).drawnAt)
  const weigh = async (some: Request[]) => {
    const of = async (type: string) => {
      const sizes = await Promise.all(some.filter(request => request.resourceType() === type).map(request => request.sizes()))
      return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1000
    }
    return {
      script: await of('script'),
      style: await of('stylesheet'),
      files: some.filter(request => !/fetch|xhr/.test(request.resourceType())).length,
    }
  }
  return { all: await weigh(requests), first: await weigh(requests.filter(request => request.timing().startTime <= drawnAt)) }
}

test.each(['/login', '/signup', '/forgetpsw'])('%s is within the budget of the login, whatever it fetches until it is idle', async path => {
  const stranger = await browser.open('wide', shop.url)
  const { all } = await load(stranger, path, 'form')
  await stranger.close()
  expect(all.script).toBeGreaterThan(50)
  // Who signs up is asked for more than who signs in.
  const more = path === '/login' ? 0 : 1
  expect(all.script).toBeLessThanOrEqual(BUDGET.login.script + more)
  expect(all.style).toBeLessThanOrEqual(BUDGET.login.style + more)
  expect(all.files).toBeLessThan(MOST_REQUESTS)
})

test('the inbox is within its budget until its list is drawn, and what makes it whole comes after', async () => {
  const ana = await browser.open('wide', shop.url)
  const { email, password } = await shop.person('Ana', 'admin')
  const answer = await ana.context.request.post('/auth/login', { data: { email, password } })
  const { token } = (await answer.json()) as { token: string }
  await ana.context.addInitScript(value => localStorage.setItem('token', value), token)
  const { first, all } = await load(ana, '/tickets', '.list-pane .ticket-hit, .list-pane .empty')
  await ana.close()
  expect(first.script).toBeGreaterThan(50)
  expect(first.script).toBeLessThanOrEqual(BUDGET.inbox.script)
  expect(first.style).toBeLessThanOrEqual(BUDGET.inbox.style)
  expect(first.files).toBeLessThan(MOST_REQUESTS)
  expect(all.script).toBeGreaterThan(first.script + 20)
})
