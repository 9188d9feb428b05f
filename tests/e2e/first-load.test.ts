import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { BUDGET } from '../../build/budget'
import { type Browsing, openBrowser } from './browser'
import { load } from './load'
import { openShop, until } from './shop'

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

test.each(['/login', '/signup', '/forgetpsw'])('%s is within the budget of the login, whatever it fetches until it is idle', async path => {
  const stranger = await browser.open('wide', shop.url)
  const all = await (await load(stranger, path, 'form')).all()
  await stranger.close()
  expect(all.script).toBeGreaterThan(50)
  // Who signs up is asked for more than who signs in.
  const more = path === '/login' ? 0 : 3
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
  const asked: string[] = []
  ana.page.on('request', request => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/tickets' && search) asked.push(search)
  })
  const { first, all } = await load(ana, '/tickets', '.list-pane .ticket-hit, .list-pane .empty')
  expect(asked, 'no list is asked for twice').toEqual([...new Set(asked)])
  await until(async () => (await all()).script > first.script + 20)
  await ana.close()
  expect(first.script).toBeGreaterThan(50)
  expect(first.script).toBeLessThanOrEqual(BUDGET.inbox.script)
  expect(first.style).toBeLessThanOrEqual(BUDGET.inbox.style)
  expect(first.files).toBeLessThan(MOST_REQUESTS)
})
