import type { Page } from 'playwright-core'
import { CONNECTION_CHECK_MS } from '../web/constants'
import type { Tell } from './figures'
import { median, rounded } from './measure'
import { quantile } from './usage'

const KEYS = 120
const MESSAGES = 200
const PER_SECOND = 20
const SLOW = 4
const TURNS = 5
const SETTLE_MS = 300

/** Notes for each key that goes down how long it takes until what it did is painted. */
const watchKeys = () => {
  const times: number[] = []
  Object.assign(window, { keyTimes: times })
  document.addEventListener(
    'keydown',
    ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp))),
    true,
  )
}
const keyTimes = () => (window as unknown as { keyTimes: number[] }).keyTimes.splice(0)

/** From the press of a page's entry in the drawer until its first row is painted; the inbox opens with the conversation at which it was left. */
const pressToPage = ([path, row]: readonly [string, string]) =>
  new Promise<number>(painted => {
    const start = performance.now()
    const look = () => {
      if (!location.pathname.startsWith(path) || !document.querySelector(row)) return
      watch.disconnect()
      requestAnimationFrame(() => setTimeout(() => painted(performance.now() - start)))
    }
    const watch = new MutationObserver(look)
    watch.observe(document.body, { childList: true, subtree: true })
    document.querySelector<HTMLElement>(`a[href="${path}"]`)!.click()
    look()
  })

type Write = (i: number) => Promise<unknown>

/** Writes so often until `work` is done, into the conversation that is open; how many. */
async function whileOthersWrite(write: Write, work: () => Promise<unknown>) {
  const writes: Promise<unknown>[] = []
  const clock = setInterval(() => writes.push(write(writes.length)), 1000 / PER_SECOND)
  await work().finally(() => clearInterval(clock))
  await Promise.all(writes)
  return writes.length
}

/** Keys and messages in the conversation at `path`, on this machine and on a slow one; and the way from page to page. */
export async function typing(page: Page, path: string, write: Write, tell: Tell) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => 1000 * (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value
  await page.goto(path)
  await page.locator('.thread [data-message]').last().waitFor()
  // The shell looks at the numbers a moment after the start: that is asked for no message.
  await Bun.sleep(2 * CONNECTION_CHECK_MS)
  await page.waitForLoadState('networkidle')
  const field = page.locator('.composer [role=textbox], .composer textarea')

  const asked: string[] = []
  // A script that the first thing to tell brings along is asked for once, and for no message.
  const isScript = (path: string) => path.startsWith('/assets/')
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  const before = await busy()
  const count = await whileOthersWrite(write, () => Bun.sleep((1000 * MESSAGES) / PER_SECOND))
  const each = ((await busy()) - before) / count
  tell({ name: 'a message into the conversation that is open: main thread', value: each, unit: 'ms', goal: { atMost: 16 } })
  const requests = asked.filter(path => !isScript(path))
  tell({
    name: '… requests of the browser for it',
    value: requests.length / count,
    unit: 'each',
    goal: { atMost: 0 },
    detail: [...new Set(requests)].join(' '),
  })

  const pages = [
    ['/contacts', 'tbody tr td'],
    ['/tickets', '.ticket .ticket-hit'],
  ] as const
  const times: number[] = []
  for (let turn = 0; turn <= TURNS; turn++)
    for (const way of pages) {
      const took = await page.evaluate(pressToPage, way)
      // The scripts of a page come with its first visit.
      if (turn) times.push(took)
      await Bun.sleep(SETTLE_MS)
    }
  const detail = `worst ${rounded(Math.max(...times))} ms`
  tell({ name: `page to page: press to rows, median of ${times.length}`, value: median(times), unit: 'ms', goal: { atMost: 200 }, detail })

  await page.goto(path)
  await page.evaluate(watchKeys)
  await field.focus()
  for (const slow of [1, SLOW]) {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow })
    const name = `a key beside ${PER_SECOND} messages a second${slow > 1 ? `, on a processor ${slow} times slower` : ''}`
    await whileOthersWrite(write, async () => {
      for (let i = 0; i < KEYS / slow; i++) await field.press('abcde '[i % 6]!)
    })
    const times = await page.evaluate(keyTimes)
    const detail = `median ${rounded(median(times))} ms, worst ${rounded(Math.max(...times))} ms`
    tell({ name: `${name}: until it is painted, p95`, value: quantile(times, 0.95), unit: 'ms', goal: { atMost: 50 }, detail })
    await field.fill('')
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
}
