import { and, eq, ne, or, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { hashPassword } from '#kernel/http/passwords'
import { afterWait, transaction, type Ctx } from '#kernel/context'
import { AppError, notFound, unique, noPermission } from '#kernel/errors'
import type { Page } from '#kernel/http/paging'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { noun } from '#kernel/noun/noun'
import { contains } from '#kernel/storage/contains'
import type { NounEvent } from '#kernel/noun/api'
import { nounRoutes } from '#kernel/noun/routes'
import { ofCompany } from '#kernel/noun/scope'
import type { Db } from '#kernel/storage/libsql'
import { companies, discard, purgeDiscarded } from '../companies'
import { companies as companyTable } from '../companies/schema'
import { connections } from '../connections'
import { operatorEntries } from '../operator-entries'
import { plans } from '../plans'
import { queues } from '../queues'
import { allow, may, mustReach, publishByRight, reaches } from '../rights'
import { userApi } from './api'
import { availabilityJob, availabilityOf, sayAvailability } from './availability'
import { AvailabilityBody, PreferencesBody, ProfileBody, UserBody, UserPatch } from './body'
import { currentPassword, type Prove } from './current-password'
import { changePreferences, preferencesOf } from './preferences'
import { holding, purgeQueues, queuesOf, setQueues } from './held-queues'
import { users as table } from './schema'

export * from './body'
export { isQuietAt } from './quiet-hours'
export type { Availability } from './availability'
export type User = typeof table.$inferSelect
type Input = v.InferOutput<typeof UserBody>
type Patch = v.InferOutput<typeof UserPatch>

const TAKEN = 'An user with this email already exists.'
const ofOwn = ofCompany<User>(table)

const base = noun({
  name: 'user',
  api: userApi,
  table,
  scope: ofOwn,
  body: UserBody,
  patch: UserPatch,
  pageSize: 20,
  order: 'created_at desc, id desc',
  /** Everyone finds colleagues by name; their addresses are for administrators. */
  search: async (ctx, text) => or(contains(table.name, text), may(ctx.actor, 'users:write') ? contains(table.email, text) : undefined),
  refs: { whatsappId: () => connections, queueIds: () => queues },
  unique: { email: TAKEN },
  check: plans.limits('users', table),
  rights: {
    create: allow('users:write'),
    write: allow('users:write', (actor, c) => actor.userId === Number(c.req.param('id'))),
    remove: allow('users:write'),
  },
  told: (ctx, { id }): Promise<unknown> => tellAnew(ctx, id),
  /** Never the whole row: the password hash stays here. */
  async view(ctx, rows) {
    const [queuesById, [company]] = await Promise.all([
      queuesOf(
        ctx.db,
        rows.map(user => user.id),
      ),
      ctx.db
        .select({ id: companyTable.id, name: companyTable.name, dueDate: companyTable.dueDate, timeZone: companyTable.timeZone })
        .from(companyTable)
        .where(eq(companyTable.id, ctx.companyId)),
    ])
    return rows.map(({ passwordHash, preferences, availability, awayReason, awayUntil, ...user }) => ({
      ...user,
      availability: availabilityOf({ availability, awayReason, awayUntil }),
      queues: queuesById.get(user.id) ?? [],
      company: companies.shown(company!),
    }))
  },
})
type Shown = Awaited<ReturnType<typeof base.get>>
declare module '#kernel/context' {
  interface Events {
    user: NounEvent<typeof userApi, Shown | ReturnType<typeof operator> | ReturnType<typeof colleague>>
  }
}

/** What colleagues see of each other, to hand a ticket over. */
const colleague = ({ id, name, companyId, online, availability, createdAt }: Shown) => ({
  id,
  name,
  companyId,
  online,
  availability,
  createdAt,
})
/** What an administrator sees of an operator: enough for a line of the list. */
const operator = (user: Shown) => ({ ...colleague(user), email: user.email, profile: user.profile, super: user.super })

/** Tells a change to the others, each as they may read it. */
function tellColleagues(ctx: Ctx, action: 'create' | 'update', user: Shown) {
  publishByRight(ctx, 'users:write', 'user', { action, user: user.super ? operator(user) : user }, { action, user: colleague(user) })
}
/** What is told to the person comes last, so that it stays. */
function tell(ctx: Ctx, action: 'create' | 'update', user: Shown) {
  tellColleagues(ctx, action, user)
  ctx.publish('user', { action, user }, [`user-${user.id}`])
  return user
}

const tellAnew = async (ctx: Ctx, id: number) => tell(ctx, 'update', await base.get(ctx, id))

/** Whether one is there, told to all colleagues. */
const say = (ctx: Ctx, input: v.InferOutput<typeof AvailabilityBody>) =>
  transaction(ctx, async ctx => {
    await sayAvailability(ctx, input)
    return (await tellAnew(ctx, ctx.actor.userId!)).availability
  })

/** Everyone finds colleagues; their addresses and rights are for administrators. */
async function list(ctx: Ctx, page: Page) {
  const { users, ...rest } = await base.list(ctx, page)
  const seen = (user: Shown) => (!may(ctx.actor, 'users:write') ? colleague(user) : reaches(ctx.actor, user) ? user : operator(user))
  return {
    users: users.map(user => ({ ...seen(user), queues: user.queues, company: { id: user.company.id, name: user.company.name } })),
    ...rest,
  }
}

/**
 * Whom a ticket can be handed to; who leads is told of those who attend every queue. Clients of the family read addresses here, whoever
 * asks: those of colleagues stay, and that of an operator is for who leads.
 */
async function all(ctx: Ctx, text = '') {
  const users = (await base.all(ctx, text)).toSorted((a, b) => a.id - b.id)
  const isTold = may(ctx.actor, 'users:write')
  return users.map(({ id, name, email, queues, online, availability, profile, super: operates }) => {
    const seen = { id, name, email: operates && !isTold ? '' : email, queues, online, availability }
    return isTold ? { ...seen, profile } : seen
  })
}

/** Everyone with what they may, for what the server decides itself. */
const everyone = (ctx: Ctx) => base.all(ctx, '')

/** One's own row, and for administrators those of the others. */
async function getReachable(ctx: Ctx, id: number) {
  if (ctx.actor.profile !== 'admin' && ctx.actor.userId !== id) throw notFound('user')
  const user = await base.get(ctx, id)
  mustReach(ctx.actor, user)
  return user
}

type First = { name: string; email: string; passwordHash: string; super: boolean; language?: User['language'] }
/** The first person of a new company; part of the caller's transaction. */
async function createFirst(db: Db, input: First & { companyId: number }) {
  const [user] = await unique(
    'ERR_EMAIL_TAKEN',
    db
      .insert(table)
      .values({ ...input, profile: 'admin', allTicket: 'enabled' })
      .returning(),
  )
  return user!
}

/** A company with its first person, by whom it is administered; part of the caller's transaction. There is no other way to make one. */
async function createCompanyWithAdmin(db: Db, company: Parameters<typeof companies.create>[1], person: First) {
  const { id } = await companies.create(db, company)
  return createFirst(db, { ...person, companyId: id })
}

/** Everyone of a company that goes: every session is over, and the addresses are free. */
const leaveCompany = (ctx: Ctx, companyId: number) =>
  ctx.db
    .update(table)
    .set({ email: sql`lower(hex(randomblob(16)))`, online: false, whatsappId: null, tokenVersion: sql`${table.tokenVersion} + 1` })
    .where(eq(table.companyId, companyId))

async function create(ctx: Ctx, { password, ...input }: Input) {
  const passwordHash = await hashPassword(password)
  return afterWait(ctx, async ctx => {
    const { id } = await base.insert(ctx, { ...input, passwordHash })
    await setQueues(ctx, id, input.queueIds)
    return tell(ctx, 'create', await base.get(ctx, id))
  })
}

/** What only verbs give. The hash is for a transaction that has begun, in which nothing slow is awaited. */
type Unsent = { language?: User['language']; passwordHash?: string }

/** A new password, profile or address ends every session of the user. */
async function update(ctx: Ctx, id: number, { password, ...input }: Omit<Patch, 'currentPassword'> & Unsent) {
  const passwordHash = input.passwordHash ?? (password ? await hashPassword(password) : undefined)
  return afterWait(ctx, async ctx => {
    const before = await base.load(ctx, id)
    mustReach(ctx.actor, before)
    const isOther = (field: 'profile' | 'email') => input[field] !== undefined && input[field] !== before[field]
    const ends = passwordHash || isOther('profile') || isOther('email')
    if (input.profile && input.profile !== 'admin' && before.profile === 'admin') await mustKeepAnAdmin(ctx, id)
    const tokenVersion = ends ? sql`${table.tokenVersion} + 1` : undefined
    await base.change(ctx, before, { ...input, passwordHash, tokenVersion })
    if (ends) await operatorEntries.leaveAll(ctx, id)
    if (input.queueIds) await setQueues(ctx, id, input.queueIds)
    ctx.access.changed({ userId: id })
    return tell(ctx, 'update', await base.get(ctx, id))
  })
}

async function mustKeepAnAdmin(ctx: Ctx, id: number) {
  const admins = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(and(ofOwn.read(ctx), eq(table.profile, 'admin')))
    .limit(2)
  if (admins.every(admin => admin.id === id)) throw new AppError('ERR_LAST_ADMIN', 400)
}

/** Takes a user out of the company at once: every session is over, and the address is free. */
const remove = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    const user = await base.load(ctx, id)
    mustReach(ctx.actor, user)
    if (user.profile === 'admin') await mustKeepAnAdmin(ctx, id)
    await discard(ctx, table, id, {
      email: crypto.randomUUID(),
      online: false,
      tokenVersion: sql`${table.tokenVersion} + 1`,
    })
    await operatorEntries.leaveAll(ctx, id)
    ctx.publish('user', { action: 'delete', userId: id })
    ctx.access.changed({ userId: id })
  })

