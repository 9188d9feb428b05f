import { and, eq, gt } from 'drizzle-orm'
import type { Actor } from '#kernel/context'
import type { Db } from '#kernel/storage/libsql'
import { companies, type Company } from '../companies'
import { companies as companyTable } from '../companies/schema'
import { users } from '../users'
import { users as userTable } from '../users/schema'
import { sessions as table } from './schema'

/** Who a living session stands for. */
export type Access = { actor: Actor; companyId: number; company: Pick<Company, 'status' | 'dueDate' | 'timeZone'> }

/** Living sessions by id, so that a request costs no query; emptied of a user whose rights change. */
const living = new Map<string, Access>()
const MAX = 20_000

export async function accessOf(db: Db, sessionId: string): Promise<Access | undefined> {
  const known = living.get(sessionId)
  if (known) return known
  const [row] = await db
    .select({
      session: table,
      user: userTable,
      company: { status: companyTable.status, dueDate: companyTable.dueDate, timeZone: companyTable.timeZone },
    })
    .from(table)
    .innerJoin(userTable, and(eq(userTable.id, table.userId), eq(userTable.tokenVersion, table.tokenVersion)))
    .innerJoin(companyTable, eq(companyTable.id, userTable.companyId))
    .where(and(eq(table.id, sessionId), gt(table.expiresAt, new Date())))
  if (!row) return
  const { user } = row
  const queues = (await users.queuesOf(db, [user.id])).get(user.id) ?? []
  const access: Access = {
    companyId: user.companyId,
    company: row.company,
    actor: {
      userId: user.id,
      name: user.name,
      profile: user.profile,
      super: user.super,
      queueIds: queues.map(queue => queue.id),
      allTicket: user.allTicket === 'enabled',
      sessionId,
    },
  }
  if (living.size >= MAX) living.clear()
  living.set(sessionId, access)
  return access
}

/** Makes the next request of these sessions read the rights anew. */
export function forgetAccess(matches: (access: Access) => boolean) {
  for (const [id, access] of living) if (matches(access)) living.delete(id)
}

export const mustBeActive = (access: Access) => companies.mustBeActive(access.company)
