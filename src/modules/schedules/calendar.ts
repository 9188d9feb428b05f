import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { invalid } from '#kernel/errors'
import { RowId } from '#kernel/ids'
import { closedDates, companies, type Company } from '../companies'
import { isDate } from './body'
import { schedules, type Schedule } from './index'
import { nextOf, type Series } from './recurrence'
import { schedules as table } from './schema'

const Day = v.pipe(v.string(), v.check(isDate, 'Informe o dia'))
export const CalendarQuery = v.object({ from: Day, to: Day, userId: v.optional(RowId) })

/** What one look at a calendar may show. */
const MAX_DAYS = 62
const MAX_ROWS = 3_000
const MAX_REPEATED = 1_000
const DAY_MS = 86_400_000

/** The series that a row is the present one of. */
const seriesOf = ({ recurrence, anchor }: Schedule, { timeZone, schedules: hours }: Pick<Company, 'timeZone' | 'schedules'>) =>
  recurrence === 'none' ? undefined : ({ rule: recurrence, anchor, timeZone, isClosed: closedDates(hours) } satisfies Series)

const isOver = (at: Date, until: string | null, company: Pick<Company, 'timeZone'>) =>
  until !== null && companies.local(company, at).slice(0, 10) > until

/** When rows will be said again until a moment, each after its own time. */
function* repeated(rows: Schedule[], company: Company, start: Date, end: Date) {
  for (const row of rows) {
    const series = seriesOf(row, company)!
    let at = nextOf(series, new Date(Math.max(row.sendAt.getTime(), start.getTime() - 1)))
    for (; at < end && !isOver(at, row.recurrenceUntil, company); at = nextOf(series, at)) yield { id: row.id, at }
  }
}

/** What is said in some days of the company, by whoever may see it: rows, and when those that are repeated will be again. */
export async function calendar(ctx: Ctx, { from, to, userId }: v.InferOutput<typeof CalendarQuery>) {
  if (to < from) throw invalid({ to: ['A data final vem antes da inicial'] })
  const company = await companies.get(ctx)
  const [start, end] = [companies.dayStart(company, from), companies.dayStart(company, companies.later(to, 1))].map(at => new Date(at)) as [
    Date,
    Date,
  ]
  if (end.getTime() - start.getTime() > (MAX_DAYS + 1) * DAY_MS) throw invalid({ to: ['Escolha até 62 dias'] })
  const mine = and(schedules.facts.scope.read(ctx), userId ? eq(table.userId, userId) : undefined)
  const rows = await ctx.db
    .select()
    .from(table)
    .where(and(mine, gte(table.sendAt, start), lt(table.sendAt, end)))
    .orderBy(asc(table.sendAt))
    .limit(MAX_ROWS)
  const series = await ctx.db
    .select()
    .from(table)
    .where(and(mine, sql`status = 'PENDENTE' and recurrence <> 'none'`, lt(table.sendAt, end)))
    .orderBy(asc(table.sendAt))
    .limit(MAX_REPEATED)
  const again = repeated(series, company, start, end).take(MAX_REPEATED).toArray()
  const shownSeries = new Map((await schedules.view(ctx, series)).map(row => [row.id, row]))
  return {
    schedules: (await schedules.view(ctx, rows)).map(row => ({ ...row, isRepeat: false })),
    repeats: again.map(({ id, at }) => ({ ...shownSeries.get(id)!, sendAt: at, isRepeat: true })),
  }
}

/** What is repeated goes on: the next of its series takes its place, once its own time has come. Part of the caller's transaction. */
export async function goOn(ctx: Ctx, row: Schedule) {
  const company = await companies.get(ctx)
  const series = seriesOf(row, company)
  if (!series) return
  const sendAt = nextOf(series, row.sendAt)
  await schedules.become(ctx, row, { recurrence: 'none' })
  if (isOver(sendAt, row.recurrenceUntil, company)) return
  const { contactId, body, whatsappId, signMessage, openTicket, recurrence, recurrenceUntil, anchor, mediaPath, mediaName, mediaType } = row
  const values = {
    contactId,
    body,
    whatsappId,
    signMessage,
    openTicket,
    recurrence,
    recurrenceUntil,
    anchor,
    mediaPath,
    mediaName,
    mediaType,
  }
  await schedules.add({ ...ctx, actor: { ...ctx.actor, userId: row.userId } }, { ...values, sendAt })
}
