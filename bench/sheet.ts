import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser } from '../tests/e2e/browser'
import { loadInto } from './dataset/folder'
import { ADMIN, openDataSet } from './dataset/product'
import type { Bench } from './figures'
import { median, rounded } from './measure'
import { temporary } from './temporary'

const PEOPLE = 50_000
const FRAMES = 600
/** A frame of a screen of sixty a second, and a bit: later than that one was dropped. */
const FRAME_MS = 1000 / 60 + 4
/** What a person notices. */
const LONG_MS = 50
const TIMES = { queued: '', sent: 'sent_at', delivered: 'sent_at, delivered_at', read: 'sent_at, delivered_at, read_at', failed: '' }

/** A small company with a campaign that went to so many people. */
async function furnished(people: number) {
  const folder = await temporary()
  await loadInto(folder, 0.01, 1)
  const file = [...new Bun.Glob('*.db').scanSync(folder)][0]!
  const database = new Database(join(folder, file))
  database.run(`insert into campaigns (id, company_id, name, status, message1, is_filled, started_at, completed_at, created_at, updated_at)
    values (900, 1, 'Para todos', 'FINALIZADA', 'Oi {nome}', 1, 0, 0, 0, 0)`)
  const states = Object.keys(TIMES) as (keyof typeof TIMES)[]
  for (const [i, state] of states.entries()) {
    const times = TIMES[state] && `, ${TIMES[state]}`
    database.run(`with recursive n(i) as (select ${i + 1} union all select i + ${states.length} from n where i + ${states.length} <= ${people})
      insert into campaign_shipments (id, company_id, campaign_id, name, number, phone_key, is_checked, state, created_at, updated_at${times})
      select i, 1, 900, 'Pessoa ' || i, '5511' || (910000000 + i), '5511' || (10000000 + i), 1, '${state}', 0, 0${times && times.replace(/\w+_at/g, '1760000000000 + i * 1000')} from n`)
  }
  database.close()
  return openDataSet({ folder })
}

const box = '.people .page-body'
/** Scrolls from the beginning to the end in so many frames; how long each took. */
const scroll = ([within, frames]: readonly [string, number]) =>
  new Promise<number[]>(done => {
    const list = document.querySelector(within)!
    const step = (list.scrollHeight - list.clientHeight) / frames
    const times: number[] = []
    let last = performance.now()
    list.scrollTop = 0
    const next = (now: number) => {
      times.push(now - last)
      last = now
      if (times.length > frames) return done(times.slice(1))
      list.scrollTop = times.length * step
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
const watchTasks = () => {
  const tasks: number[] = ((window as never as { tasks: number[] }).tasks = [])
  new PerformanceObserver(list => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ entryTypes: ['longtask'] })
}
const takeTasks = () => (window as never as { tasks: number[] }).tasks.splice(0)

/** The report of a campaign in a browser: scrolled through while it is read and once it is there, searched, and written to a file. */
export const sheet: Bench = async (tell, { scale }) => {
  const people = Math.round(PEOPLE * scale)
  const shop = await furnished(people)
  const browser = await openBrowser({ measures: true })
  const { page, context, close } = await browser.open('wide', shop.product.url())
  try {
    const token = await shop.signIn(ADMIN)
    await context.request.post('/auth/login', { data: shop.credentials(ADMIN) })
    await context.addInitScript(value => localStorage.setItem('token', value), token)
    await page.goto('/campaign/900/report')
    await lastRow(page, 1)
    await page.waitForLoadState('networkidle')
    await page.evaluate(watchTasks)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const busy = async () =>
      1000 * (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value
    async function during<T>(name: string, work: () => Promise<T>): Promise<T> {
      const [began, before] = [performance.now(), await busy()]
      const result = await work()
      const took = performance.now() - began
      const tasks = await page.evaluate(takeTasks)
      const detail = `${rounded((await busy()) - before)} ms of the main thread; ${tasks.length} tasks above ${LONG_MS} ms, the longest ${rounded(Math.max(0, ...tasks))} ms`
      tell({ name: `report of ${people}: ${name}`, value: took, unit: 'ms', detail })
      return result
    }
    for (const name of ['while it is read', 'once it is there']) {
      const before = await busy()
      const times = await during(`scrolled through ${name}`, () => page.evaluate(scroll, [box, FRAMES] as const))
      const dropped = (100 * times.filter(time => time > FRAME_MS).length) / FRAMES
      const each = ((await busy()) - before) / FRAMES
      tell({
        name: `report of ${people}, ${name}: frames dropped`,
        value: dropped,
        unit: '%',
        detail: `median ${rounded(median(times), 1)} ms`,
      })
      tell({ name: `report of ${people}, ${name}: main thread a frame`, value: each, unit: 'ms', goal: { atMost: 1000 / 60 } })
      await lastRow(page, people)
    }
    await during('searched', async () => {
      await page
        .locator('.people .toolbar input')
        .first()
        .fill(`Pessoa ${people - 1}`)
      await page.locator(`${box} table[aria-rowcount="2"]`).waitFor()
    })
    await page.locator('.people .toolbar input').first().fill('')
    await page.locator(`${box} table[aria-rowcount="${people + 1}"]`).waitFor()
    for (const [format, item] of [
      ['CSV', /CSV/],
      ['XLSX', /Excel|XLSX/i],
    ] as const)
      await during(`written as ${format}`, async () => {
        await page.locator('.people .toolbar button[aria-haspopup]').last().click()
        const [file] = await Promise.all([
          page.waitForEvent('download', { timeout: 180_000 }),
          page.getByRole('menuitem', { name: item }).click(),
        ])
        const { size } = Bun.file((await file.path())!)
        if (size < people * 10) throw new Error(`the file has ${size} bytes`)
      })
  } finally {
    await close()
    await browser.close()
    await shop.close()
  }
}

const lastRow = (page: Page, n: number) =>
  page
    .locator(`${box} tr[aria-rowindex="${n + 1}"] td:not([colspan])`)
    .first()
    .waitFor({ timeout: 180_000 })
