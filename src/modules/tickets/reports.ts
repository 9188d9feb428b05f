import { and, eq, gte, inArray, lt, ne, or, sql, type SQL } from 'drizzle-orm'
import type * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { jsonRows } from '#kernel/storage/json-rows'
import { pageOf } from '#kernel/storage/page-ids'
import { companies, type Company } from '../companies'
import { allow } from '../rights'
import { ReportQuery } from './body'
import { tickets as table } from './schema'
import { found } from './search'
import { visible } from './visibility'

type Filter = v.InferOutput<typeof ReportQuery>

const active = ne(table.status, 'closed')
/** A group that has not ended is a group, whatever else it is. */
const inStatus = (status: Filter['status'][number]) =>
  status === 'closed'
    ? eq(table.status, 'closed')
    : status === 'group'
      ? and(eq(table.isGroup, true), active)
      : and(eq(table.status, status), eq(table.isGroup, false))

async function matching(ctx: Ctx, company: Company, filter: Filter): Promise<SQL | undefined> {
  const { searchParam, contactId, whatsappId, dateFrom, dateTo, status, queueIds, users, tags = [] } = filter
  return and(
    searchParam ? sql`+${table.companyId} = ${ctx.companyId}` : eq(table.companyId, ctx.companyId),
    visible(ctx.actor),
    searchParam ? await found(ctx, searchParam) : undefined,
    contactId ? eq(table.contactId, contactId) : undefined,
    whatsappId ? eq(table.whatsappId, whatsappId) : undefined,
    dateFrom ? gte(table.createdAt, new Date(companies.dayStart(company, dateFrom))) : undefined,
    dateTo ? lt(table.createdAt, new Date(companies.dayStart(company, companies.later(dateTo, 1)))) : undefined,
    status.length ? or(...status.map(inStatus)) : undefined,
    queueIds?.length ? inArray(table.queueId, queueIds) : undefined,
    users?.length ? inArray(table.userId, users) : undefined,
    ...tags.map(tagId => sql`exists (select 1 from ticket_tags l where l.ticket_id = ${table.id} and l.tag_id = ${tagId})`),
  )
}

type Row = {
  id: number
  uuid: string
  status: 'open' | 'pending' | 'closed'
  isGroup: 0 | 1
  lastMessage: string
  createdAt: number
  closedAt: number | null
  whatsappName: string | null
  contactName: string
  userName: string | null
  queueName: string | null
}
const ROWS = `select json_object('id', t.id, 'uuid', t.uuid, 'status', t.status, 'isGroup', t.is_group, 'lastMessage', t.last_message,
    'createdAt', t.created_at, 'closedAt', t.closed_at, 'whatsappName', w.name, 'contactName', c.name, 'userName', u.name, 'queueName', q.name)
  from tickets t
  join contacts c on c.id = t.contact_id
  left join queues q on q.id = t.queue_id and q.company_id = t.company_id
  left join users u on u.id = t.user_id and u.company_id = t.company_id
  left join connections w on w.id = t.whatsapp_id and w.company_id = t.company_id
  where +t.company_id = ? and t.id in (select value from json_each(?))`

const STATUS = { open: 'ABERTO', pending: 'PENDENTE', closed: 'FECHADO' } as const

/** DD/MM/YYYY HH:MM on the company's clock. */
function stamp(company: Company, at: number) {
  const [date, time] = companies.local(company, at).split(' ')
  return `${date!.split('-').toReversed().join('/')} ${time!.slice(0, 5)}`
}

/** A page of the tickets that a filter finds, the newest first, in the form of the contract. */
async function report(ctx: Ctx, filter: Filter) {
  const company = await companies.get(ctx)
  const { ids, count } = await pageOf(ctx, table, {
    where: await matching(ctx, company, filter),
    orderBy: 'created_at desc, id desc',
    size: filter.pageSize,
    pageNumber: filter.page,
  })
  const rows = ids.length ? await jsonRows<Row>(ctx.db, ROWS, [ctx.companyId, JSON.stringify(ids)]) : []
  const byId = new Map(rows.map(row => [row.id, row]))
  const tickets = ids.flatMap(id => {
    const row = byId.get(id)
    if (!row) return []
    const { status, isGroup, createdAt, closedAt, ...shown } = row
    return {
      ...shown,
      status: isGroup && status !== 'closed' ? ('GRUPO' as const) : STATUS[status],
      createdAt: stamp(company, createdAt),
      closedAt: closedAt ? stamp(company, closedAt) : null,
    }
  })
  return { tickets, totalTickets: { total: String(count) } }
}
export type Report = Awaited<ReturnType<typeof report>>

export const ticketReportRoutes = router().get('/reports', allow('reports:view'), valid('query', ReportQuery), async c =>
  c.json(await report(c.var.ctx, c.req.valid('query'))),
)
