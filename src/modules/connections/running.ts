import { asc, eq, ne } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { rowsById } from '#kernel/storage/json-rows'
import type { Db } from '#kernel/storage/libsql'
import { preparedRow } from '#kernel/storage/prepared'
import { asCommitted } from '#kernel/storage/row-cache'
import { TRASH } from '../companies'
import { connections as table } from './schema'

/** Every connection of the installation, for the process that runs them. */
export const listAllTenants = (db: Db) => db.select().from(table).where(ne(table.companyId, TRASH)).orderBy(asc(table.id))
const byId = preparedRow(table, `where id = ? and company_id <> ${TRASH}`)
export const findAcrossTenants = (db: Db, id: number) => byId(db, [id])

const committedRows = rowsById<typeof table.$inferSelect>(table)
/**
 * A connection of the company as it was committed last: for what every message of a customer asks. Its lease and its traffic are renewed
 * every ten seconds, and forget what is kept: a busy number is read once for many messages all the same.
 */
export async function committed(ctx: Ctx, id: number): Promise<typeof table.$inferSelect | undefined> {
  const [connection] = await committedRows(asCommitted(ctx), [id])
  return connection?.companyId === ctx.companyId ? connection : undefined
}

export const sawTraffic = (db: Db, id: number, at: Date) => db.update(table).set({ lastTrafficAt: at }).where(eq(table.id, id))
