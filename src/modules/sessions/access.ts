import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { AccessChange, Actor } from '#kernel/context'
import { AppError } from '#kernel/errors'
import type { Db } from '#kernel/storage/libsql'
import { companies, type Company, type Owing, type Terms } from '../companies'
import { companies as companyTable } from '../companies/schema'
import { plans } from '../plans'
import { resellers } from '../resellers'
import { may, ruleOf } from '../rights'
import { settings } from '../settings'
import { users, type User } from '../users'
import { users as userTable } from '../users/schema'
import { sessions as table } from './schema'

/** Who a living session stands for. */
export type Access = {
  actor: Actor
  companyId: number
  company: Scope
  terms: Terms
  /** Until when an operator is in a company that is not their own. */
  until: Date | null
}
type Scope = Owing & Pick<Company, 'id' | 'planId' | 'exceptions' | 'resellerId'>

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
    /** As a transaction sees it, with what others wrote that share its commit. */
    by: (tx: Db, sessionId: string) => (tx === db ? of(sessionId) : read(tx, sessionId)),
    /** Invalidates the cache of these sessions: their next request reads the rights anew. */
    forget(change: AccessChange) {
      changes++
      for (const [id, access] of living) if (isConcerned(access, change)) living.delete(id)
    },
  }
}
export type AccessCache = ReturnType<typeof accessCache>

/** Whether a change may be one of this access. */
export function isConcerned({ actor, companyId, company }: Access, change: AccessChange): boolean {
  if (change.everybody) return true
  const named = [
    [change.companyId, companyId],
    [change.planId, company.planId],
    [change.userId, actor.userId],
    [change.sessionId, actor.sessionId],
    [change.queueId, actor.queueIds.find(id => id === change.queueId)],
  ].filter(([changed]) => changed !== undefined)
  return named.length > 0 && named.every(([changed, own]) => changed === own)
}

async function read(db: Db, sessionId: string): Promise<Access | undefined> {
  const { id, status, isDemo, dueDate, createdAt, timeZone, planId, exceptions, resellerId } = companyTable
  const [row] = await db
    .select({
      user: userTable,
      company: { id, status, isDemo, dueDate, createdAt, timeZone, planId, exceptions, resellerId },
      session: table,
    })
    .from(table)
    .innerJoin(userTable, and(eq(userTable.id, table.userId), eq(userTable.tokenVersion, table.tokenVersion)))
    .innerJoin(companyTable, eq(companyTable.id, sql`ifnull(${table.companyId}, ${userTable.companyId})`))
    .where(and(eq(table.id, sessionId), gt(table.expiresAt, new Date()), isNull(companyTable.deletedAt)))
  if (!row) return
  const { user, company, session } = row
  const until = session.companyId === null ? null : session.expiresAt
  if (until && !(await mayVisit(db, user, company))) return
  const actor = await actorOf(db, until ? visitor(user) : user, company, sessionId)
  return {
    companyId: company.id,
    company,
    terms: await companies.termsOf({ db, companyId: company.id }),
    until,
    actor: { ...actor, isVisitor: until !== null },
  }
}

/** An operator inside a company is an administrator of it, and operates nothing there. */
export const visitor = (user: User): User => ({ ...user, profile: 'admin', super: false, allTicket: 'enabled', whatsappId: null })

/** Whether an operator, as they are now, operates the company that they are in. */
async function mayVisit(db: Db, user: User, { resellerId }: Scope) {
  if (!user.super) return false
  const home = await resellers.ofCompany({ db }, user.companyId)
  return !home || (home.isActive && home.id === resellerId)
}

/** Who operates for a reseller does so as long as it is active. */
const operates = async (db: Db, user: User, { resellerId }: Pick<Company, 'resellerId'>) =>
  user.super && (resellerId === null || Boolean((await resellers.byId(db, resellerId))?.isActive))

/** Who runs the installation, whom no state of a company keeps out. */
export const isOfHouse = ({ super: isSuper, resellerId }: Pick<Actor, 'super' | 'resellerId'>) => isSuper && resellerId === null

/** A person as every request of a session knows them. */
export async function actorOf(
  db: Db,
  user: User,
  company: Pick<Company, 'id' | 'status' | 'planId' | 'exceptions' | 'resellerId'>,
  sessionId: string | null,
): Promise<Actor> {
  const [isSuper, queues, features, opened] = await Promise.all([
    operates(db, user, company),
    users.queuesOf(db, [user.id]),
    plans.featuresOf(db, company),
    settings.opened(db, company.id),
  ])
  return {
    userId: user.id,
    name: user.name,
    profile: user.profile,
    super: isSuper,
    resellerId: company.resellerId,
    queueIds: (queues.get(user.id) ?? []).map(queue => queue.id),
    allTicket: user.allTicket === 'enabled',
    sessionId,
    features: new Set<string>([...features, ...opened]),
    readOnly: !company.status && !isOfHouse({ super: isSuper, resellerId: company.resellerId }),
    isVisitor: false,
  }
}

/** Who pays for the company reads it whatever it owes. */
export const mayPay = ({ profile }: Pick<User, 'profile'>) => (ruleOf('invoices:pay').profiles as readonly string[]).includes(profile)

/** Whoever is let in: no state of a company closes it to those who operate it. */
export function mustBeLive({ actor, company, terms, until }: Access) {
  if (until && until.getTime() <= Date.now()) throw new AppError('ERR_INVALID_TOKEN', 403)
  if (!until && !isOfHouse(actor)) companies.mustBeOpen(company, terms, may(actor, 'invoices:pay'))
}

/** Refuses what would send or change something while the company is suspended; days pass while a session lives. */
export function mustWrite({ actor, company, terms, until }: Access) {
  if (actor.readOnly) throw new AppError('ERR_COMPANY_SUSPENDED', 402)
  if (!until && !isOfHouse(actor)) companies.mustBeActive(company, terms)
}
