import { and, eq, or, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { deleteWithFiles } from '#kernel/media/release-files'
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
  whole: ownOrShared,
  check(ctx, { geral }, before) {
    if (geral && !before?.geral) must(ctx.actor, 'quickMessages:share')
  },
  media: true,
  imports: true,
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

export const quickMessages = { ...base, all: callable, purge }
export const quickMessageRoutes = nounRoutes(quickMessages)