/** Deletes one who was taken out, when nothing names that person any more. */
const purge = (ctx: Ctx, id: number) => purgeDiscarded(ctx, table, id)

async function updateOwn(ctx: Ctx, prove: Prove, { currentPassword, ...input }: v.InferOutput<typeof ProfileBody>) {
  const user = await base.load(ctx, ctx.actor.userId!)
  await prove(user, { ...input, currentPassword })
  return update(ctx, user.id, input)
}

/** Whether a row as a form sends it back would change what only an administrator may. */
const changesRights = (before: Shown, { profile, allTicket, whatsappId, queueIds }: Patch) =>
  (profile !== undefined && profile !== before.profile) ||
  (allTicket !== undefined && allTicket !== before.allTicket) ||
  (whatsappId !== undefined && whatsappId !== before.whatsappId) ||
  (queueIds !== undefined &&
    new Set([...queueIds, ...before.queues.map(queue => queue.id)]).size > Math.min(new Set(queueIds).size, before.queues.length))

/** The own row as clients of this family save it: with every field of the form, most of them unchanged. */
async function saveOwn(ctx: Ctx, prove: Prove, change: UserJourneys['change'], { currentPassword, ...input }: Patch) {
  const before = await base.load(ctx, ctx.actor.userId!)
  await prove(before, { ...input, currentPassword })
  if (may(ctx.actor, 'users:write')) return change(ctx, before.id, input)
  if (changesRights(await base.get(ctx, before.id), input)) throw noPermission()
  const { name, email, password } = input
  return update(ctx, before.id, { name, email, password })
}

