import { sql, type SQL } from 'drizzle-orm'
import { SQLiteAsyncDialect, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Ctx } from '../context'
import { cellOf } from './libsql'
import type { Cell } from './reading-thread'

type List = {
  where: SQL | undefined
  orderBy: string
  size: number
  pageNumber: number
  /** No index has the order, as of what a search found: all rows are gathered and sorted once for the first pages. */
  sorts?: boolean
  /** A company has few such rows: they are read in this turn of the event loop, as a single row is. */
  few?: boolean
}

const dialect = new SQLiteAsyncDialect({ casing: 'snake_case' })
/** A statement as text with its values in their order. */
export const queryOf = (statement: SQL) => dialect.sqlToQuery(statement)

/** So many of what was found are kept in their order, and pages cut out of them. */
const SORTED = 4_000

/**
 * One page of a list as ids in their order, and the count of the whole list. Ids come from an index alone, so that a late page costs no
 * more joins than the first; what is not full gives the count itself.
 */
export async function pageOf(ctx: Ctx, table: SQLiteTable, { where, orderBy, size, pageNumber, sorts = false, few = false }: List) {
  const { sql: matching, params } = queryOf(where ? sql`from ${table} where ${where}` : sql`from ${table}`)
  const from = size * (pageNumber - 1)
  const ask = few ? cachedAtOnce : cachedScalar
  const [limit, offset] = sorts && from + size <= SORTED ? [SORTED, 0] : [size, from]
  const rows = `select id ${matching} order by ${orderBy} limit ${limit} offset ${offset}`
  const text = `select json_group_array(id) from (${rows})`
  const found = few
    ? (JSON.parse(await cachedAtOnce<string>(ctx, text, params)) as number[])
    : await cachedParsed<number[]>(ctx, text, params, JSON.parse, NUMBERS)
  const isLast = found.length < limit && (found.length > 0 || offset === 0)
  const count = isLast ? offset + found.length : await ask<number>(ctx, `select count(*) ${matching}`, params)
  const ids = found.slice(from - offset, from - offset + size)
  return { ids, count, hasMore: count > from + ids.length }
}

/** Of a value; a list of thousands of ids is not written as JSON once more. */
const keyOf = (value: unknown) => (typeof value === 'string' ? `${value.length}:${value}` : String(value))

/** What is worked out of rows, cached until the next commit (`store.queryCache`), and not cached inside a transaction. Nobody may change it. */
export async function cachedValue<T>({ db, store }: Ctx, key: string, find: () => Promise<T>, bytesOf?: (value: T) => number) {
  if (db !== store.db) return find()
  await store.look()
  return store.queryCache.getOrLoad(key, find, bytesOf)
}

/** Of a text with its values. */
const named = (text: string, params: unknown[]) => `${text} ${params.map(keyOf).join()}`

/** The single cell of a query, read beside the event loop unless it is brief; in this one inside a transaction. */
export const scalar = <T extends Cell>(
  { db, store, companyId }: Ctx,
  text: string,
  params: unknown[],
  key = named(text, params),
): Promise<T> => (db === store.db ? store.cell(companyId, key, text, params) : cellOf(db.$client, text, params))

/** The same, never in the event loop: of what takes long once something long was written, which nobody knows before. */
export const scalarBeside = <T extends Cell>({ db, store, companyId }: Ctx, text: string, params: unknown[]): Promise<T> =>
  db === store.db ? store.cell(companyId, named(text, params), text, params, false) : cellOf(db.$client, text, params)

/** The same as `scalar`, cached. Counting or searching a large company costs more than all else of a list. */
export function cachedScalar<T extends Cell>(ctx: Ctx, text: string, params: unknown[]): Promise<T> {
  const key = named(text, params)
  return cachedValue(ctx, key, () => scalar(ctx, text, params, key))
}
const cachedAtOnce = <T extends Cell>(ctx: Ctx, text: string, params: unknown[]): Promise<T> =>
  cachedValue(ctx, named(text, params), () => cellOf<T>(ctx.db.$client, text, params))

/** Of what is parsed, by the length of its JSON: of numbers, and of numbers in lists of their own. */
const [NUMBERS, PARSED] = [2, 6]

/** The same where the cell is JSON, parsed once for all who ask. */
export async function cachedParsed<T>(ctx: Ctx, text: string, params: unknown[], parse: (json: string) => T, weight = PARSED): Promise<T> {
  const key = named(text, params)
  const load = async () => {
    const json = await scalar<string>(ctx, text, params, key)
    return { value: parse(json), bytes: json.length * weight }
  }
  return (await cachedValue(ctx, `parsed ${key}`, load, ({ bytes }) => bytes)).value
}
