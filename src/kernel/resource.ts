import { and, count, desc, eq, or, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import { transaction, type Ctx } from './context'
import { AppError, isUniqueViolation, notFound } from './errors'
import { Id, offset, Page } from '#kernel/http/paging'
import { router, type Env } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'

type TenantTable = SQLiteTable & { id: SQLiteColumn; companyId: SQLiteColumn }
type Body = v.ObjectSchema<v.ObjectEntries, undefined>

type Spec<N extends string, P extends string, T extends TenantTable, B extends Body> = {
  /** Singular: the realtime channel and the payload's key ('tag' → company-1-tag { action, tag }). */
  name: N
  /** The list's key in the envelope ('tags' → { tags, count, hasMore }). */
  plural: P
  table: T
  body: B
  pageSize: number
  search?: SQLiteColumn[]
  orderBy?: SQL[]
  /** The code for a row that breaks a unique index of the table. */
  taken?: string
  /** Who may change it, and who may make one when that differs. */
  write: MiddlewareHandler<Env>
  create?: MiddlewareHandler<Env>
}

const MAX_ALL = 5000
/** LIKE's own signs in a search text are letters like any other. */
export const contains = (column: SQLiteColumn, text: string) => sql`${column} like ${`%${text.replace(/[%_\\]/g, '\\$&')}%`} escape '\\'`

/** Company-scoped CRUD over one table: typed verbs and their routes. A noun that needs more writes its own verbs beside it. */
export function resource<const N extends string, const P extends string, T extends TenantTable, B extends Body>(spec: Spec<N, P, T, B>) {
  type Row = T['$inferSelect']
  type Input = v.InferOutput<B>
  type Listing = Record<P, Row[]> & { count: number; hasMore: boolean }
  const {
    name,
    plural,
    body,
    pageSize,
    search = [],
    orderBy = [desc(spec.table.id)],
    taken = `ERR_DUPLICATED_${name.toUpperCase()}`,
    write,
    create = write,
  } = spec
  // drizzle's generics do not close over an unknown table; rows are cast back to the table's own type here and nowhere else.
  const table = spec.table as SQLiteTable & TenantTable

  const mine = (ctx: Ctx, ...where: (SQL | undefined)[]) => and(eq(table.companyId, ctx.companyId), ...where)
  const matching = (ctx: Ctx, text: string) => mine(ctx, text ? or(...search.map(column => contains(column, text))) : undefined)
  const told = (error: unknown) => (isUniqueViolation(error) ? new AppError(taken, 400) : error)

  const verbs = {
    async list(ctx: Ctx, page: Page): Promise<Listing> {
      const where = matching(ctx, page.searchParam)
      const [rows, [total]] = await Promise.all([
        ctx.db
          .select()
          .from(table)
          .where(where)
          .orderBy(...orderBy)
          .limit(pageSize)
          .offset(offset(page, pageSize)),
        ctx.db.select({ count: count() }).from(table).where(where),
      ])
      return { [plural]: rows, count: total!.count, hasMore: total!.count > offset(page, pageSize) + rows.length } as unknown as Listing
    },
    async all(ctx: Ctx, text = ''): Promise<Row[]> {
      return ctx.db
        .select()
        .from(table)
        .where(matching(ctx, text))
        .orderBy(...orderBy)
        .limit(MAX_ALL) as Promise<Row[]>
    },
    async get(ctx: Ctx, id: number): Promise<Row> {
      const [row] = await ctx.db
        .select()
        .from(table)
        .where(mine(ctx, eq(table.id, id)))
      if (!row) throw notFound(name)
      return row as Row
    },
    create: (ctx: Ctx, input: Input): Promise<Row> =>
      transaction(ctx, async ctx => {
        const [row] = await ctx.db
          .insert(table)
          .values({ ...input, companyId: ctx.companyId })
          .returning()
          .catch(error => Promise.reject(told(error)))
        ctx.publish(name, { action: 'create', [name]: row })
        return row as Row
      }),
    update: (ctx: Ctx, id: number, input: Partial<Input>): Promise<Row> =>
      transaction(ctx, async ctx => {
        const [row] = await ctx.db
          .update(table)
          .set({ ...input, updatedAt: new Date() })
          .where(mine(ctx, eq(table.id, id)))
          .returning()
          .catch(error => Promise.reject(told(error)))
        if (!row) throw notFound(name)
        ctx.publish(name, { action: 'update', [name]: row })
        return row as Row
      }),
    remove: (ctx: Ctx, id: number): Promise<void> =>
      transaction(ctx, async ctx => {
        const { rowsAffected } = await ctx.db.delete(table).where(mine(ctx, eq(table.id, id)))
        if (!rowsAffected) throw notFound(name)
        ctx.publish(name, { action: 'delete', [`${name}Id`]: id })
      }),
  }

  const routes = router()
    .get('/', valid('query', Page), async c => c.json(await verbs.list(c.var.ctx, c.req.valid('query'))))
    .get('/list', valid('query', Page), async c => c.json(await verbs.all(c.var.ctx, c.req.valid('query').searchParam)))
    .get('/:id', valid('param', Id), async c => c.json(await verbs.get(c.var.ctx, c.req.valid('param').id)))
    .post('/', create, valid('json', body), async c => c.json(await verbs.create(c.var.ctx, c.req.valid('json'))))
    .put('/:id', write, valid('param', Id), valid('json', v.partial(body)), async c =>
      c.json(await verbs.update(c.var.ctx, c.req.valid('param').id, c.req.valid('json') as Partial<Input>)),
    )
    .delete('/:id', write, valid('param', Id), async c => {
      await verbs.remove(c.var.ctx, c.req.valid('param').id)
      return c.json({ message: `${name[0]!.toUpperCase()}${name.slice(1)} deleted` })
    })

  return { ...verbs, routes }
}
