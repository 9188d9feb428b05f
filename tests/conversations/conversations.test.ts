import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createClient } from '@libsql/client'
import { join } from 'node:path'
import { openConnected, type Connected } from '../crash/connected'
import { until } from '../until'
import { CONTRACT } from './contract'
import { HOURS } from './hours'
import { MENUS } from './menus'
import { startPeers } from './peers'
import { PEOPLE } from './people'
import { ROBOTS } from './robots'
import { found } from './town'
import { doorbell, walker, type Walker } from './walk'

// Every conversation of the tables with the compiled program, at once, in a company of its own world. Each has two customers: one whose
// conversation ends before the process is killed, and one who is in the middle of theirs. Where time passes there is one, and the process
// is dead meanwhile. What both heard, and where both ended, is what the table says.
const TABLE = [...CONTRACT, ...MENUS, ...HOURS, ...PEOPLE, ...ROBOTS]
/** All of them, or those whose name CONVERSATIONS finds. */
const WORLDS = TABLE.filter(({ about }) => new RegExp(process.env['CONVERSATIONS'] ?? '').test(about))
const PATIENCE_MS = 120_000
/** Companies that are made, and customers who walk, at once. */
const [FOUNDED, WALKING] = [6, 24]

const peers = startPeers()
let shop: Connected
const lost = new Map<Walker, string>()
const walkers: { walker: Walker; end: string }[] = []
const database = () => createClient({ url: `file:${join(shop.folder, 'balcao.db')}` })

const TIMES: Record<string, string[]> = {
  tickets: ['created_at', 'updated_at', 'closed_at', 'waiting_since'],
  ticket_bots: ['menu_at', 'turns_since', 'paused_until'],
  ticket_trackings: ['created_at', 'queued_at', 'started_at', 'rating_at', 'finished_at'],
}
/** So much earlier was all that happened to a customer; whoever looks at the clock looks now. */
async function age({ number, minutes, place }: Walker) {
  const db = database()
  const own = 'select t.id from tickets t join contacts c on c.id = t.contact_id where c.number = ? and t.company_id = ?'
  for (const [table, columns] of Object.entries(TIMES)) {
    const set = columns.map(column => `${column} = ${column} - ${minutes * 60_000}`).join(', ')
    await db.execute({
      sql: `update ${table} set ${set} where ${table === 'tickets' ? 'id' : 'ticket_id'} in (${own})`,
      args: [number, place.companyId],
    })
  }
  await db.execute("update jobs set due_at = 0 where kind in ('auto-close', 'transfer-timer')")
  db.close()
}

/** So many at a time, each beginning when one before it is through. */
async function inPools<T, R>(size: number, all: T[], work: (one: T, at: number) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = all.entries()
  await Promise.all(
    Array.from({ length: size }, async () => {
      for (const [at, one] of waiting) results[at] = await work(one, at)
    }),
  )
  return results
}

const STATE = `select t.status, ifnull(q.name, '–') queue, ifnull(b.holder, 'nobody') holder, ifnull(b.reason, '') reason,
    (select rating from ticket_trackings where ticket_id = t.id and rating is not null order by id desc limit 1) rating
  from tickets t join contacts c on c.id = t.contact_id left join queues q on q.id = t.queue_id left join ticket_bots b on b.ticket_id = t.id
  where c.number = ? and t.company_id = ? order by t.id`
async function endOf(db: ReturnType<typeof createClient>, { number, place }: Walker) {
  const { rows } = await db.execute({ sql: STATE, args: [number, place.companyId] })
  const last = rows.at(-1)
  if (!last) return 'none'
  const { status, queue, holder, reason, rating } = last
  const who = status === 'closed' ? '' : ` ${holder} ${reason}`
  return `${status} ${queue}${who}${rating ? `, rated ${rating}` : ''}${rows.length > 1 ? `, ${rows.length} tickets` : ''}`
}

beforeAll(async () => {
  shop = await openConnected({
    accounts: [],
    env: { OUTBOUND_ALLOW: peers.allowed, OUTBOUND_HOSTS: peers.front.hosts },
    trusted: peers.front.certificate,
  })
  const all = { users: 10, connections: 10, queues: 100 }
  const { id: planId } = await shop.client.post<{ id: number }>('/plans', { name: 'Tudo', ...all, useIntegrations: true, useOpenAi: true })
  let phones = 0
  const rings = doorbell(shop)
  const places = await inPools(FOUNDED, WORLDS, (world, n) => found(shop, peers, planId, world, n))
  for (const place of places)
    for (const row of place.world.rows)
      for (const isSpared of [true, false]) {
        const one = walker(shop, place, row, `55219${String(++phones).padStart(8, '0')}`, isSpared, rings)
        if (!(isSpared && one.isTimed)) walkers.push({ walker: one, end: row[2] })
      }
  /** Who did not hear in time what they should walks no further; the others do. */
  const each = (work: (walker: Walker) => Promise<unknown>) =>
    inPools(WALKING, walkers, async ({ walker }) => {
      if (!lost.has(walker)) await work(walker).catch(error => lost.set(walker, (error as Error).message.replaceAll('\n', '⏎')))
    })

  await each(one => one.upTo())
  await each(one => one.lastWords())
  await shop.product.end('SIGKILL')
  for (const { walker } of walkers) if (walker.minutes) await age(walker)
  await shop.product.start()
  await Promise.all(places.map(place => place.later()))
  await Promise.all(places.map(place => place.connected()))
  await each(one => one.onward())
  // Nothing is on its way any more: what is said too much has been said.
  const db = database()
  const open = async () =>
    (await db.execute("select (select count(*) from outbox) + (select count(*) from jobs where kind = 'robot-turn') n")).rows[0]!['n']
  await until(async () => (await open()) === 0, PATIENCE_MS, 'nothing is on its way')
  db.close()
}, 600_000)
afterAll(async () => {
  await shop.close()
  await peers.stop()
})

test('a table of a hundred and fifty conversations or more', () => {
  const names = TABLE.flatMap(({ about, rows }) => rows.map(row => `${about}: ${row[0]}`))
  expect(names.length).toBeGreaterThanOrEqual(150)
  expect(new Set(names).size).toBe(names.length)
})

test('everyone heard what the table says, whether the process was killed meanwhile or not, and nothing twice', () => {
  expect([...lost.values()]).toEqual([])
  const linesOf = (texts: (walker: Walker) => string[]) => walkers.map(({ walker }) => [walker.name, ...texts(walker)].join(' · '))
  expect(linesOf(one => one.heard())).toEqual(linesOf(one => one.expected()))
  expect(linesOf(one => one.copies())).toEqual(linesOf(() => []))
})

test('every ticket is where the table says, and says why', async () => {
  const db = database()
  const ends = await Promise.all(walkers.map(async ({ walker, end }) => [walker.name, await endOf(db, walker), end] as const))
  db.close()
  expect(ends.map(([name, end]) => `${name} – ${end}`)).toEqual(ends.map(([name, , end]) => `${name} – ${end}`))
})
