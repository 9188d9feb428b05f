import { and, asc, count, desc, eq, inArray, or, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { checkPassword, hashPassword } from '#kernel/http/passwords'
import { transaction, type Ctx } from '#kernel/context'
import { AppError, notFound, unique, noPermission } from '#kernel/errors'
import { Id, offset, Page } from '#kernel/http/paging'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import type { Db } from '#kernel/storage/libsql'
import { contains } from '#kernel/noun/noun'
import { companies } from '../companies'
import { companies as companyTable } from '../companies/schema'
import { connections } from '../connections'
import { plans } from '../plans'
import { queues } from '../queues'
import { queues as queueTable } from '../queues/schema'
import { allow, may, mustReach, reaches } from '../rights'
import { ProfileBody, UserBody, UserPatch } from './body'
import { userQueues, users as table } from './schema'

export * from './body'
export type User = typeof table.$inferSelect
type Input = v.InferOutput<typeof UserBody>
type Patch = v.InferOutput<typeof UserPatch>

const TAKEN = 'ERR_EMAIL_TAKEN'
const PAGE = 20
const mine = (ctx: Ctx) => eq(table.companyId, ctx.companyId)

/** The queues of users in one query, with the join row that existing clients read: user id → queues. */
async function queuesOf(db: Db, userIds: number[]) {
  const rows = userIds.length
    ? await db
        .select({ queue: queueTable, UserQueue: userQueues })
        .from(userQueues)
        .innerJoin(queueTable, eq(queueTable.id, userQueues.queueId))
        .where(inArray(userQueues.userId, userIds))
        .orderBy(asc(queueTable.id))
    : []
  return Map.groupBy(
    rows.map(({ queue, UserQueue }) => ({ ...queue, UserQueue })),
    queue => queue.UserQueue.userId,
  )
}

/** Never the whole row: the password hash stays here. */
function shown(user: User) {
  const { passwordHash, ...rest } = user
  return rest
}

async function details(ctx: Ctx, user: User) {
  const [company] = await ctx.db
    .select({ id: companyTable.id, name: companyTable.name, dueDate: companyTable.dueDate, timeZone: companyTable.timeZone })
    .from(companyTable)
    .where(eq(companyTable.id, user.companyId))
  return { ...shown(user), queues: (await queuesOf(ctx.db, [user.id])).get(user.id) ?? [], company: companies.shown(company!) }
}

async function row(ctx: Ctx, id: number) {
  const [user] = await ctx.db
    .select()
    .from(table)
    .where(and(mine(ctx), eq(table.id, id)))
  if (!user) throw notFound('user')
  return user
}
const get = async (ctx: Ctx, id: number) => details(ctx, await row(ctx, id))

/** What colleagues see of each other, to hand a ticket over. */
const colleague = ({ id, name, companyId, online, createdAt }: User) => ({ id, name, companyId, online, createdAt })
/** What an administrator sees of an operator: enough for a line of the list. */
const operator = (user: User) => ({ ...colleague(user), email: user.email, profile: user.profile, super: user.super })

/** Everyone finds colleagues by name; their addresses and rights are for administrators. */
async function list(ctx: Ctx, page: Page) {
  const whole = may(ctx.actor, 'users:write')
  const text = page.searchParam
  const byText = text ? or(contains(table.name, text), whole ? contains(table.email, text) : undefined) : undefined
  const where = and(mine(ctx), byText)
  const [rows, [total], [company]] = await Promise.all([
    ctx.db.select().from(table).where(where).orderBy(desc(table.createdAt), desc(table.id)).limit(PAGE).offset(offset(page, PAGE)),
    ctx.db.select({ n: count() }).from(table).where(where),
    ctx.db.select({ id: companyTable.id, name: companyTable.name }).from(companyTable).where(eq(companyTable.id, ctx.companyId)),
  ])
  const queuesById = await queuesOf(
    ctx.db,
    rows.map(user => user.id),
  )
  return {
    users: rows.map(user => ({
      ...(!whole ? colleague(user) : reaches(ctx.actor, user) ? shown(user) : operator(user)),
      queues: queuesById.get(user.id) ?? [],
      company,
    })),
    count: total!.n,
    hasMore: total!.n > offset(page, PAGE) + rows.length,
  }
}

async function all(ctx: Ctx) {
  const rows = await ctx.db
    .select({ id: table.id, name: table.name, email: table.email })
    .from(table)
    .where(mine(ctx))
    .orderBy(asc(table.id))
    .limit(2000)
  const queuesById = await queuesOf(
    ctx.db,
    rows.map(user => user.id),
  )
  return rows.map(user => ({ ...user, queues: queuesById.get(user.id) ?? [] }))
}

async function setQueues(ctx: Ctx, userId: number, queueIds: number[]) {
  await queues.mustOwn(ctx, queueIds)
  await ctx.db.delete(userQueues).where(eq(userQueues.userId, userId))
  if (queueIds.length) await ctx.db.insert(userQueues).values([...new Set(queueIds)].map(queueId => ({ userId, queueId })))
}

/** The first person of a new company; part of the caller's transaction. */
async function createFirst(
  db: Db,
  input: { companyId: number; name: string; email: string; passwordHash: string; super: boolean; language?: User['language'] },
) {
  const [user] = await unique(
    TAKEN,
    db
      .insert(table)
      .values({ ...input, profile: 'admin', allTicket: 'enabled' })
      .returning(),
  )
  return user!
}

async function create(ctx: Ctx, { password, queueIds, ...input }: Input) {
  const passwordHash = await hashPassword(password)
  return transaction(ctx, async ctx => {
    await plans.assertCapacity(ctx, 'users', table)
    if (input.whatsappId) await connections.row(ctx, input.whatsappId)
    const [user] = await unique(
      TAKEN,
      ctx.db
        .insert(table)
        .values({ ...input, passwordHash, companyId: ctx.companyId })
        .returning(),
    )
    await setQueues(ctx, user!.id, queueIds)
    const created = await details(ctx, user!)
    ctx.publish('user', { action: 'create', user: created })
    return created
  })
}

/** A new password, profile or address ends every session of the user. */
async function update(ctx: Ctx, id: number, { password, queueIds, ...input }: Patch & { language?: User['language'] }) {
  const passwordHash = password ? await hashPassword(password) : undefined
  return transaction(ctx, async ctx => {
    const before = await row(ctx, id)
    mustReach(ctx.actor, before)
    const isOther = (field: 'profile' | 'email') => input[field] !== undefined && input[field] !== before[field]
    const ends = passwordHash || isOther('profile') || isOther('email')
    if (input.profile && input.profile !== 'admin' && before.profile === 'admin') await mustKeepAnAdmin(ctx, id)
    if (input.whatsappId) await connections.row(ctx, input.whatsappId)
    const [user] = await unique(
      TAKEN,
      ctx.db
        .update(table)
        .set({
          ...input,
          updatedAt: new Date(),
          ...(passwordHash && { passwordHash }),
          ...(ends && { tokenVersion: sql`${table.tokenVersion} + 1` }),
        })
        .where(and(mine(ctx), eq(table.id, id)))
        .returning(),
    )
    if (queueIds) await setQueues(ctx, id, queueIds)
    const changed = await details(ctx, user!)
    ctx.publish('user', { action: 'update', user: changed })
    ctx.access.changed({ userId: id })
    return changed
  })
}

async function mustKeepAnAdmin(ctx: Ctx, id: number) {
  const admins = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(and(mine(ctx), eq(table.profile, 'admin')))
    .limit(2)
  if (admins.every(admin => admin.id === id)) throw new AppError('ERR_LAST_ADMIN', 400)
}

const remove = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    const user = await row(ctx, id)
    mustReach(ctx.actor, user)
    if (user.profile === 'admin') await mustKeepAnAdmin(ctx, id)
    await ctx.db.delete(table).where(eq(table.id, id))
    ctx.publish('user', { action: 'delete', userId: id })
    ctx.access.changed({ userId: id })
  })

