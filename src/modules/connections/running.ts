import { and, asc, eq, isNull, ne, notBetween, or, sql } from 'drizzle-orm'
import type { Db } from '#kernel/storage/libsql'
import { prepared } from '#kernel/storage/prepared'
import { TRASH } from '../companies'
import { connections as table } from './schema'

/** Every connection of the installation, for the process that runs them. */
export const listAllTenants = (db: Db) => db.select().from(table).where(ne(table.companyId, TRASH)).orderBy(asc(table.id))
const byId = prepared(db =>
  db
    .select()
    .from(table)
    .where(and(eq(table.id, sql.placeholder('id')), ne(table.companyId, TRASH)))
    .prepare(),
)
export const findAcrossTenants = async (db: Db, id: number) => (await byId(db).all({ id }))[0]

export const sawTraffic = (db: Db, id: number, at: Date) => db.update(table).set({ lastTrafficAt: at }).where(eq(table.id, id))

/**
 * Claims a connection for one process, or renews its claim. False while another process holds it; a claim for longer than one lasts
 * was made by a clock that was wrong.
 */
export async function lease(db: Db, id: number, owner: string, ms: number) {
  const now = Date.now()
  const { rowsAffected } = await db
    .update(table)
    .set({ leaseOwner: owner, leaseUntil: new Date(now + ms) })
    .where(
      and(
        eq(table.id, id),
        or(isNull(table.leaseOwner), eq(table.leaseOwner, owner), notBetween(table.leaseUntil, new Date(now), new Date(now + 2 * ms))),
      ),
    )
  return rowsAffected === 1
}

export const release = (db: Db, id: number, owner: string) =>
  db
    .update(table)
    .set({ leaseOwner: null, leaseUntil: null })
    .where(and(eq(table.id, id), eq(table.leaseOwner, owner)))
    .then(() => undefined)
