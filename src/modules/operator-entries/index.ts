import { and, eq, gt, isNull } from 'drizzle-orm'
import * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { Page } from '#kernel/http/paging'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { contains } from '#kernel/storage/contains'
import { oneOf } from '#kernel/storage/one-of'
import { pageOf } from '#kernel/storage/page-ids'
import type { Company } from '../companies'
import { allow, operatedCompanies } from '../rights'
import { operatorEntries as table } from './schema'

type OperatorEntry = typeof table.$inferSelect
type Given = Pick<OperatorEntry, 'reason' | 'sessionId' | 'endsAt'>

const PAGE = 20

/** Notes that an operator enters a company; part of the transaction that lets them in. */
const add = ({ db, actor }: Ctx, company: Pick<Company, 'id' | 'name'>, entry: Given) =>
  db.insert(table).values({ ...entry, companyId: company.id, companyName: company.name, userId: actor.userId, operatorName: actor.name })

/** Notes that they left earlier than they had to. */
const leave = ({ db }: Pick<Ctx, 'db'>, sessionId: string) =>
  db
    .update(table)
    .set({ leftAt: new Date() })
    .where(and(eq(table.sessionId, sessionId), isNull(table.leftAt)))

/** The same for all that somebody is in: whose sessions are all over has left. What was over by itself was not left. */
const leaveAll = ({ db }: Pick<Ctx, 'db'>, userId: number) =>
  db
    .update(table)
    .set({ leftAt: new Date() })
    .where(and(eq(table.userId, userId), isNull(table.leftAt), gt(table.endsAt, new Date())))

const of = async ({ db }: Pick<Ctx, 'db'>, sessionId: string) => (await db.select().from(table).where(eq(table.sessionId, sessionId)))[0]

/** The session and the account of an operator are nobody else's to know. */
const shown = ({ sessionId, userId, ...entry }: OperatorEntry) => entry

/** The newest first: of the own company, or for operators of all that they operate. */
async function list(ctx: Ctx, page: Page, whose: 'own' | 'all') {
  const found = page.searchParam ? contains(table.companyName, page.searchParam) : undefined
  const { ids, ...rest } = await pageOf(ctx, table, {
    where: and(found, whose === 'own' ? eq(table.companyId, ctx.companyId) : operatedCompanies(ctx, table.companyId)),
    orderBy: 'id desc',
    size: PAGE,
    pageNumber: page.pageNumber,
  })
  const rows = await ctx.db.select().from(table).where(oneOf(table.id, ids))
  return { records: rows.toSorted((a, b) => b.id - a.id).map(shown), ...rest }
}
export type ShownEntry = ReturnType<typeof shown>

export const operatorEntries = { add, leave, leaveAll, of, list }

const Query = v.object(Page.entries)
export const operatorEntryRoutes = router()
  .get('/', allow('settings:write'), valid('query', Query), async c => c.json(await list(c.var.ctx, c.req.valid('query'), 'own')))
  .get('/all', allow('companies:write'), valid('query', Query), async c => c.json(await list(c.var.ctx, c.req.valid('query'), 'all')))
