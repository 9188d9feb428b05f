import { expect, setSystemTime, test } from 'bun:test'
import { dice } from '../../tests/dice'
import { and, eq, gt, sql } from 'drizzle-orm'
import { jobs } from '../kernel/jobs/schema'
import { testOffice } from '../../tests/office'
import { until } from '../../tests/until'
import { companies } from '../modules/companies'
import { companies as companyTable } from '../modules/companies/schema'
import { connections } from '../modules/connections/schema'
import { messages } from '../modules/messages/schema'
import { schedules } from '#modules/schedules'
import { nextOf, type Series } from '../modules/schedules/recurrence'
import { schedules as table } from '../modules/schedules/schema'
import { takeReceipt } from './campaigns/follow'

const ZONES = ['America/New_York', 'America/Santiago', 'Europe/Lisbon', 'Africa/Cairo', 'Australia/Lord_Howe', 'America/Sao_Paulo']
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** What an outage held back goes out so late at most. */
const LATE = 2 * HOUR
const PLANNED = 8

const office = await testOffice()
const { norte } = office
const { ctx } = norte
await ctx.db.update(connections).set({ status: 'CONNECTED' }).where(eq(connections.id, norte.connection.id))

const two = (n: number) => String(n).padStart(2, '0')
const midnight = (timeZone: string, day: string) => companies.instantOf({ timeZone }, `${day}T00:00`)
/** The first day of a year that is not 24 hours long; any where there is none. */
function changedDay(timeZone: string, from: string) {
  const days = Array.from({ length: 365 }, (_, n) => companies.later(from, n))
  return days.find(day => midnight(timeZone, companies.later(day, 1)) - midnight(timeZone, day) !== DAY) ?? days[40]!
}

/** All that is due at a moment is done, and the network takes what was said. */
async function pass(now: number) {
  setSystemTime(now)
  office.product.jobs.runner.wake()
  const isDue = and(eq(jobs.kind, 'schedule'), sql`${jobs.dueAt} <= ${now}`, sql`${jobs.state} <> 'failed'`)
  await until(async () => (await ctx.db.$count(jobs, isDue)) === 0)
  const said = await ctx.db
    .select({ wid: messages.wid })
    .from(messages)
    .where(and(eq(messages.companyId, norte.id), eq(messages.status, 'queued')))
  const ids = said.map(({ wid }) => wid)
  await takeReceipt(ctx, { companyId: norte.id, connectionId: norte.connection.id, ids, state: 'sent' })
}

test.each(ZONES)(
  'random messages about a change of the clocks, with outages: each is said once at its hour of %s, or marked late, and no series skips one',
  async timeZone => {
    const roll = dice(ZONES.indexOf(timeZone) + 7)
    await ctx.db.update(companyTable).set({ timeZone }).where(eq(companyTable.id, norte.id))
    const changed = changedDay(timeZone, '2031-01-10')
    const begin = midnight(timeZone, companies.later(changed, -2))
    const end = begin + 5 * DAY
    setSystemTime(begin)
    const before = Number((await ctx.db.get<{ id: number | null }>(sql`select max(id) id from schedules`))?.id ?? 0)
    const contact = await norte.makeContact()
    const planned = new Map<string, Series | { rule: 'none'; anchor: string; timeZone: string }>()
    for (let n = 0; n < PLANNED; n++) {
      const anchor = `${companies.later(changed, roll(3) - 1)}T${two(roll(5))}:${two(roll(60))}`
      const rule = (['none', 'daily', 'none', 'weekdays'] as const)[n % 4]!
      const body = `Aviso ${n} de ${timeZone}`
      planned.set(body, { rule, anchor, timeZone } as Series)
      const rest = { signMessage: false, openTicket: true, recurrenceUntil: null }
      await schedules.create(ctx, {
        body,
        contactId: contact.id,
        sendAt: anchor,
        recurrence: rule,
        whatsappId: norte.connection.id,
        ...rest,
      })
    }
    const rows = () =>
      ctx.db
        .select()
        .from(table)
        .where(and(eq(table.companyId, norte.id), gt(table.id, before)))
        .orderBy(table.sendAt)
    /** When the server was there, so that what was due could be done. */
    const awake: number[] = []
    for (;;) {
      const [{ at } = { at: null }] = await ctx.db.all<{ at: number | null }>(
        sql`select min(due_at) as at from jobs where kind = 'schedule' and state <> 'failed'`,
      )
      // What was said last is still looked at: whether the network took it.
      const isFollowed = (await rows()).some(row => row.status === 'AGENDADA' && row.sendAt.getTime() <= (awake.at(-1) ?? 0))
      if (at === null || (at > end && !isFollowed)) break
      const outage = roll(6) ? roll(20) * 1_000 : roll(4 * 60) * MINUTE
      awake.push(Math.max(at, awake.at(-1) ?? 0) + outage)
      await pass(awake.at(-1)!)
    }
    setSystemTime()

    const all = (await rows()).filter(row => row.sendAt.getTime() <= awake.at(-1)!)
    const said = await ctx.db.select({ body: messages.body }).from(messages).where(eq(messages.companyId, norte.id))
    for (const [body, series] of planned) {
      const own = all.filter(row => row.body === body)
      const times = [new Date(companies.instantOf({ timeZone }, series.anchor))]
      if (series.rule !== 'none')
        for (let at = nextOf(series, times[0]!); at.getTime() <= awake.at(-1)!; at = nextOf(series, at)) times.push(at)
      expect([body, own.map(({ sendAt }) => sendAt.toISOString())]).toEqual([body, times.map(at => at.toISOString())])
      for (const { sendAt, sentAt, status, failReason } of own) {
        const at = awake.find(moment => moment >= sendAt.getTime())!
        const isLate = at - sendAt.getTime() > LATE
        expect([body, sendAt, status, failReason]).toEqual([body, sendAt, isLate ? 'ERRO' : 'ENVIADA', isLate ? 'late' : null])
        if (sentAt) expect([body, sentAt.getTime()]).toEqual([body, at])
      }
      const sent = own.filter(({ status }) => status === 'ENVIADA').length
      expect([body, said.filter(message => message.body === body).length]).toEqual([body, sent])
    }
    await ctx.db.delete(jobs).where(eq(jobs.kind, 'schedule'))
    await ctx.db.delete(table).where(gt(table.id, before))
  },
  60_000,
)
