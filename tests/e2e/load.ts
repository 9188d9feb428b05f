import type { Request } from 'playwright-core'
import type { Person } from './browser'

/** In the page: notes when the first of these was painted. */
function note(selector: string) {
  const look = () => {
    if (!document.querySelector(selector)) return
    watch.disconnect()
    requestAnimationFrame(() => setTimeout(() => Object.assign(window, { drawnAt: performance.now() })))
  }
  const watch = new MutationObserver(look)
  watch.observe(document, { childList: true, subtree: true })
}

/** Scripts and styles in kB as they came over the network, and how many files came that are no answer of the API. */
async function weigh(requests: Request[]) {
  const of = async (type: string) => {
    const sizes = await Promise.all(requests.filter(request => request.resourceType() === type).map(request => request.sizes()))
    return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1000
  }
  const files = requests.filter(request => !/fetch|xhr/.test(request.resourceType())).length
  return { script: await of('script'), style: await of('stylesheet'), files }
}

/** What a browser with nothing in its cache has fetched for an address so far, of that what it fetched until something was drawn, and when that was, in ms. */
export async function load({ page, context }: Pick<Person, 'page' | 'context'>, path: string, selector: string) {
  const requests: Request[] = []
  page.on('requestfinished', request => requests.push(request))
  await context.addInitScript(note, selector)
  await page.goto(path)
  await page.locator(selector).first().waitFor()
  await page.waitForLoadState('networkidle')
  const [origin, drawnAt] = await page.evaluate(() => [performance.timeOrigin, (window as unknown as { drawnAt: number }).drawnAt] as const)
  const first = requests.filter(request => request.timing().startTime <= origin + drawnAt)
  return { drawnAt, all: () => weigh(requests), first: await weigh(first) }
}
