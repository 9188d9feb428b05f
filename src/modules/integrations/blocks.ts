import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import type { Db } from '#kernel/storage/libsql'
import { companies, TRASH } from '../companies'
import { pluginBlocks as table } from './schema'

const MAX_COMPANIES = 500
const own = (ctx: Ctx, plugin: string) => and(eq(table.companyId, ctx.companyId), eq(table.plugin, plugin))

/** Whether an operator turned a plugin off for the company. */
export const isOff = async (ctx: Ctx, plugin: string) =>
  (await ctx.db.select({ id: table.id }).from(table).where(own(ctx, plugin))).length > 0

export async function mustBeOn(ctx: Ctx, plugin: string) {
  if (await isOff(ctx, plugin)) throw new AppError('ERR_PLUGIN_OFF', 403)
}

/** What is off for the company. */
export const offOf = async (ctx: Ctx) =>
  new Set((await ctx.db.select({ plugin: table.plugin }).from(table).where(eq(table.companyId, ctx.companyId))).map(({ plugin }) => plugin))

/** For how many companies each plugin is off, as operators see it. */
export async function countsAcrossTenants(db: Db, plugins: string[]) {
  const rows = await db.all<{ plugin: string; n: number }>(
    sql`select value as plugin, (select count(*) from plugin_blocks where plugin = value) as n from json_each(${JSON.stringify(plugins)})`,
  )
  return new Map(rows.map(({ plugin, n }) => [plugin, n]))
}

/** Turns a plugin on or off for a company; for operators, whose route says so. */
export async function switchAcrossTenants(ctx: Ctx, plugin: string, companyId: number, enabled: boolean) {
  await companies.get(ctx, companyId)
  const at = { ...ctx, companyId }
  if (enabled) await ctx.db.delete(table).where(own(at, plugin))
  else await ctx.db.insert(table).values({ companyId, plugin }).onConflictDoNothing()
}

type Use = { id: number; name: string; uses: number; off: number }

/** The companies with what each has of a plugin: how many integrations, and whether it is on. */
export async function usesAcrossTenants(db: Db, plugin: string, types: string[]) {
  const rows = await db.all<Use>(
    sql`select c.id, c.name,
        (select count(*) from integrations i where i.company_id = c.id and i.type in (select value from json_each(${JSON.stringify(types)}))) as uses,
        exists (select 1 from plugin_blocks b where b.company_id = c.id and b.plugin = ${plugin}) as off
      from companies c where c.id > ${TRASH} order by c.id limit ${MAX_COMPANIES}`,
  )
  return rows.map(({ off, ...row }) => ({ ...row, enabled: !off }))
}
