import type { Ctx } from '#kernel/context'
import { cachedScalar } from '#kernel/storage/page-ids'
import { companies, type Company } from '../companies'
import { type Span, spanOf } from './period'

const BY_PERSON = `select json_group_array(json_array(name,
    (select count(*) from ticket_trackings t where t.company_id = ? and t.user_id = u.id and t.created_at >= ? and t.created_at < ?)) order by name, id)
  from users u where company_id = ?`

/** Conversations of each person, in the form of the contract: those who had none come last. */
export async function ticketsByUser(ctx: Ctx, { from, to }: Span) {
  const text = await cachedScalar<string>(ctx, BY_PERSON, [ctx.companyId, from, to, ctx.companyId])
  const people = (JSON.parse(text) as [name: string, count: number][]).map(([nome, count]) => ({ quantidade: String(count), nome }))
  return { data: [...people.filter(one => one.quantidade !== '0'), ...people.filter(one => one.quantidade === '0')] }
}

const BY_SPAN = `select json_group_array((select count(*) from ticket_trackings
    where company_id = ? and created_at >= span.value ->> 0 and created_at < span.value ->> 1))
  from json_each(?) span`

/** How many tickets were opened in each of some spans. */
async function openedIn(ctx: Ctx, spans: Span[]) {
  const text = await cachedScalar<string>(ctx, BY_SPAN, [ctx.companyId, JSON.stringify(spans.map(({ from, to }) => [from, to]))])
  return JSON.parse(text) as number[]
}

const HOUR = 3600_000

/** The tickets of each hour of a day. Where clocks are changed a day has an hour twice, or misses one. */
async function ticketsByHour(ctx: Ctx, company: Company, date: string) {
  const { from, to } = spanOf(company, date, date)
  const hours = Array.from({ length: Math.ceil((to - from) / HOUR) }, (_, i) => from + i * HOUR)
  const counts = await openedIn(
    ctx,
    hours.map(at => ({ from: at, to: Math.min(at + HOUR, to) })),
  )
  const totals = Array.from({ length: 24 }, () => 0)
  for (const [i, at] of hours.entries()) totals[Number(companies.local(company, at).slice(11, 13))]! += counts[i]!
  return { data: totals.map((total, hour) => ({ total: String(total), horario: String(hour) })), count: sum(counts) }
}

const brazilian = (date: string) => date.split('-').toReversed().join('/')
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

/** Tickets by day, or by hour where it is one day, in the form of the contract. */
export async function ticketsByDay(ctx: Ctx, company: Company, first: string, last: string) {
  if (first === last) return ticketsByHour(ctx, company, first)
  const days = companies.days(company, first, last)
  const counts = await openedIn(ctx, days)
  return { data: days.map(({ date }, i) => ({ total: String(counts[i]), data: brazilian(date) })), count: sum(counts) }
}
