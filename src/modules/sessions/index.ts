import { type SQL, and, desc, eq, gt, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import { signAccess } from '#kernel/http/access-token'
import { checkPassword, hashPassword } from '#kernel/http/passwords'
import type { Here } from '#kernel/http/router'
import { digest, randomToken, sameText } from '#kernel/http/tokens'
import { transaction, type Ctx, type CtxFor } from '#kernel/context'
import { AppError } from '#kernel/errors'
import type { Db } from '#kernel/storage/libsql'
import { ignoreStorageFault } from '#kernel/storage/storage-errors'
import { companies, standingOf, type Company } from '../companies'
import { companies as companyTable } from '../companies/schema'
import { operatorEntries } from '../operator-entries'
import { resellers } from '../resellers'
import { rightsOf } from '../rights'
import { settings } from '../settings'
import { users, type User } from '../users'
import { users as userTable } from '../users/schema'
import type { Origin, SignInAttempts } from './attempts'
import { sessions as table } from './schema'
import { actorOf, isOfHouse, mayPay, visitor } from './access'

export { accessCache, actorOf, isConcerned, mustBeLive, type Access, type AccessCache } from './access'
export { signInAttempts } from './attempts'
export { authenticate } from './authenticate'
export type { SessionOptions } from './routes'

const REFRESH_MS = 7 * 24 * 3600 * 1000
/** Two tabs may refresh with the same token at once: the one before is good for this long. */
const GRACE_MS = 30_000
const MAX_AGENT = 300
/** More than a person has, so that the list is bounded. */
const MAX_LISTED = 100

export type Person = Awaited<ReturnType<typeof profile>>
export type SignedIn = { token: string; cookie: string | null; user: Person }

/** What a client learns of the signed-in person: never the whole rows. */
async function profile(ctx: Ctx, user: User, entered: Entered | null = null) {
  const { companyId } = ctx
  const [{ deletedAt, ...company } = {} as never] = await ctx.db.select().from(companyTable).where(eq(companyTable.id, companyId))
  const actor = await actorOf(ctx.db, user, company, null)
  const { id, name, email, allTicket, whatsappId, tokenVersion, language } = user
  return {
    id,
    name,
    email,
    profile: user.profile,
    companyId,
    super: actor.super,
    allTicket,
    whatsappId,
    tokenVersion,
    language: language ?? company.language,
    preferences: users.preferencesOf(user),
    availability: users.availabilityOf(user),
    rights: rightsOf(actor),
    entered,
    company: {
      ...companies.shown(company),
      standing: standingOf(company, await companies.termsOf(ctx)),
      settings: await settings.all({ ...ctx, actor }),
    },
    queues: (await users.queuesOf(ctx.db, [id])).get(id) ?? [],
  }
}

/** Why and until when an operator is in a company. */
type Entered = { reason: string; until: Date }

const accessToken = (user: User, sid: string, secret: string) =>
  signAccess({ id: user.id, companyId: user.companyId, username: user.name, profile: user.profile, sid }, secret)

type Opened = { sid: string; refresh: string }

async function insert(
  ctx: Ctx,
  user: User,
  userAgent: string,
  entry: Partial<Pick<typeof table.$inferInsert, 'companyId' | 'parentId' | 'expiresAt'>> = {},
): Promise<Opened> {
  const opened = { sid: crypto.randomUUID(), refresh: randomToken() }
  const now = Date.now()
  await ctx.db.insert(table).values({
    id: opened.sid,
    userId: user.id,
    tokenVersion: user.tokenVersion,
    refreshHash: digest(opened.refresh),
    rotatedAt: new Date(now),
    expiresAt: new Date(now + REFRESH_MS),
    userAgent: userAgent.slice(0, MAX_AGENT),
    ...entry,
  })
  return opened
}

const answer = async (ctx: Ctx, user: User, { sid, refresh }: Opened, secret: string): Promise<SignedIn> => ({
  token: await accessToken(user, sid, secret),
  cookie: `${sid}.${refresh}`,
  user: await profile(ctx, user),
})

/** Signs a person in without asking for the password: right after the set-up. */
const open = async (ctx: Ctx, user: User, secret: string, userAgent: string) =>
  answer(ctx, user, await insert(ctx, user, userAgent), secret)

declare module '#kernel/context' {
  interface Events {
    /** Another sign-in ended this person's other sessions. */
    auth: { action: 'update'; user: { id: number; email: string; companyId: number } }
    session: { action: 'end'; sessionId: string }
  }
}

/** Ends the user's other sessions and tells their windows why. */
async function endOthers(ctx: Ctx, user: User, keep: string) {
  await endEntries(ctx, and(eq(table.userId, user.id), ne(table.id, keep))!)
  await ctx.db.delete(table).where(and(eq(table.userId, user.id), ne(table.id, keep)))
  ctx.publish('auth', { action: 'update', user: { id: user.id, email: user.email, companyId: user.companyId } }, [`user-${user.id}`])
  ctx.access.changed({ userId: user.id })
}

const wrong = () => new AppError('ERR_INVALID_CREDENTIALS', 401)
/** Whether the address is that of who the person is a customer of: of their reseller, or of the house. */
const isAt = async (db: Db, user: User, here: Here | undefined) => (await resellers.ofCompany({ db }, user.companyId))?.id === here?.id

type SignIn = { ctxFor: CtxFor; db: Db; attempts: SignInAttempts; secret: string }
async function login(
  { ctxFor, db, attempts, secret }: SignIn,
  input: { email: string; password: string },
  origin: Origin,
  userAgent: string,
  here: Here | undefined,
) {
  attempts.take(origin, input.email)
  const user = await users.byEmail(db, input.email)
  if (!(await checkPassword(input.password, user?.passwordHash ?? null)) || !user) throw wrong()
  // At the address of another nobody learns that there is such an account.
  if (!(await isAt(db, user, here))) throw wrong()
  attempts.succeeded(origin, input.email)
  const ctx = ctxFor(user.companyId)
  await mustBeOpen(ctx, user)
  const opened = await transaction(ctx, async ctx => {
    const opened = await insert(ctx, user, userAgent)
    await companies.used(ctx.db, ctx.companyId)
    if (await settings.enabled(ctx, 'singleSession')) await endOthers(ctx, user, opened.sid)
    return opened
  })
  return answer(ctx, user, opened, secret)
}

/** Whoever operates the installation is let in whatever becomes of the own company. */
async function mustBeOpen(ctx: Ctx, user: User) {
  const company = await companies.get(ctx)
  if (!isOfHouse({ super: user.super, resellerId: company.resellerId }))
    companies.mustBeOpen(company, await companies.termsOf(ctx), mayPay(user))
}

const expired = () => new AppError('ERR_SESSION_EXPIRED', 401)

/** A token that is neither the newest nor, for a moment, the one before is `stale`: used before, or made up. */
async function find(db: Db, cookie: string | undefined) {
  const [sid, refresh] = (cookie ?? '').split('.')
  if (!sid || !refresh) throw expired()
  const [session] = await db.select().from(table).where(eq(table.id, sid))
  const user = session && session.expiresAt > new Date() ? await users.byId(db, session.userId) : undefined
  if (!session || !user || user.tokenVersion !== session.tokenVersion) throw expired()
  const given = digest(refresh)
  const current = sameText(given, session.refreshHash)
  const isRecent = session.previousHash !== null && Math.abs(Date.now() - session.rotatedAt.getTime()) <= GRACE_MS
  return { session, user, current, stale: !current && !(isRecent && sameText(given, session.previousHash!)) }
}

async function byCookie(db: Db, cookie: string | undefined) {
  const found = await find(db, cookie)
  if (found.stale) throw expired()
  return found
}

/** Rotates the refresh token. A token used after its successor ends the session: one of the two was stolen. */
async function refresh(ctxFor: CtxFor, db: Db, cookie: string | undefined, secret: string, here: Here | undefined): Promise<SignedIn> {
  const { session, user, current, stale } = await find(db, cookie)
  // Their company went to another reseller, whose address is where they sign in now.
  if (!(await isAt(db, user, here))) throw expired()
  const ctx = ctxFor(user.companyId)
  await mustBeOpen(ctx, user)
  if (stale) {
    await end(ctx, session.id)
    throw expired()
  }
  // While nothing can be stored the old refresh token stays good.
  const next = current ? await rotate(db, session).catch(ignoreStorageFault) : null
  // Another tab was faster, or the password was changed since the session was read: then it is over.
  if (next === null && current) await find(db, cookie)
  if (next) await companies.used(db, ctx.companyId).catch(ignoreStorageFault)
  return {
    token: await accessToken(user, session.id, secret),
    cookie: next ? `${session.id}.${next}` : null,
    user: await profile(ctx, user),
  }
}

/** Neither the password nor anything else that ends all sessions of a person was changed since this one began. */
const isOfNow = sql`token_version = (select u.token_version from users u where u.id = sessions.user_id)`

/** The next refresh token; null when another tab was faster, or the session is over. */
async function rotate(db: Db, { id, refreshHash }: { id: string; refreshHash: string }) {
  const next = randomToken()
  const now = Date.now()
  const { rowsAffected } = await db
    .update(table)
    .set({ refreshHash: digest(next), previousHash: refreshHash, rotatedAt: new Date(now), expiresAt: new Date(now + REFRESH_MS) })
    .where(and(eq(table.id, id), eq(table.refreshHash, refreshHash), isOfNow))
  return rowsAffected ? next : null
}

/** Ends a session, and the one by which its person is in another company. */
async function end(ctx: Ctx, sessionId: string) {
  await ctx.db.delete(table).where(eq(table.id, sessionId))
  await endEntries(ctx, eq(table.parentId, sessionId))
  tellEnd(ctx, sessionId)
}

/** Ends sessions of operators in companies that are not their own. */
const endEntries = (ctx: Ctx, which: SQL) =>
  transaction(ctx, async ctx => {
    const ended = await ctx.db
      .delete(table)
      .where(and(which, isNotNull(table.companyId)))
      .returning({ id: table.id })
    for (const { id } of ended) {
      await operatorEntries.leave(ctx, id)
      tellEnd(ctx, id)
    }
  })

/**
 * Lets an operator into a company that is not their own, for a while and no longer: the token outlives the stay by nothing, and the
 * session has no other way to a new one. Who is inside operates nothing, and so can not go on to a third.
 */
export const enterCompany = (
  ctx: Ctx,
  company: Company,
  { reason, minutes }: { reason: string; minutes: number },
  secret: string,
  userAgent: string,
) =>
  transaction(ctx, async ctx => {
    if (company.id === ctx.companyId) throw new AppError('ERR_COMPANY_OWN', 409)
    const user = (await users.byId(ctx.db, ctx.actor.userId!))!
    await endEntries(ctx, eq(table.userId, user.id))
    const until = new Date(Date.now() + minutes * 60_000)
    const { sid } = await insert(ctx, user, userAgent, { companyId: company.id, parentId: ctx.actor.sessionId, expiresAt: until })
    await operatorEntries.add(ctx, company, { reason, sessionId: sid, endsAt: until })
    return inside(ctx.within(company.id), user, sid, secret)
  })

/** What the browser of an operator who is inside needs, after a reload too. */
async function inside(ctx: Ctx, user: User, sid: string, secret: string) {
  const { reason, endsAt: until } = (await operatorEntries.of(ctx, sid))!
  const guest = visitor(user)
  const claims = { id: user.id, companyId: ctx.companyId, username: user.name, profile: guest.profile, sid }
  return { token: await signAccess(claims, secret, until), user: await profile(ctx, guest, { reason, until }) }
}

/** The same for a session that an access token named. */
const resume = async (ctx: Ctx, secret: string) => inside(ctx, (await users.byId(ctx.db, ctx.actor.userId!))!, ctx.actor.sessionId!, secret)

const leave = (ctx: Ctx) => endEntries(ctx, eq(table.id, ctx.actor.sessionId!))
function tellEnd(ctx: Ctx, sessionId: string) {
  // A name of its own: clients of this family read the user of everything that is told of `auth`.
  ctx.publish('session', { action: 'end', sessionId }, [`session-${sessionId}`])
  ctx.access.changed({ sessionId })
}

/** The living sessions of who asks: the one that asks, then the one used last. Use is known to the quarter of an hour in which a token is refreshed. */
async function list({ db, actor }: Ctx) {
  const rows = await db
    .select({ id: table.id, userAgent: table.userAgent, createdAt: table.createdAt, usedAt: table.rotatedAt })
    .from(table)
    .innerJoin(userTable, and(eq(userTable.id, table.userId), eq(userTable.tokenVersion, table.tokenVersion)))
    .where(and(eq(table.userId, actor.userId!), gt(table.expiresAt, new Date()), isNull(table.companyId)))
    .orderBy(desc(eq(table.id, actor.sessionId!)), desc(table.rotatedAt))
    .limit(MAX_LISTED)
  return rows.map(({ id, ...session }) => ({ ...session, current: id === actor.sessionId }))
}

/** Signs who asks out everywhere else. */
const endElsewhere = (ctx: Ctx) =>
  transaction(ctx, async ctx => {
    const { userId, sessionId } = ctx.actor
    await endEntries(ctx, and(eq(table.userId, userId!), ne(table.id, sessionId!))!)
    const others = await ctx.db
      .delete(table)
      .where(and(eq(table.userId, userId!), ne(table.id, sessionId!)))
      .returning({ id: table.id })
    for (const { id } of others) tellEnd(ctx, id)
  })

/** Makes the first company and its administrator, who also operates the installation. */
async function setUp(
  ctxFor: CtxFor,
  input: { company: string; name: string; email: string; password: string; language?: 'pt' | 'en' | 'es' },
) {
  const passwordHash = await hashPassword(input.password)
  return transaction(ctxFor(0), async ctx => {
    if (await companies.exists(ctx.db)) throw new AppError('ERR_NO_PERMISSION', 403)
    const { company: name, email, language } = input
    return users.createCompanyWithAdmin(ctx.db, { name, email, language }, { name: input.name, email, passwordHash, super: true, language })
  })
}

const sweep = (db: Db) => db.delete(table).where(lt(table.expiresAt, new Date()))

/** Deletes some sessions of who is gone. They were over when that person was. */
const purge = async (db: Db, userId: number, limit: number) =>
  (await db.delete(table).where(sql`id in (select id from sessions where user_id = ${userId} limit ${limit})`)).rowsAffected

export type OwnSession = Awaited<ReturnType<typeof list>>[number]

export const sessions = { login, resume, leave, refresh, byCookie, list, end, endElsewhere, open, setUp, sweep, purge }
