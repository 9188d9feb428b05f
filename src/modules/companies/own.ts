import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { notFound } from '#kernel/errors'
import { rowsById } from '#kernel/storage/json-rows'
import { asCommitted } from '#kernel/storage/row-cache'
import { operated } from '../rights'
import type { Company } from './index'
import { companies as table } from './schema'
import { TRASH } from './trash'

/** Neither the trash nor deleted. */
export const real = and(ne(table.id, TRASH), isNull(table.deletedAt))

/** The own company, or one that the actor operates. */
export async function get(ctx: Ctx, id = ctx.companyId): Promise<Company> {
  const [company] = await ctx.db
    .select()
    .from(table)
    .where(and(real, eq(table.id, id), id === ctx.companyId ? undefined : operated(ctx, table.resellerId)))
  if (!company) throw notFound('company')
  return company
}

const committedRows = rowsById<Company>(table)
/** The own company as it was committed last: for what every message of a customer asks. */
export async function committed(ctx: Ctx): Promise<Company> {
  const [company] = await committedRows(asCommitted(ctx), [ctx.companyId])
  return company && company.id !== TRASH && !company.deletedAt ? company : get(ctx)
}
