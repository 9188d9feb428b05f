import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { AppError } from '../errors'
import type { Db } from '../storage/libsql'

/** What a list comes to at most that is answered whole (GET /list): its answer, and what is read and held for it, is bounded. */
export const WHOLE = { rows: 5_000, letters: 4_000_000 }
/** Rows that are read at once, so that what is too much is not read before that is known. */
const PIECE = 250

const isPlain = (value: object) => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
/** As they lie in the table. */
const lettersOf = (row: object) =>
  Object.values(row).reduce((letters: number, value: unknown) => {
    if (typeof value === 'string') return letters + value.length
    return typeof value === 'object' && value !== null && isPlain(value) ? letters + JSON.stringify(value).length : letters
  }, 0)

/** Rows in the order of their ids, as far as their letters go. */
export async function untilFull<Row extends object>(ids: number[], read: (ids: number[]) => Promise<Row[]>): Promise<Row[]> {
  const all: Row[] = []
  for (let [at, letters] = [0, 0]; at < ids.length; at += PIECE)
    for (const row of await read(ids.slice(at, at + PIECE))) {
      letters += lettersOf(row)
      if (letters > WHOLE.letters && all.length) return all
      all.push(row)
    }
  return all
}

/** What more there may be in a list. */
export type Room = typeof WHOLE

/** How much room a table has for more rows, of those that a list has. */
export function roomIn(table: SQLiteTable) {
  const texts = Object.values(getTableColumns(table)).filter(({ columnType }) => columnType.startsWith('SQLiteText'))
  const letters = sql.join(
    texts.map(column => sql`ifnull(length(${column}), 0)`),
    sql` + `,
  )
  return async (db: Db, where: SQL | undefined): Promise<Room> => {
    const [has] = await db
      .select({ rows: sql<number>`count(*)`, letters: sql<number>`ifnull(sum(${texts.length ? letters : sql`0`}), 0)` })
      .from(table)
      .where(where)
    return { rows: WHOLE.rows - has!.rows, letters: WHOLE.letters - has!.letters }
  }
}

const full = () => new AppError('ERR_LIST_LIMIT', 400, WHOLE)

export function mustHavePlace(room: Room, row: object) {
  if (room.rows < 1 || room.letters < lettersOf(row)) throw full()
}
/** One more row is there. */
export function takePlace(room: Room, row: object) {
  room.rows--
  room.letters -= lettersOf(row)
}

/** Letters that a change adds to a row; what is not longer than before needs none. */
export const growth = (before: object, values: object) => lettersOf({ ...before, ...values }) - lettersOf(before)
export function mustHaveRoom(room: Room, letters: number) {
  if (room.letters < letters) throw full()
}