async function updateOwn(ctx: Ctx, { currentPassword, ...input }: v.InferOutput<typeof ProfileBody>) {
  const user = await row(ctx, ctx.actor.userId!)
  const sensitive = input.password || (input.email && input.email !== user.email)
  if (sensitive && !(await checkPassword(currentPassword ?? '', user.passwordHash))) throw new AppError('ERR_INVALID_CREDENTIALS', 400)
  return update(ctx, user.id, input)
}

/** Whether a row as a form sends it back would change what only an administrator may. */
const changesRights = (before: Awaited<ReturnType<typeof get>>, { profile, allTicket, whatsappId, queueIds }: Patch) =>
  (profile !== undefined && profile !== before.profile) ||
  (allTicket !== undefined && allTicket !== before.allTicket) ||
  (whatsappId !== undefined && whatsappId !== before.whatsappId) ||
  (queueIds !== undefined &&
    new Set([...queueIds, ...before.queues.map(queue => queue.id)]).size > Math.min(new Set(queueIds).size, before.queues.length))

/** The own row as clients of this family save it: with every field of the form, most of them unchanged. */
async function saveOwn(ctx: Ctx, input: Patch) {
  const before = await get(ctx, ctx.actor.userId!)
  if (changesRights(before, input)) throw noPermission()
  const { name, email, password } = input
  return update(ctx, before.id, { name, email, password })
}

