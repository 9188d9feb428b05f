import { BUDGET } from '../build/budget'
import { openBrowser } from '../tests/e2e/browser'
import { load } from '../tests/e2e/load'
import { ask } from './call'
import { dataSet } from './dataset/folder'
import type { Bench } from './figures'
import { median, rounded } from './measure'
import { ADMIN, openDataSet } from './dataset/product'
import { lengthen, scrolling } from './scroll'
import { typing } from './typing'

const TIMES = 5
/** Another administrator, who sees all tickets. */
const COLLEAGUE = 'user2@bench.local'
const ADMIN_ID = 1

type Route = { name: string; path: string; ready: string; budget: (typeof BUDGET)[keyof typeof BUDGET]; token?: string }

/** From the press of a row of the list until the words of its conversation are painted. */
const pressToWords = (row: number) =>
  new Promise<number>(painted => {
    const hit = document.querySelectorAll<HTMLElement>('.ticket .ticket-hit')[row]!
    const name = hit.closest('.ticket')!.querySelector('.name')!.textContent
    const start = performance.now()
    const look = () => {
      if (document.querySelector('.convo h1')?.textContent !== name || !document.querySelector('.thread [data-message]')) return
      watch.disconnect()
      requestAnimationFrame(() => setTimeout(() => painted(performance.now() - start)))
    }
    const watch = new MutationObserver(look)
    watch.observe(document.body, { childList: true, subtree: true, characterData: true })
    hit.click()
    look()
  })

/** What a browser with nothing in its cache fetches for an address, and when a person can begin there. */
export const page: Bench = async (tell, options) => {
  let long = ''
  const shop = await openDataSet(await dataSet(options), async folder => void (long = await lengthen(folder)))
  const browser = await openBrowser({ measures: true })

  /** Until something can be used, and until the network is idle. */
  async function visit({ path, ready, token }: Route) {
    const { page, context, close } = await browser.open('wide', shop.product.url())
    if (token) {
      await context.request.post('/auth/login', { data: shop.credentials(ADMIN) })
      await context.addInitScript(value => localStorage.setItem('token', value), token)
    }
    const { all, ...loaded } = await load({ page, context }, path, ready)
    const whole = await all()
    await close()
    return { ...loaded, all: whole }
  }

  async function measure(route: Route) {
    const visits: Awaited<ReturnType<typeof visit>>[] = []
    while (visits.length < TIMES) visits.push(await visit(route))
    const { first, all } = visits[0]!
    for (const type of ['script', 'style'] as const)
      tell({
        name: `${route.name}: ${type} until it can be used, brotli`,
        value: first[type],
        unit: 'kB',
        goal: { atMost: route.budget[type] },
        detail: `${rounded(all[type])} kB until nothing comes any more; ${first.files} files`,
      })
    const times = visits.map(({ drawnAt }) => drawnAt)
    const detail = `best ${rounded(Math.min(...times))} ms`
    tell({ name: `${route.name}: interactive, median of ${TIMES}`, value: median(times), unit: 'ms', goal: { atMost: 1000 }, detail })
  }

  /** Conversations that were not open yet, then the same once more, from memory. */
  async function conversations(token: string) {
    const { page, context, close } = await browser.open('wide', shop.product.url())
    await context.request.post('/auth/login', { data: shop.credentials(ADMIN) })
    await context.addInitScript(value => localStorage.setItem('token', value), token)
    await page.goto('/tickets')
    await page.locator('.ticket .ticket-hit').nth(TIMES).waitFor()
    await page.waitForLoadState('networkidle')
    for (const [name, rounds] of [
      ['a conversation that was not open yet', 1],
      ['a conversation from memory', 3],
    ] as const) {
      const times: number[] = []
      while (times.length < rounds * TIMES) {
        times.push(await page.evaluate(pressToWords, times.length % TIMES))
        await page.waitForLoadState('networkidle')
      }
      const goal = name.endsWith('memory') ? { atMost: 50 } : undefined
      const detail = `worst ${rounded(Math.max(...times))} ms`
      tell({ name: `${name}: press to words, median of ${times.length}`, value: median(times), unit: 'ms', goal, detail })
    }
    await close()
  }

  /** One that lasted for years. */
  async function longConversation(token: string) {
    const { page, context, close } = await browser.open('wide', shop.product.url())
    await context.request.post('/auth/login', { data: shop.credentials(ADMIN) })
    await context.addInitScript(value => localStorage.setItem('token', value), token)
    await scrolling(page, long, tell)
    await close()
  }

  /** Keys and messages in the same conversation, in which a colleague writes. */
  async function writing(token: string) {
    const { page, context, close } = await browser.open('wide', shop.product.url())
    await context.request.post('/auth/login', { data: shop.credentials(ADMIN) })
    await context.addInitScript(value => localStorage.setItem('token', value), token)
    const other = await shop.signIn(COLLEAGUE)
    const { id } = await ask(shop, { path: long.replace('tickets/', 'tickets/u/'), token })
    await ask(shop, { method: 'PUT', path: `/tickets/${id}`, token, body: { userId: ADMIN_ID } })
    let written = 0
    const write = () => ask(shop, { method: 'POST', path: `/messages/${id}`, token: other, body: { body: `Mensagem ${written++}` } })
    await typing(page, long, write, tell)
    await close()
  }

  try {
    await measure({ name: 'the login', path: '/login', budget: BUDGET.login, ready: 'input[type=email]' })
    const token = await shop.signIn(ADMIN)
    await measure({ name: 'the inbox', path: '/tickets', token, budget: BUDGET.inbox, ready: '.ticket .ticket-hit' })
    await conversations(token)
    await longConversation(token)
    await writing(token)
  } finally {
    await browser.close()
    await shop.close()
  }
}
