import { and, eq, gt } from 'drizzle-orm'
import type { AccessChange, Actor } from '#kernel/context'
import type { Db } from '#kernel/storage/libsql'
import { companies, type Company } from '../companies'
import { companies as companyTable } from '../companies/schema'
import { plans } from '../plans'
import { settings } from '../settings'
import { users, type User } from '../users'
import { users as userTable } from '../users/schema'
import { sessions as table } from './schema'

/** Who a living session stands for. */
export type Access = { actor: Actor; companyId: number; company: Pick<Company, 'status' | 'dueDate' | 'timeZone' | 'planId'> }

const MAX = 20_000

/** Living sessions by id, so that a request costs no query; one cache for each running product. */
export function accessCache(db: Db) {
  const living = new Map<string, Access>()
  let changes = 0

  async function of(sessionId: string): Promise<Access | undefined> {
    const known = living.get(sessionId)
    if (known) return known
    const before = changes
    const access = await read(db, sessionId)
    // What was read while something changed may be of before.
    if (before !== changes) return of(sessionId)
    if (!access) return
    if (living.size >= MAX) living.delete(living.keys().next().value!)
    living.set(sessionId, access)
    return access
  }

  return {
    of,
    /** Makes the next request of these sessions read the rights anew. */
    forget(change: AccessChange) {
      changes++
      for (const [id, access] of living) if (isConcerned(access, change)) living.delete(id)
    },
  }
}
export type AccessCache = ReturnType<typeof accessCache>

/** Whether a change may be one of this access. */
export function isConcerned({ actor, companyId, company }: Access, change: AccessChange): boolean {
  const told = [
    [change.companyId, companyId],
    [change.planId, company.planId],
    [change.userId, actor.userId],
    [change.sessionId, actor.sessionId],
    [change.queueId, actor.queueIds.find(id => id === change.queueId)],
  ].filter(([changed]) => changed !== undefined)
  return told.length > 0 && told.every(([changed, own]) => changed === own)
}

async function read(db: Db, sessionId: string): Promise<Access | undefined> {
  const { status, dueDate, timeZone, planId } = companyTable
  const [row] = await db
    .select({ user: userTable, company: { status, dueDate, timeZone, planId } })
    .from(table)
    .innerJoin(userTable, and(eq(userTable.id, table.userId), eq(userTable.tokenVersion, table.tokenVersion)))
    .innerJoin(companyTable, eq(companyTable.id, userTable.companyId))
    .where(and(eq(table.id, sessionId), gt(table.expiresAt, new Date())))
  if (!row) return
  const { user, company } = row
  return { companyId: user.companyId, company, actor: await actorOf(db, user, company, sessionId) }
}

/** A person as every request of a session knows them. */
export async function actorOf(db: Db, user: User, { planId }: Pick<Company, 'planId'>, sessionId: string | null): Promise<Actor> {
  const [queues, features, opened] = await Promise.all([
    users.queuesOf(db, [user.id]),
    plans.featuresOf(db, planId),
    settings.opened(db, user.companyId),
  ])
  return {
    userId: user.id,
    name: user.name,
    profile: user.profile,
    super: user.super,
    queueIds: (queues.get(user.id) ?? []).map(queue => queue.id),
    allTicket: user.allTicket === 'enabled',
    sessionId,
    features: new Set<string>([...features, ...opened]),
  }
}

export const mustBeActive = (access: Access) => companies.mustBeActive(access.company)
