import { and, asc, eq, ne, sql } from 'drizzle-orm'
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