const byEmail = async (db: Db, email: string) => (await db.select().from(table).where(eq(table.email, email)))[0]
const byId = async (db: Db, id: number) => (await db.select().from(table).where(eq(table.id, id)))[0]
const setOnline = (ctx: Ctx, id: number, online: boolean) =>
  ctx.db
    .update(table)
    .set({ online })
    .where(and(mine(ctx), eq(table.id, id)))
const allOffline = (db: Db) => db.update(table).set({ online: false }).where(eq(table.online, true))

export const users = { get, list, all, createFirst, create, update, remove, byEmail, byId, queuesOf, shown, setOnline, allOffline }

/** `remove` sees to the tickets of who leaves, too; it crosses nouns and so lives in flows/. */
export const userRoutes = (remove: (ctx: Ctx, id: number) => Promise<void>) =>
  router()
    .get('/', valid('query', Page), async c => c.json(await list(c.var.ctx, c.req.valid('query'))))
    .get('/list', async c => c.json(await all(c.var.ctx)))
    .put('/me', valid('json', ProfileBody), async c => c.json(await updateOwn(c.var.ctx, c.req.valid('json'))))
    .get('/:id', valid('param', Id), async c => {
      const { id } = c.req.valid('param')
      if (c.var.ctx.actor.profile !== 'admin' && c.var.ctx.actor.userId !== id) throw notFound('user')
      const user = await get(c.var.ctx, id)
      mustReach(c.var.ctx.actor, user)
      return c.json(user)
    })
    .post('/', allow('users:write'), valid('json', UserBody), async c => c.json(await create(c.var.ctx, c.req.valid('json'))))
    .put(
      '/:id',
      valid('param', Id),
      valid('json', UserPatch),
      async (c, next) => {
        const { actor } = c.var.ctx
        if (may(actor, 'users:write') || actor.userId !== c.req.valid('param').id) return next()
        return c.json(await saveOwn(c.var.ctx, c.req.valid('json')))
      },
      allow('users:write'),
      async c => c.json(await update(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
    )
    .delete('/:id', allow('users:write'), valid('param', Id), async c => {
      await remove(c.var.ctx, c.req.valid('param').id)
      return c.json({ message: 'User deleted' })
    })
