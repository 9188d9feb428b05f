import type { Ctx } from '#kernel/context'
import { cachedScalar, scalar } from '#kernel/storage/page-ids'
import { shapedRows } from '#kernel/storage/row-cache'
import { companies, TRASH } from '../companies'
import { connections } from '../connections'
import type { Span } from './period'

/** Openings of a company in a span, whosever they are; each use of it takes the three. */
const IN_SPAN = 'company_id = ? and created_at >= ? and created_at < ?'

/**
 * How long a customer was talked with: until the rating was asked for, or else until the end. What took no time, as when a person opens a
 * ticket and closes it, would say nothing of the others.
 */
const SUPPORT = 'iif(coalesce(rating_at, finished_at) > started_at, coalesce(rating_at, finished_at) - started_at, null)'
const WAIT = 'iif(started_at > queued_at, started_at - queued_at, null)'

const SUMS = `select json_array(count(*), count(finished_at), total(${SUPPORT}), count(${SUPPORT}), total(${WAIT}), count(${WAIT}),
  total(rating), count(rating)) from ticket_trackings where ${IN_SPAN}`

/**
 * Contacts whose first opening of all is in the span: who writes again stays the new contact of the day they came. Read in the order of the
 * contacts, which the index has: to gather the openings of a span first and sort them by contact costs many times as much.
 */
const LEADS = `select count(*) from (select min(created_at) began from ticket_trackings
  where company_id = ? group by contact_id having began >= ? and began < ?)`

/**
 * All in one cell, and each by an index alone. Openings are summed up person by person, those of nobody and of people who are gone too, so
 * that no row is sorted; people who are gone belong to the trash until their rows forget them.
 */
const OPENINGS = `select json_object(
  'id', ?,
  'nobody', json((${SUMS} and user_id is null)),
  'people', (select json_group_array(json_array(u.id, json((${SUMS} and user_id = u.id)))) from users u where u.company_id in (?, ${TRASH})),
  'leads', (${LEADS}))`

/** What changes from one message to the next. */
const NOW = `select json_object(
  'people', (select json_group_array(json_array(id, name, online)) from users where company_id = ?),
  'happening', (select count(*) from tickets where company_id = ? and status = 'open'),
  'pending', (select count(*) from tickets where company_id = ? and status = 'pending'))`

const NUMBERS = ['tickets', 'finished', 'support', 'supported', 'wait', 'waited', 'rating', 'rated'] as const
type Numbers = Record<(typeof NUMBERS)[number], number>
type Openings = { id: number; nobody: number[]; people: [userId: number, numbers: number[]][]; leads: number }
type Now = { people: [id: number, name: string, online: number][]; happening: number; pending: number }

/** The openings of a company in a span, which cost a year's rows: cached until one of the company's is begun, changed or ended. */
const openings = shapedRows<Openings>({
  name: 'openings',
  follows: [{ table: 'ticket_trackings', part: 'openings of company', id: 'row.company_id' }],
  partsOf: ({ id }) => [['openings of company', id]],
})

const named = (numbers: readonly number[]) => Object.fromEntries(NUMBERS.map((name, i) => [name, numbers[i]!])) as Numbers
const NOTHING = named(NUMBERS.map(() => 0))
const sum = (all: Numbers[], name: keyof Numbers) => all.reduce((total, one) => total + one[name], 0)
const average = (total: number, count: number) => (count ? total / count : 0)
const MINUTE = 60_000

/** The figures of the dashboard, in the form of the contract; times are minutes. */
export async function figures(ctx: Ctx, { from, to }: Span) {
  const { companyId } = ctx
  const span = [companyId, from, to]
  const args = [companyId, ...span, ...span, companyId, ...span]
  const kept = await openings(ctx, `${from}-${to}`, [companyId], async () => [await scalar<string>(ctx, OPENINGS, args)])
  const { nobody, people, leads } = kept.get(companyId)!
  const now = JSON.parse(await cachedScalar<string>(ctx, NOW, [companyId, companyId, companyId])) as Now
  const of = new Map(people.map(([id, numbers]) => [id, named(numbers)]))
  const all = [named(nobody), ...of.values()]
  const attendants = now.people.map(([id, name, online]) => {
    const own = of.get(id) ?? NOTHING
    return {
      id,
      name,
      avgSupportTime: average(own.support, own.supported) / MINUTE,
      tickets: own.tickets,
      rating: average(own.rating, own.rated),
      online: Boolean(online),
    }
  })
  return {
    counters: {
      avgSupportTime: average(sum(all, 'support'), sum(all, 'supported')) / MINUTE,
      avgWaitTime: average(sum(all, 'wait'), sum(all, 'waited')) / MINUTE,
      supportHappening: now.happening,
      supportPending: now.pending,
      supportFinished: sum(all, 'finished'),
      leads,
      totalCompanies: await companies.count(ctx),
      totalWhatsappSessions: await connections.countConnected(ctx),
    },
    attendants: attendants.toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id),
  }
}
