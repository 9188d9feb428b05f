import { and, eq, or, sql } from 'drizzle-orm'
import { transaction, type Ctx } from '#kernel/context'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { deleteWithFiles } from '#kernel/media/release-files'
import { eachRow, ImportBody } from '#kernel/media/spreadsheet-rows'
import { noun } from '#kernel/noun/noun'
import { nounRoutes } from '#kernel/noun/routes'
import { ofCompany, type Scope } from '#kernel/noun/scope'
import { companies, TRASH } from '../companies'
import { allow, may, must } from '../rights'
import { quickMessageApi } from './api'
import { QuickMessageBody } from './body'
import { quickMessages as table } from './schema'

type QuickMessage = typeof table.$inferSelect

const company = ofCompany<QuickMessage>(table)
/** Those of the company but what somebody left who is in the trash. */
const here = (ctx: Ctx) => and(company.read(ctx), sql`${table.userId} not in (select id from users where company_id = ${TRASH})`)
const own = (ctx: Ctx) => and(company.read(ctx), eq(table.userId, ctx.actor.userId!))
const ownOrShared = (ctx: Ctx) => or(own(ctx), and(here(ctx), eq(table.geral, true)))

/** Everyone has phrases of their own and reads the shared ones; leaders see to all of the company. */
const scope: Scope<QuickMessage> = {
  kind: 'owner',
  read: ctx => (may(ctx.actor, 'quickMessages:lead') ? here(ctx) : ownOrShared(ctx)),
  write: ctx => (may(ctx.actor, 'quickMessages:lead') ? here(ctx) : and(own(ctx), eq(table.geral, false))),
  owner: ctx => ({ companyId: ctx.companyId, userId: ctx.actor.userId! }),
  rooms: (_, row) => (row.geral ? undefined : [`user-${row.userId}`]),
}

const base = noun({
  name: 'quickMessage',
  api: quickMessageApi,
  table,
  scope,
  body: QuickMessageBody,
  pageSize: 20,
  order: 'shortcode, id',
  search: [table.shortcode, table.message],
  check(ctx, { geral }, before) {
    if (geral && !before?.geral) must(ctx.actor, 'quickMessages:share')
  },
  media: true,
  rights: { write: allow('quickMessages:write') },
})

/** What one may call up in a conversation, which for leaders is less than what they may change. */
async function callable(ctx: Ctx, text = '') {
  const { id, name } = await companies.get(ctx)
  return (await base.all(ctx, text, undefined, ownOrShared(ctx))).map(row => ({ ...row, company: { id, name } }))
}

/** Deletes some of those whose author is gone. */
const purge = (ctx: Ctx, userId: number, limit: number) =>
  deleteWithFiles(ctx, table, sql`id in (select id from quick_messages where user_id = ${userId} limit ${limit})`)

/** Adds rows of a spreadsheet, each by itself. One event tells them all. */
const importRows = (ctx: Ctx, rows: unknown[]) =>
  transaction(ctx, async ctx => {
    const refused = await eachRow(QuickMessageBody, rows, row => transaction(ctx, ctx => base.insert(ctx, row)))
    const created = rows.length - refused.length
    if (created) base.publish(ctx, { action: 'create', records: [] })
    return { created, refused }
  })

export const quickMessages = { ...base, all: callable, purge }
export const quickMessageRoutes = router()
  .post('/import', allow('quickMessages:write'), valid('json', ImportBody), async c =>
    c.json(await importRows(c.var.ctx, c.req.valid('json').rows)),
  )
  .route('/', nounRoutes(quickMessages))
