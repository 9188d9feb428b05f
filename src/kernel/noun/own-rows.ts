import { and, getTableName, type SQL } from 'drizzle-orm'
import type { Ctx } from '../context'
import type { AppError } from '../errors'
import { oneOf } from '../storage/one-of'
import type { Table } from './facts'

/** A noun that others refer to. */
export type Referable = { tableName: string; mustOwn(ctx: Ctx, ids: number | null | undefined | number[]): Promise<void> }

/** Refuses ids of rows that the actor does not see, as unknown ones. For the table of a noun whose module knows the one that asks. */
export const ownRows = (table: Table, read: (ctx: Ctx) => SQL | undefined, unknown: () => AppError): Referable => ({
  tableName: getTableName(table),
  async mustOwn(ctx, ids) {
    const asked = [...new Set([ids].flat())].filter(id => typeof id === 'number')
    if (!asked.length) return
    const rows = await ctx.db
      .select({ id: table.id })
      .from(table)
      .where(and(read(ctx), oneOf(table.id, asked)))
    if (rows.length !== asked.length) throw unknown()
  },
})
