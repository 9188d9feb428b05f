import { beforeEach, expect, setSystemTime, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { phoneKey } from '../../kernel/phone'
import { newPhone } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'
import { campaigns } from '../../modules/campaigns'
import { connections, type Connection } from '../../modules/connections'
import { contactLists } from '../../modules/contact-lists'
import { messages } from '../../modules/messages/schema'
import { numberHealth } from '../../modules/number-health'
import { takeRestriction, takeSession } from '../number-health'
import { campaignFill } from './begin'
import { campaignEngine } from './engine'
import { takeReceipt } from './follow'

const office = await testOffice()
const { norte } = office
const { ctx } = norte
const HOUR = 3600_000
/** A Monday at ten where the company is. */
let monday = Date.parse('2031-03-03T13:00:00Z')
beforeEach(() => void (monday += 7 * 24 * HOUR))

async function at<T>(time: number, work: () => Promise<T>) {
  setSystemTime(time)
  return work().finally(() => setSystemTime())
}

/** A number that was linked a minute ago, or so many days, and is said to be new. */
async function linked(days = 0): Promise<Connection> {
  const { id } = await connections.create(ctx, { name: newPhone(), sandbox: true, warmsUp: true })
  await at(monday - days * 24 * HOUR - 60_000, async () =>
    takeSession(ctx, await connections.load(ctx, id), { status: 'CONNECTED', number: newPhone() }),
  )
  return connections.load(ctx, id)
}

/** A running campaign of a number, for people of whom some have written to it. */
async function running(connection: Connection, strangers: number, known = 0) {
  const phones = Array.from({ length: strangers + known }, () => newPhone())
  for (const pn of phones.slice(strangers)) await office.receive({ ctx, connection }, { from: { pn }, text: 'oi' })
  const list = await contactLists.insert(ctx, { name: newPhone() })
  for (const pn of phones)
    await ctx.db.run(sql`insert into contact_list_items
      (company_id, contact_list_id, name, number, phone_key, is_whatsapp_valid, created_at, updated_at)
      values (${norte.id}, ${list.id}, 'Pessoa', ${pn}, ${phoneKey(pn)}, 1, 0, 0)`)
  const values = { name: 'Novidade', message1: 'Oi', contactListId: list.id, whatsappId: connection.id, status: 'EM_ANDAMENTO' as const }
  const { id } = await campaigns.insert(ctx, values)
  await campaignFill().run(ctx, { campaignId: id }, { id: 1, attempts: 1, signal: new AbortController().signal })
  return id
}

const engine = campaignEngine({ channel: { isOpen: () => true, lookup: async () => [] }, random: () => 0 })
const turn = ({ id }: Connection) => engine.turn(ctx, id)

/** Runs a number until it waits longer than a rest takes, or has nothing to do; the network takes, or refuses, what it is given. */
async function run(connection: Connection, from: number, state: 'sent' | 'failed' = 'sent', most = Infinity) {
  const gaps: number[] = []
  let now = from
  let sent = 0
  for (;;) {
    const pause = await at(now, () => turn(connection))
    const queued = await ctx.db
      .select({ wid: messages.wid })
      .from(messages)
      .where(sql`connection_id = ${connection.id} and from_me = 1 and status = 'queued'`)
    for (const { wid } of queued) {
      const receipt = { companyId: norte.id, connectionId: connection.id, ids: [wid], state, reason: '463' }
      await at(now, () => takeReceipt(ctx, receipt))
      sent++
    }
    if (pause === undefined || pause > 10 * 60_000 || sent >= most) return { sent, pause, now, gaps }
    if (queued.length) gaps.push(pause)
    now += Math.max(1, pause)
  }
}
const read = (id: number, time: number) => at(time, () => campaigns.get(ctx, id))

test('a new number begins as many conversations as its day allows, writes to those who know it, and goes on by itself on the next day', async () => {
  const connection = await linked()
  const id = await running(connection, 25, 2)
  const first = await run(connection, monday)
  expect(first.sent).toBe(22)
  expect(await read(id, first.now)).toMatchObject({
    status: 'EM_ANDAMENTO',
    counts: { waiting: 5 },
    hold: {
      reason: 'allowance',
      count: 20,
      until: new Date(Date.parse(`${new Date(monday + 24 * HOUR).toISOString().slice(0, 10)}T11:00:00Z`)),
    },
  })
  expect(await at(first.now, () => numberHealth.of(ctx, connection))).toMatchObject({ state: 'new', perDay: 20, begunToday: 20 })
  // However often it is looked at, nothing more goes out today.
  expect((await run(connection, first.now + 3 * HOUR)).sent).toBe(0)
  const second = await run(connection, monday + 22 * HOUR)
  expect(second.sent).toBe(5)
  expect((await run(connection, second.now + 60_000)).pause).toBeUndefined()
  expect(await read(id, second.now)).toMatchObject({ status: 'FINALIZADA', counts: { sent: 27, waiting: 0 }, hold: null })
})

test('outside of its hours a campaign says when it goes on, and nothing once it does', async () => {
  const connection = await linked(90)
  const id = await running(connection, 0, 1)
  const early = monday - 3 * HOUR
  await at(early, () => turn(connection))
  expect(await read(id, early)).toMatchObject({ hold: { reason: 'hours', until: new Date(monday - 2 * HOUR) }, counts: { waiting: 1 } })
  expect((await run(connection, monday)).sent).toBe(1)
  expect((await read(id, monday)).hold).toBeNull()
})

test('at a lock of the network all campaigns of the number wait, say until when, and go on when it is over or lifted', async () => {
  const connection = await linked(90)
  const id = await running(connection, 2, 2)
  const until = new Date(monday + 5 * HOUR)
  await at(monday, () => takeRestriction(ctx, connection.id, { lockedUntil: until }))
  expect(await at(monday, () => turn(connection))).toBe(HOUR)
  expect(await at(until.getTime() - 60_000, () => turn(connection))).toBe(60_000)
  expect(await read(id, monday)).toMatchObject({ pausedAt: null, hold: { reason: 'lock', until }, counts: { waiting: 4 } })
  await at(monday + HOUR, () => takeRestriction(ctx, connection.id, { lockedUntil: null }))
  expect((await run(connection, monday + HOUR)).sent).toBe(4)
  expect(await at(monday + HOUR, () => numberHealth.of(ctx, connection))).toMatchObject({
    state: 'tired',
    reasons: [{ code: 'wasLocked', n: 1 }],
  })
})

test('a number that is refused takes twice as long, and its campaign says so', async () => {
  const connection = await linked(90)
  const id = await running(connection, 8)
  const before = await run(connection, monday, 'sent', 3)
  await at(before.now, () => numberHealth.count(ctx, connection.id, { refused: 4 }))
  const after = await run(connection, before.now + HOUR, 'sent', 3)
  expect([before.gaps[0], after.gaps[0]]).toEqual([20_000, 40_000])
  expect(await read(id, after.now)).toMatchObject({ hold: { reason: 'tired', until: null } })
})

test('a number that is not said to be new sends to everybody at the usual pace, and what the plan would be is told before', async () => {
  const connection = await linked()
  await norte.staff.admin.client.put(`/whatsapp/${connection.id}`, { warmsUp: false })
  const id = await running(connection, 25)
  const { contactListId } = await campaigns.get(ctx, id)
  const asked = `/campaigns/estimate?contactListId=${contactListId}&whatsappId=${connection.id}`
  await ctx.db.run(sql`update connections set linked_at = ${Date.now()} where id = ${connection.id}`)
  const { number } = (await norte.staff.admin.client.get<{ number: object }>(asked)).body
  expect(number).toMatchObject({ strangers: 25, perDay: 20, days: 2, hurts: true, isUnwarmed: true })
  expect((await run(connection, monday)).sent).toBe(25)
})

test('a connection that ignores its health sends to everybody at the usual pace, but not through a lock', async () => {
  const connection = await linked()
  await norte.staff.admin.client.put(`/whatsapp/${connection.id}`, { ignoresHealth: true })
  const id = await running(connection, 25)
  await at(monday, () => takeRestriction(ctx, connection.id, { lockedUntil: new Date(monday + HOUR) }))
  expect((await run(connection, monday)).sent).toBe(0)
  const { sent, gaps } = await run(connection, monday + HOUR)
  expect([sent, gaps[0]]).toEqual([25, 20_000])
  expect(await read(id, monday + 2 * HOUR)).toMatchObject({ hold: null, counts: { sent: 25 } })
})

test('the network’s own limit holds new conversations alone, until its end, whether or not the connection ignores its health', async () => {
  const connection = await linked(90)
  const id = await running(connection, 3, 2)
  const endsAt = new Date(monday + 50 * HOUR)
  await at(monday, () => takeRestriction(ctx, connection.id, { cap: { status: 'CAPPED', endsAt } }))
  await norte.staff.admin.client.put(`/whatsapp/${connection.id}`, { ignoresHealth: true })
  const { sent, now } = await run(connection, monday)
  expect(sent).toBe(2)
  expect(await read(id, now)).toMatchObject({ hold: { reason: 'cap', until: endsAt }, counts: { waiting: 3 } })
  expect((await run(connection, endsAt.getTime())).sent).toBe(3)
})

test('before a campaign begins it is said how many people never wrote, how many the number may write to, and how many days that takes', async () => {
  type Estimate = { endsAt: string; number: Record<string, unknown> | null }
  const connection = await linked()
  const id = await running(connection, 45, 5)
  const { contactListId } = await campaigns.get(ctx, id)
  const estimate = async () =>
    (await norte.staff.admin.client.get<Estimate>(`/campaigns/estimate?contactListId=${contactListId}&whatsappId=${connection.id}`)).body
  await ctx.db.run(sql`update connections set linked_at = ${Date.now()} where id = ${connection.id}`)
  const first = await estimate()
  expect(first.number).toMatchObject({ state: 'new', perDay: 20, strangers: 45, days: 3, hurts: true, isIgnored: false })
  await norte.staff.admin.client.put(`/whatsapp/${connection.id}`, { ignoresHealth: true })
  const ignoring = await estimate()
  expect(ignoring.number).toMatchObject({ strangers: 45, days: 3, hurts: true, isIgnored: true })
  expect(Date.parse(first.endsAt) - Date.parse(ignoring.endsAt)).toBeGreaterThan(24 * HOUR)
  await ctx.db.run(sql`update connections set linked_at = 0 where id = ${connection.id}`)
  expect((await estimate()).number).toMatchObject({ state: 'good', perDay: 1000, days: 1, hurts: false })
})
