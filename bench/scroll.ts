import { join } from 'node:path'
import { createClient } from '@libsql/client'
import type { Page } from 'playwright-core'
import type { Tell } from './figures'
import { rounded } from './measure'

const MESSAGES = 20_000
/** A frame of a screen of sixty a second, and a bit: later than that one was dropped. */
const FRAME_MS = 1000 / 60 + 4

/** Makes one open ticket of a data folder a conversation of many messages, whose words are those of others; gives its address. */
export async function lengthen(folder: string) {
  const client = createClient({ url: `file:${join(folder, 'balcao.db')}` })
  const one = async (sql: string) => (await client.execute(sql)).rows[0]!
  const { id, uuid, contact } = await one(`select t.id, t.uuid, t.contact_id contact from tickets t join messages m on m.ticket_id = t.id
    where t.status = 'open' and t.company_id = 1 order by t.id desc limit 1`)
  const columns = (await client.execute(`select name from pragma_table_info('messages') where name not in ('id', 'client_id')`)).rows
  const changed: Record<string, string> = {
    uid: `'LONG' || n`,
    wid: `'LONG' || n`,
    body: `(select body from messages where id = 1 + (n * 37) % (select count(*) from messages where chat_id <> m.chat_id))`,
    from_me: '(n / 3) % 2',
    read: '1',
    created_at: `cast(unixepoch() * 1000 - (${MESSAGES} - n) * 180000 as integer)`,
  }
  const names = columns.map(({ name }) => String(name))
  await client.execute(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${MESSAGES})
    insert into messages (${names.join()}) select ${names.map(name => changed[name] ?? `m.${name}`).join()} from numbers,
    (select * from messages where ticket_id = ${Number(id)} and media is null order by id desc limit 1) m`)
  client.close()
  return { path: `/tickets/${String(uuid)}`, contactId: Number(contact) }
}

type Frames = { frames: number; dropped: number; worst: number; median: number; longest: number; messages: number }

/** Scrolls as a hand does, some pixels a frame, and looks at how long each frame took; the scripts of a frame are its long tasks. */
const scrollBy = ([perFrame, frames]: [number, number]) =>
  new Promise<Frames>(done => {
    const box = document.querySelector<HTMLElement>('.convo .thread')!
    const times: number[] = []
    let longest = 0
    const watch = new PerformanceObserver(list => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
    })
    watch.observe({ entryTypes: ['longtask'] })
    let last = performance.now()
    const step = (now: number) => {
      times.push(now - last)
      last = now
      if (times.length > frames) {
        watch.disconnect()
        const sorted = times.slice(1).toSorted((a, b) => a - b)
        return done({
          frames: sorted.length,
          dropped: sorted.filter(time => time > 1000 / 60 + 4).length,
          worst: sorted.at(-1)!,
          median: sorted[sorted.length >> 1]!,
          longest,
          messages: document.querySelectorAll('.convo .thread [data-message]').length,
        })
      }
      box.scrollTop += perFrame
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })

/** A conversation of twenty thousand messages: loaded to its beginning by scrolling, then gone through again. */
export async function scrolling(page: Page, path: string, tell: Tell) {
  await page.goto(path)
  await page.locator('.thread [data-message]').last().waitFor()
  await page.waitForLoadState('networkidle')
  const detail = ({ frames, worst, median, longest, messages }: Frames) =>
    `${frames} frames, median ${rounded(median)} ms, worst ${rounded(worst)} ms, longest task ${rounded(longest)} ms, ${messages} drawn`
  const share = ({ dropped, frames }: Frames) => (100 * dropped) / frames
  const up = await page.evaluate(scrollBy, [-60, 600] as [number, number])
  tell({
    name: 'a long conversation, read upwards page by page: frames dropped',
    value: share(up),
    unit: '%',
    goal: { atMost: 1 },
    detail: detail(up),
  })
  // The rest of it, as fast as pages come.
  await page.evaluate(async atLeast => {
    const box = document.querySelector<HTMLElement>('.convo .thread')!
    const isThere = () => box.querySelector(`[data-index="0"] [data-message="LONG1"]`)
    const began = performance.now()
    while (!isThere() && performance.now() - began < atLeast) {
      box.scrollTop = 0
      await new Promise(requestAnimationFrame)
    }
  }, 600_000)
  const down = await page.evaluate(scrollBy, [60, 600] as [number, number])
  tell({ name: 'the same, all of it there: frames dropped', value: share(down), unit: '%', goal: { atMost: 1 }, detail: detail(down) })
}
