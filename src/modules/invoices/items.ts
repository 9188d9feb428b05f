import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { AppError, invalid, notFound } from '#kernel/errors'
import type { Db } from '#kernel/storage/libsql'
import { oneOf } from '#kernel/storage/one-of'
import { companies } from '../companies/schema'
import { operatedCompanies } from '../rights'
import type { ItemBody } from './body'
import type { Item, Line } from './lines'
import { centsOf } from './next'
import { invoiceItems as table, isWaiting } from './schema'

export type NewItem = v.InferOutput<typeof ItemBody>

/** More than anybody could read on one invoice. */
const MAX_ITEMS = 50
/** Changes of plan that wait for one invoice: what would stand beyond its lines, nobody would pay. */
const MAX_CHANGES = 20

const pending = (ctx: Ctx) => and(eq(table.companyId, ctx.companyId), isWaiting)
/** Sold, or owed, by who operates the company now. */
const insert = (ctx: Ctx, item: Omit<typeof table.$inferInsert, 'companyId' | 'resellerId'>) => {
  const resellerId = sql`(select ${companies.resellerId} from ${companies} where ${companies.id} = ${ctx.companyId})`
  return ctx.db.insert(table).values({ ...item, companyId: ctx.companyId, resellerId })
}
const { resellerId: _, ...SHOWN } = getTableColumns(table)
const rowsOf = (db: Db, where: ReturnType<typeof and>) => db.select(SHOWN).from(table).where(where).orderBy(asc(table.id))

/** What the next invoice of the company holds beside its plan. */
const all = (ctx: Ctx): Promise<Item[]> => rowsOf(ctx.db, pending(ctx)).limit(2 * MAX_ITEMS)

/** Of several companies at once, for whom the clock makes invoices. */
async function ofCompanies(db: Db, ids: number[]): Promise<Map<number, Item[]>> {
  return Map.groupBy(await rowsOf(db, and(oneOf(table.companyId, ids), isWaiting)), ({ companyId }) => companyId)
}

/** What is sold once says what it is, and costs something; what is paid every month may be granted. */
async function add(ctx: Ctx, { kind, text, n, value }: NewItem) {
  if (kind === 'item' && (!text || !value)) throw invalid({ [text ? 'value' : 'text']: ['Obrigatório'] })
  if ((await ctx.db.$count(table, pending(ctx))) >= MAX_ITEMS) throw new AppError('ERR_ITEM_LIMIT', 409, { limit: MAX_ITEMS })
  await insert(ctx, { kind, text, n: kind === 'item' ? 1 : n, cents: centsOf(value) })
}

/** What a change of plan costs, or gives back. Part of the caller's transaction. */
async function addChange(ctx: Ctx, { text, n, cents }: Pick<Item, 'text' | 'n' | 'cents'>) {
  if ((await ctx.db.$count(table, and(pending(ctx), eq(table.kind, 'change')))) >= MAX_CHANGES)
    throw new AppError('ERR_ITEM_LIMIT', 409, { limit: MAX_CHANGES })
  await insert(ctx, { kind: 'change', text, n, cents })
}

/** What somebody paid too much, for the next invoice. Part of the caller's transaction. */
const credit = (ctx: Ctx, cents: number) => insert(ctx, { kind: 'credit', cents: -cents })

/** The changes of plan that were paid with some invoices. */
const changesOf = (ctx: Ctx, invoiceIds: number[]) =>
  ctx.db
    .select()
    .from(table)
    .where(and(eq(table.companyId, ctx.companyId), oneOf(table.invoiceId, invoiceIds), eq(table.kind, 'change')))

/** Whose it is, a company that the actor operates. What was paid stays on its invoice. */
async function debtor(ctx: Ctx, id: number): Promise<number> {
  const [row] = await ctx.db
    .select({ companyId: table.companyId })
    .from(table)
    .where(and(eq(table.id, id), isWaiting, operatedCompanies(ctx, table.companyId)))
  if (!row) throw notFound('invoiceitem')
  return row.companyId
}

const remove = (ctx: Ctx, id: number) => ctx.db.delete(table).where(and(pending(ctx), eq(table.id, id)))

/** Those of an invoice that was paid are paid with it; what is paid every period stays, and what was credited too much is credited again. */
async function settle(ctx: Ctx, invoiceId: number, lines: Line[]) {
  const ids = lines.flatMap(({ itemId }) => itemId ?? [])
  const once = and(pending(ctx), oneOf(table.id, ids), inArray(table.kind, ['item', 'change', 'credit']))
  if (ids.length) await ctx.db.update(table).set({ invoiceId }).where(once)
  const carried = lines.find(({ kind }) => kind === 'carried')
  if (carried) await credit(ctx, carried.cents)
}

export const items = { all, ofCompanies, add, addChange, credit, changesOf, debtor, remove, settle }