const byEmail = async (db: Db, email: string) => (await db.select().from(table).where(eq(table.email, email)))[0]
const byId = async (db: Db, id: number) => (await db.select().from(table).where(eq(table.id, id)))[0]
/** Colleagues are told of a change: one who comes after them is not in what they read by then. */
const setOnline = (ctx: Ctx, id: number, online: boolean) =>
  transaction(ctx, async ctx => {
    const { rowsAffected } = await ctx.db
      .update(table)
      .set({ online })
      .where(and(ofOwn.read(ctx), eq(table.id, id), ne(table.online, online)))
    if (rowsAffected) tellColleagues(ctx, 'update', await base.get(ctx, id))
  })
const online = (db: Db) => db.select({ id: table.id, companyId: table.companyId }).from(table).where(eq(table.online, true))

export const users = {
  ...base,
  list,
  all,
  everyone,
  createFirst,
  createCompanyWithAdmin,
  leaveCompany,
  create,
  update,
  remove,
  purge,
  holding,
  purgeQueues,
  byEmail,
  byId,
  queuesOf,
  setOnline,
  online,
  preferencesOf,
  availabilityOf,
  availabilityJob: () => availabilityJob(tellAnew),
}

/** They see to the tickets of who leaves, or serves a queue no more; they cross nouns and so live in flows/. */
export type UserJourneys = {
  change(ctx: Ctx, id: number, input: Omit<Patch, 'currentPassword'>): Promise<Shown>
  remove(ctx: Ctx, id: number): Promise<void>
}

export function userRoutes({ change, remove }: UserJourneys) {
  const prove = currentPassword()
  const save = (ctx: Ctx, id: number, { currentPassword, ...input }: Patch) =>
    id === ctx.actor.userId ? saveOwn(ctx, prove, change, { ...input, currentPassword }) : change(ctx, id, input)
  return router()
    .put('/me', valid('json', ProfileBody), async c => c.json(await updateOwn(c.var.ctx, prove, c.req.valid('json'))))
    .put('/me/preferences', valid('json', PreferencesBody), async c => c.json(await changePreferences(c.var.ctx, c.req.valid('json'))))
    .put('/me/availability', valid('json', AvailabilityBody), async c => c.json(await say(c.var.ctx, c.req.valid('json'))))
    .route('/', nounRoutes(users, { get: getReachable, update: save, remove }))
}
