import { and, eq, or, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { AppError, invalid } from '#kernel/errors'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { jobs } from '#kernel/jobs/jobs'
import { jobKind } from '#kernel/jobs/kind'
import type { NounEvent } from '#kernel/noun/api'
import { noun } from '#kernel/noun/noun'
import { contains } from '#kernel/storage/contains'
import { nounRoutes } from '#kernel/noun/routes'
import type { Scope } from '#kernel/noun/scope'
import { jsonRow, jsonTexts } from '#kernel/storage/json-rows'
import { shapedRows } from '#kernel/storage/row-cache'
import { companies } from '../companies'
import { connections } from '../connections'
import { type Contact, contacts } from '../contacts'
import { contacts as contactTable } from '../contacts/schema'
import { allow, may, toHolders } from '../rights'
import { tickets as ticketTable } from '../tickets/schema'
import { users as userTable } from '../users/schema'
import { scheduleApi } from './api'
import { isAbsolute, ScheduleBody } from './body'
import { calendar, CalendarQuery } from './calendar'
import { ORDER, schedules as table } from './schema'
import { mustBeInSight } from './sight'

export type Schedule = typeof table.$inferSelect
type Input = v.InferOutput<typeof ScheduleBody>

/** Says a schedule when its time has come; its key is the schedule's id. */
export const dueSchedule = jobKind<{ scheduleId: number }>('schedule')

const company = (ctx: Ctx) => eq(table.companyId, ctx.companyId)
const leaders = toHolders('schedules:lead')
/** Everyone has schedules of their own; leaders see to all of the company. */
const scope: Scope<Schedule> = {
  kind: 'owner',
  read: ctx => (may(ctx.actor, 'schedules:lead') ? company(ctx) : and(company(ctx), eq(table.userId, ctx.actor.userId!))),
  owner: ctx => ({ companyId: ctx.companyId, userId: ctx.actor.userId }),
  rooms: (ctx, { userId }) => [...(userId ? [`user-${userId}`] : []), ...leaders(ctx)],
}

const NAMES = `select json_object('id', s.id, 'contactId', s.contact_id, 'userId', s.user_id, 'ticketId', s.ticket_id,
    'contact', ${jsonRow(contactTable, 'c', ['id', 'name', 'number'])},
    'user', ${jsonRow(userTable, 'u', ['id', 'name'])},
    'ticket', ${jsonRow(ticketTable, 't', ['id', 'uuid'])})
  from schedules s
  left join contacts c on c.id = s.contact_id and c.company_id = ?1
  left join users u on u.id = s.user_id and u.company_id = ?1
  left join tickets t on t.id = s.ticket_id and t.company_id = ?1
  where s.id in (select value from json_each(?2))`
type Names = Pick<Schedule, 'id' | 'contactId' | 'userId' | 'ticketId'> & {
  contact: Pick<Contact, 'id' | 'name' | 'number'> | null
  user: { id: number; name: string } | null
  ticket: { id: number; uuid: string } | null
}
/** Who a schedule is for, by whom, and where: as these are called now. */
const namesById = shapedRows<Names>({
  name: 'names of schedule',
  follows: ['schedules', 'contacts', 'users', 'tickets'],
  partsOf: row => [
    ['schedules', row.id],
    ['contacts', row.contactId],
    ['users', row.userId],
    ['tickets', row.ticketId],
  ],
})

const base = noun({
  name: 'schedule',
  api: scheduleApi,
  table,
  scope,
  body: ScheduleBody,
  whole: false,
  pageSize: 20,
  order: `${ORDER}, id`,
  search: async (_, text) => {
    const named = contains(contactTable.name, text)
    return or(contains(table.body, text), sql`exists (select 1 from contacts where ${contactTable.id} = ${table.contactId} and ${named})`)
  },
  filters: { contactId: table.contactId, userId: table.userId },
  refs: { contactId: () => contacts, whatsappId: () => connections },
  inPieces: ['whatsappId'],
  /** What is on its way or was said stays as it was. */
  async check(ctx, values, before) {
    if (before?.status === 'AGENDADA' || before?.status === 'ENVIADA') throw new AppError('ERR_SCHEDULE_SENT', 409)
    const { contactId, whatsappId = null } = { ...before, ...values }
    await mustBeInSight(ctx, contactId!, whatsappId)
  },
  media: true,
  rights: { read: allow('schedules:use'), write: allow('schedules:use') },
  contract: { list: false },
  async view(ctx, rows) {
    const ids = rows.map(row => row.id)
    const named = await namesById(ctx, ctx.companyId, ids, ids => jsonTexts(ctx.db, NAMES, [ctx.companyId, JSON.stringify(ids)]))
    return rows.map(({ anchor, messageId, ...row }) => {
      const { contact, user = null, ticket = null } = named.get(row.id) ?? {}
      return { ...row, contact: contact ?? { id: row.contactId, name: '', number: null }, user, ticket }
    })
  },
})

declare module '#kernel/context' {
  interface Events {
    'company{c}-schedule': NounEvent<typeof scheduleApi, Awaited<ReturnType<typeof base.get>>>
  }
}

/** The smallest that forms know: the minute that runs is not over. */
const MINUTE_MS = 60_000

/** When a schedule is due, to the minute, and what the company's clock shows then. */
async function timed(ctx: Ctx, sendAt: string) {
  const zone = await companies.get(ctx)
  const moment = isAbsolute(sendAt) ? Date.parse(sendAt) : companies.instantOf(zone, sendAt.slice(0, 16))
  const at = new Date(Math.floor(moment / MINUTE_MS) * MINUTE_MS)
  return { at, anchor: companies.local(zone, at).slice(0, 16).replace(' ', 'T') }
}

/** Refuses a time that is over, and a series that would end before it began. */
function mustBeAhead(at: Date, anchor: string, until: string | null | undefined) {
  if (at.getTime() < Date.now() - MINUTE_MS) throw invalid({ sendAt: ['Escolha uma hora que ainda não passou'] })
  if (until && until < anchor.slice(0, 10)) throw invalid({ recurrenceUntil: ['A data final vem antes da inicial'] })
}

const keyOf = ({ id }: Pick<Schedule, 'id'>) => String(id)
const plan = (ctx: Ctx, row: Schedule) => jobs.enqueue(ctx, dueSchedule, { scheduleId: row.id }, { key: keyOf(row), at: row.sendAt })

/** Adds a row of whoever wrote it, with its job; part of the caller's transaction. */
async function add(ctx: Ctx, values: Omit<typeof table.$inferInsert, 'companyId' | 'userId'>) {
  const row = await base.insert(ctx, values)
  await plan(ctx, row)
  return base.tell(ctx, 'create', row)
}

const create = (ctx: Ctx, { sendAt, ...input }: Input) =>
  transaction(ctx, async ctx => {
    const { at, anchor } = await timed(ctx, sendAt)
    mustBeAhead(at, anchor, input.recurrenceUntil)
    return add(ctx, { ...input, sendAt: at, anchor })
  })

/** Another time is another try of what was not sent, and the beginning of another series. */
const update = (ctx: Ctx, id: number, { sendAt, ...input }: Partial<Input>) =>
  transaction(ctx, async ctx => {
    const before = await base.loadWritable(ctx, id)
    const { at, anchor } = await timed(ctx, sendAt ?? before.sendAt.toISOString())
    const isMoved = at.getTime() !== before.sendAt.getTime()
    const { recurrence = before.recurrence, recurrenceUntil: until = before.recurrenceUntil } = input
    if (isMoved || before.status === 'PENDENTE') mustBeAhead(isMoved ? at : new Date(), anchor, until)
    const row = await base.change(ctx, before, {
      ...input,
      ...((isMoved || recurrence !== before.recurrence) && { anchor }),
      ...(isMoved && { ...UNSENT, sendAt: at }),
    })
    // One that is due may wait for its number, or for who may not be written to yet: another does not.
    const isOther = row.whatsappId !== before.whatsappId || row.contactId !== before.contactId
    if (isMoved || (row.status === 'PENDENTE' && isOther)) {
      await jobs.cancel(ctx, dueSchedule, keyOf(row))
      await plan(ctx, row)
    }
    return base.tell(ctx, 'update', row)
  })
const UNSENT = { status: 'PENDENTE', failReason: null, ticketId: null, messageId: null } as const

const remove = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    await base.remove(ctx, id)
    await jobs.cancel(ctx, dueSchedule, String(id))
  })

/** Writes what became of one, whatever its state allows people; part of the caller's transaction. */
async function become(ctx: Ctx, { id }: Schedule, values: Partial<typeof table.$inferInsert>) {
  const [row] = await ctx.db
    .update(table)
    .set(values)
    .where(and(company(ctx), eq(table.id, id)))
    .returning()
  if (row) await base.tell(ctx, 'update', row)
}

export const schedules = { ...base, create, add, update, remove, become, calendar }
export { goOn } from './calendar'
export { mayBeSaid } from './sight'
export * as scheduleMoves from './moves'

export const scheduleRoutes = router()
  .get('/calendar', allow('schedules:use'), valid('query', CalendarQuery), async c =>
    c.json(await calendar(c.var.ctx, c.req.valid('query'))),
  )
  .route('/', nounRoutes(schedules))
