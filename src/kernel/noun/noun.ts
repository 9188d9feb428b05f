import { and, eq, getTableColumns, isNull, or, type SQL } from 'drizzle-orm'
import { getTableConfig, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type * as v from 'valibot'
import { afterWait, transaction, type Ctx } from '../context'
import { AppError, brokenUnique, invalid, notFound, type Missing } from '../errors'
import type { Page } from '../http/paging'
import { releaseFiles } from '../media/release-files'
import { eachRow } from '../media/spreadsheet-rows'
import { type MediaOf, withMediaAddress } from '../media/row-file'
import { rowsById } from '../storage/json-rows'
import { contains } from '../storage/contains'
import { pageOf } from '../storage/page-ids'
import { preparedInsert } from '../storage/prepared'
import { filesOf } from '../storage/tenant-rows'
import type { NounApi } from './api'
import type { Body, Facts, Named, Table } from './facts'
import { ownRows } from './own-rows'
import { clearReferences, nameOthers } from './references'
import { growth, mustHavePlace, mustHaveRoom, roomIn, takePlace, untilFull, WHOLE, type Room } from './whole-list'

/** An id that a list is narrowed by; null is none. */
export type Filters = Record<string, number | null | undefined>

/**
 * The verbs of a noun, made from its facts: list, all, find, load, get, mustOwn, create, update, remove, importRows, setMedia.
 * Its routes: nounRoutes.
 * A noun with more than one table writes its row by `insert` or `change`, then what hangs on it, and calls `tell`: in one transaction.
 */
export function noun<
  const A extends NounApi,
  T extends Table,
  B extends Body,
  View extends object = T['$inferSelect'],
  const N extends string = string,
>(given: Facts<A, T, B, View> & Named<N>) {
  type Row = T['$inferSelect']
  type Input = v.InferOutput<B>
  type Column = keyof T['$inferInsert']
  /** Fields of a body that are no column are checked as references, and left to who keeps them. */
  type Given = { [K in Column]?: T['$inferInsert'][K] }
  type Values = { [K in Column]?: Given[K] | SQL }
  const facts: Facts<A, T, B, View> = given
  const { name, api, scope } = facts
  // drizzle's generics do not close over an unknown table; rows are cast back to the table's own type here and nowhere else.
  const table = facts.table as Table
  const secrets = Object.keys(facts.secrets ?? {})
  const tableName = getTableConfig(table).name
  const add = preparedInsert(table)
  const where = (ctx: Ctx, ...more: (SQL | undefined)[]) => and(scope.read(ctx), ...more)
  const unknown = () => notFound(name.toLowerCase() as Missing)
  const taken = (error: unknown) => {
    const column = brokenUnique(error)
    const message = column && facts.unique?.[column]
    throw message ? invalid({ [column]: [message] }) : error
  }

  async function view(ctx: Ctx, rows: Row[]): Promise<View[]> {
    const masked = rows.map(row => {
      const shown: Record<string, unknown> = facts.media ? withMediaAddress(ctx, row as Row & MediaOf) : { ...row }
      for (const key of secrets) {
        shown[`has${key[0]!.toUpperCase()}${key.slice(1)}`] = shown[key] !== null && shown[key] !== ''
        shown[key] = shown[key] === null ? null : ''
      }
      return shown as Row
    })
    return facts.view ? facts.view(ctx, masked) : (masked as unknown as View[])
  }
  const viewOne = async (ctx: Ctx, row: Row) => (await view(ctx, [row]))[0]!

  async function matching(ctx: Ctx, text: string, filters: Filters = {}) {
    const { search = [] } = facts
    const found = !text ? undefined : typeof search === 'function' ? await search(ctx, text) : or(...search.map(one => contains(one, text)))
    const narrowed = Object.entries(facts.filters ?? {}).map(([key, column]) => {
      const id = filters[key]
      return id === null ? isNull(column) : id ? eq(column, id) : undefined
    })
    return where(ctx, found, ...narrowed)
  }
  const rowsOf = rowsById<Row>(table)

  /** A page of them; `narrower` as of `all`. */
  async function list(ctx: Ctx, page: Page, filters?: Filters, narrower?: SQL) {
    const size = facts.pageSize
    const { ids, ...rest } = await pageOf(ctx, table, {
      where: and(await matching(ctx, page.searchParam, filters), narrower),
      orderBy: facts.order,
      size,
      pageNumber: page.pageNumber,
    })
    const rows = await view(ctx, await rowsOf(ctx, ids))
    return { [api.rows ?? 'records']: rows, ...rest } as Record<A['rows'] & string, View[]> & { count: number; hasMore: boolean }
  }

  /** Every row, up to a bound; `narrower` leaves out some of those that the actor may read. */
  async function all(ctx: Ctx, text = '', filters?: Filters, narrower?: SQL): Promise<View[]> {
    const where = and(await matching(ctx, text, filters), narrower)
    const { ids } = await pageOf(ctx, table, { where, orderBy: facts.order, size: WHOLE.rows, pageNumber: 1, few: !text })
    return view(ctx, await untilFull(ids, some => rowsOf(ctx, some)))
  }

  async function find(ctx: Ctx, id: number): Promise<Row | undefined> {
    const [row] = await ctx.db
      .select()
      .from(table)
      .where(where(ctx, eq(table.id, id)))
    return row as Row | undefined
  }
  async function load(ctx: Ctx, id: number): Promise<Row> {
    const row = await find(ctx, id)
    if (!row) throw unknown()
    return row
  }
  const get = async (ctx: Ctx, id: number) => viewOne(ctx, await load(ctx, id))

  const { mustOwn } = ownRows(table, ctx => scope.read(ctx), unknown)
  async function mustOwnRefs(ctx: Ctx, input: Record<string, unknown>) {
    for (const [key, other] of Object.entries(facts.refs ?? {}))
      await other().mustOwn(ctx, input[key] as number | number[] | null | undefined)
  }

  /** A `NounEvent`, whose keys are the noun's own. */
  const publish = (ctx: Ctx, told: Record<string, unknown>, row?: Row) =>
    ctx.publish(api.event as never, told as never, row ? scope.rooms?.(ctx, row) : undefined)

  /** Rows whose audience is another by now: new to who sees one from now on, and to who was told just before that it is gone. */
  const readdressed = new WeakSet<Row>()
  async function tell(ctx: Ctx, action: 'create' | 'update', row: Row) {
    const shown = await viewOne(ctx, row)
    publish(ctx, { action: readdressed.has(row) ? 'create' : action, [api.row]: shown }, row)
    return shown
  }
  const tellGone = (ctx: Ctx, row: Row) => publish(ctx, { action: 'delete', [api.id]: row.id as number }, row)

  async function mustBeSound(ctx: Ctx, values: Values, before?: Row) {
    await mustOwnRefs(ctx, values)
    await facts.check?.(ctx, values as Partial<Input>, before)
  }

  const packed = (ctx: Ctx, values: Values) =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key,
        facts.secrets?.[key] === 'sealed' && typeof value === 'string' && value ? ctx.vault.seal(value) : value,
      ]),
    )

  const measure = roomIn(table)
  const { whole } = facts
  const isBounded = whole !== false
  const roomOf = (ctx: Ctx) => measure(ctx.db, isBounded && whole ? whole(ctx) : scope.read(ctx))

  /** `room`, of who adds several: what is left of it. */
  async function insert(ctx: Ctx, values: Given, room?: Room): Promise<Row> {
    await mustBeSound(ctx, values)
    const left = isBounded ? (room ?? (await roomOf(ctx))) : undefined
    if (left) mustHavePlace(left, values)
    const row = (await add(ctx.db, { ...packed(ctx, values), ...scope.owner(ctx) }).catch(taken)) as Row
    if (left) takePlace(left, values)
    return row
  }

  /** The row as it is changed, when the actor may change it. */
  async function loadWritable(ctx: Ctx, id: number): Promise<Row> {
    const row = await load(ctx, id)
    if (!scope.write) return row
    const [own] = await ctx.db
      .select({ id: table.id })
      .from(table)
      .where(and(scope.write(ctx), eq(table.id, id)))
    if (!own) throw new AppError('ERR_NO_PERMISSION', 403)
    return row
  }

  /** Writes a row that `loadWritable` let through. */
  async function change(ctx: Ctx, before: Row, values: Values): Promise<Row> {
    await mustBeSound(ctx, values, before)
    const more = isBounded ? growth(before, values) : 0
    if (more > 0) mustHaveRoom(await roomOf(ctx), more)
    const kept = Object.entries(packed(ctx, values)).filter(([key, value]) => !(value === '' && secrets.includes(key)))
    const [row] = await ctx.db
      .update(table)
      .set({ ...Object.fromEntries(kept), updatedAt: new Date() })
      .where(eq(table.id, before.id))
      .returning()
      .catch(taken)
    const [old, now] = [before, row as Row].map(row => (facts.media ? (row as Row & MediaOf).mediaPath : null))
    if (old !== now) await releaseFiles(ctx, [old])
    // Who no longer sees it hears that it is gone.
    if (JSON.stringify(scope.rooms?.(ctx, before)) !== JSON.stringify(scope.rooms?.(ctx, row as Row))) {
      tellGone(ctx, before)
      readdressed.add(row as Row)
    }
    return row as Row
  }
  const write = async (ctx: Ctx, id: number, values: Values) => tell(ctx, 'update', await change(ctx, await loadWritable(ctx, id), values))

  const create = (ctx: Ctx, input: Input) => transaction(ctx, async ctx => tell(ctx, 'create', await insert(ctx, input as Given)))
  const update = (ctx: Ctx, id: number, input: Partial<Input>) => transaction(ctx, ctx => write(ctx, id, input as Values))
  const setMedia = (ctx: Ctx, id: number, media: MediaOf) => transaction(ctx, ctx => write(ctx, id, media as Values))
  const remove = (ctx: Ctx, id: number): Promise<void> =>
    transaction(ctx, async ctx => {
      const row = await loadWritable(ctx, id)
      const files = await filesOf(ctx.db, tableName, [id])
      await clearReferences(ctx, tableName, id)
      await ctx.db.delete(table).where(eq(table.id, id))
      await releaseFiles(ctx, files)
      tellGone(ctx, row)
    })

  const insertOne = (ctx: Ctx, input: Input, room?: Room) => insert(ctx, input as Given, room)
  /** Adds rows of a spreadsheet, each by itself: what is wrong with one keeps no other out. One event tells them all. */
  const importRows = (ctx: Ctx, rows: unknown[], add = insertOne) =>
    afterWait(ctx, async ctx => {
      const made: Row[] = []
      const room = isBounded ? await roomOf(ctx) : undefined
      const refused = await eachRow(facts.body, rows, async row => made.push(await transaction(ctx, ctx => add(ctx, row, room))))
      const rooms = made.map(row => scope.rooms?.(ctx, row))
      const told = rooms.every(one => one !== undefined) ? [...new Set(rooms.flat())] : undefined
      if (made.length) ctx.publish(api.event as never, { action: 'create', records: [] } as never, told)
      return { created: made.length, refused }
    })

  const columns = getTableColumns(table)
  const goesAlong = (column: SQLiteColumn) =>
    getTableConfig(table).foreignKeys.some(key => key.onDelete === 'cascade' && key.reference().columns.includes(column))
  if (facts.refs)
    nameOthers({
      refs: facts.refs,
      async clear(ctx, ref, id) {
        const column = columns[ref]
        if (!column || column.notNull || goesAlong(column) || facts.inPieces?.includes(ref)) return
        const rows = await ctx.db
          .update(table)
          .set({ [ref]: null })
          .where(and(columns['companyId'] && eq(columns['companyId'], ctx.companyId), eq(column, id)))
          .returning()
        for (const row of rows) await (facts.told ? facts.told(ctx, row as Row) : tell(ctx, 'update', row as Row))
      },
    })

  return {
    facts,
    tableName,
    list,
    all,
    find,
    load,
    loadWritable,
    get,
    view,
    mustOwn,
    publish,
    insert,
    change,
    tell,
    create,
    update,
    remove,
    importRows,
    setMedia,
  }
}
export type Noun = ReturnType<typeof noun<NounApi, Table, Body, object>>
/** What is read of every noun alike. */
export type RegisteredNoun = Pick<Noun, 'facts' | 'tableName'>
