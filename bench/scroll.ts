import { migrate } from '#kernel/storage/migrate'
import { indexAllTexts } from '../src/modules/messages/text-index'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import type { Page } from 'playwright-core'
import type { Tell } from './figures'
import { median, rounded } from './measure'

const MESSAGES = 20_000
/** So many come at once. */
const PAGE = 20
const FRAMES = 600
/** A wheel that is turned without a rest: so many pixels a frame. */
const SPEED = 60
/** A frame of a screen of sixty a second, and a bit: later than that one was dropped. */
const FRAME_MS = 1000 / 60 + 4

/** Makes an open ticket of a data folder a conversation of years, in the words of others; gives its address. */
export async function lengthen(folder: string): Promise<string> {
  const client = createClient({ url: `file:${join(folder, 'balcao.db')}` })
  // A set that was kept may be older than the last of them.
  await migrate(client)
  const { rows } = await client.execute(`select t.id, t.uuid from tickets t join messages m on m.ticket_id = t.id
    where t.status = 'open' and t.company_id = 1 order by t.id desc limit 1`)
  const { id, uuid } = rows[0]!
  const columns = await client.execute(`select name from pragma_table_info('messages') where name not in ('id', 'client_id')`)
  const own: Record<string, string> = {
    uid: `'LONG' || n`,
    wid: `'LONG' || n`,
    body: `(select body from messages where id = 1 + n * 37 % 4000)`,
    from_me: 'n / 3 % 2',
    read: '1',
    created_at: `unixepoch() * 1000 - (${MESSAGES} - n) * 180000`,
  }
  const names = columns.rows.map(({ name }) => String(name))
  await client.execute(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${MESSAGES})
    insert into messages (${names.join()}) select ${names.map(name => own[name] ?? `m.${name}`).join()} from numbers,
    (select * from messages where ticket_id = ${Number(id)} and media is null limit 1) m`)
  await indexAllTexts(client)
  await client.execute('pragma wal_checkpoint(truncate)')
  client.close()
  return `/tickets/${String(uuid)}`
}

/** Scrolls by so many pixels a frame; how long the frames took. */
const scroll = ([speed, frames]: readonly [number, number]) =>
  new Promise<number[]>(done => {
    const box = document.querySelector('.convo .thread')!
    const times: number[] = []
    let last = performance.now()
    const step = (now: number) => {
      times.push(now - last)
      last = now
      if (times.length > frames) return done(times.slice(1))
      box.scrollTop += speed
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })

/** Reads up to the first message, a page after the other. */
const toBeginning = (uid: string) =>
  new Promise<void>(done => {
    const box = document.querySelector('.convo .thread')!
    const step = () => {
      if (box.querySelector(`[data-message="${uid}"]`)) return done()
      box.scrollTop = 0
      requestAnimationFrame(step)
    }
    step()
  })

/** A conversation of twenty thousand messages, scrolled as it is read, and once all of it is there. */
export async function scrolling(page: Page, path: string, tell: Tell) {
  const devtools = await page.context().newCDPSession(page)
  // The processor's time of the page's main thread: what else the machine does is not in it.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => 1000 * (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value
  async function frames(name: string, speed: number) {
    const before = await busy()
    const times = await page.evaluate(scroll, [speed, FRAMES] as const)
    const each = ((await busy()) - before) / FRAMES
    const dropped = (100 * times.filter(time => time > FRAME_MS).length) / FRAMES
    const drawn = await page.locator('.thread [data-message]').count()
    const detail = `median ${rounded(median(times), 1)} ms, worst ${rounded(Math.max(...times))} ms, ${drawn} messages drawn`
    tell({ name: `${name}: frames dropped`, value: dropped, unit: '%', goal: { atMost: 1 }, detail })
    tell({ name: `${name}: main thread a frame`, value: each, unit: 'ms', goal: { atMost: 1000 / 60 } })
  }
  await page.goto(path)
  await page.locator('.thread [data-message]').last().waitFor()
  await page.waitForLoadState('networkidle')
  await frames('a long conversation, read upwards', -SPEED)
  const before = await busy()
  await page.evaluate(toBeginning, 'LONG1')
  const each = ((await busy()) - before) / (MESSAGES / PAGE)
  tell({ name: 'an older page of it: main thread', value: each, unit: 'ms', goal: { atMost: 50 } })
  await frames(`all ${rounded(MESSAGES)} messages of it there`, SPEED)
}
