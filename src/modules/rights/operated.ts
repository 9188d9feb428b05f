import { eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Ctx } from '#kernel/context'
import type { Scope } from '#kernel/noun/scope'
import { companies } from '../companies/schema'

/**
 * What an operator operates, and the one place where it is decided: the house's operators everything, a reseller's what is that
 * reseller's. Nobody else operates anything. `resellerId` is the column that says whose a row is.
 */
export function operated({ actor }: Pick<Ctx, 'actor'>, resellerId: SQLiteColumn): SQL | undefined {
  if (!actor.super) return sql`false`
  return actor.resellerId === null ? undefined : eq(resellerId, actor.resellerId)
}

/** The same of rows that belong to a company. */
export function operatedCompanies({ actor }: Pick<Ctx, 'actor'>, companyId: SQLiteColumn): SQL | undefined {
  if (!actor.super) return sql`false`
  if (actor.resellerId === null) return
  return inArray(companyId, sql`(select id from ${companies} where ${companies.resellerId} = ${actor.resellerId})`)
}

/** Rows of companies that pay the actor: a reseller's, or the house's, who operates all of them and is paid by these. */
export function ownCompanies({ actor }: Pick<Ctx, 'actor'>, companyId: SQLiteColumn): SQL {
  if (!actor.super) return sql`false`
  return inArray(companyId, sql`(select id from ${companies} where ${mineAlone({ actor }, companies.resellerId)})`)
}

type Of = { resellerId: number | null }
/** Rows of those alone whose company the actor is in: a reseller's, or the house's. */
export const mineAlone = ({ actor }: Pick<Ctx, 'actor'>, resellerId: SQLiteColumn) =>
  actor.resellerId === null ? isNull(resellerId) : eq(resellerId, actor.resellerId)

/** Rows that operators write for their own companies: a reseller's, or the house's. */
export const ofReseller = <Row extends Of>(table: { resellerId: SQLiteColumn }, rooms: (ctx: Ctx, row: Row) => string[]): Scope<Row> => ({
  kind: 'installation',
  read: ctx => mineAlone(ctx, table.resellerId),
  owner: ({ actor }) => ({ resellerId: actor.resellerId }) as Partial<Row>,
  rooms,
})
