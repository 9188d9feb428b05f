import type { InValue } from '@libsql/client'
import { sql, type SQL } from 'drizzle-orm'
import { SQLiteAsyncDialect, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Ctx } from '../context'

type List = {
  where: SQL | undefined
  orderBy: string
  size: number
  pageNumber: number
  /** No index has the order, as of what a search found: all rows are gathered and sorted once for the first pages. */
  sorts?: boolean
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
export async function pageOf(ctx: Ctx, table: SQLiteTable, { where, orderBy, size, pageNumber, sorts = false }: List) {
  const { sql: matching, params } = queryOf(where ? sql`from ${table} where ${where}` : sql`from ${table}`)
  const from = size * (pageNumber - 1)
  const [limit, offset] = sorts && from + size <= SORTED ? [SORTED, 0] : [size, from]
  const rows = `select id ${matching} order by ${orderBy} limit ${limit} offset ${offset}`
  const found = JSON.parse(await cachedScalar<string>(ctx, `select json_group_array(id) from (${rows})`, params)) as number[]
  const isLast = found.length < limit && (found.length > 0 || offset === 0)
  const count = isLast ? offset + found.length : await cachedScalar<number>(ctx, `select count(*) ${matching}`, params)
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

const cellOf = async <Cell>({ db }: Ctx, text: string, params: unknown[]) =>
  (await db.$client.execute({ sql: text, args: params as InValue[] })).rows[0]![0] as Cell
const queryKey = (text: string, params: unknown[]) => `${text} ${params.map(keyOf).join()}`

/** The single cell of a query, cached. Counting or searching a large company costs more than all else of a list. */
export const cachedScalar = <Cell extends string | number | null>(ctx: Ctx, text: string, params: unknown[]): Promise<Cell> =>
  cachedValue(ctx, queryKey(text, params), () => cellOf<Cell>(ctx, text, params))

/** A list of numbers as an object, by the length of its JSON. */
const PARSED = 6

/** The same where the cell is JSON, parsed once for all who ask. */
export async function cachedParsed<T>(ctx: Ctx, text: string, params: unknown[], parse: (json: string) => T): Promise<T> {
  const load = async () => {
    const json = await cellOf<string>(ctx, text, params)
    return { value: parse(json), bytes: json.length * PARSED }
  }
  return (await cachedValue(ctx, `parsed ${queryKey(text, params)}`, load, ({ bytes }) => bytes)).value
}
