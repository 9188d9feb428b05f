import type { Page, Request } from 'playwright-core'
import { until } from './shop'

/** Goes from one page to another without loading the application anew, as its links do, and waits until it shows what it has. */
export async function visit(page: Page, address: string) {
  await page.evaluate(address => {
    for (const element of document.querySelectorAll<HTMLElement>('main *')) element.dataset['before'] = ''
    history.pushState(null, '', address)
  }, address)
  await page.waitForFunction(() => document.querySelector('main :not([data-before])'))
  await shown(page)
}

export const shown = (page: Page) =>
  page.waitForFunction(() => {
    const main = document.querySelector<HTMLElement>('main')
    return main && main.innerText.trim().length > 10 && !main.querySelector('.skeleton, [aria-busy="true"]')
  })

/**
 * Tells when a page stands still: everything it asked for has come and is drawn, and it asked for nothing more by that. The browser's own
 * "network idle" waits half a second longer, each time.
 */
export function whenStill(page: Page) {
  const asked = new Set<Request>()
  let count = 0
  page.on('request', request => {
    // What is polled or kept open never ends.
    if (request.url().includes('/socket.io/')) return
    asked.add(request)
    count++
  })
  const over = (request: Request) => void asked.delete(request)
  page.on('requestfinished', over)
  page.on('requestfailed', over)
  const drawn = () => page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  return async () => {
    for (let before = -1; before !== count || asked.size;) {
      await until(() => !asked.size)
      before = count
      await drawn()
    }
    await page.waitForFunction(() => document.querySelector('main')?.textContent)
  }
}
