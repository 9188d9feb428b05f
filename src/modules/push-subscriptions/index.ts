import { and, eq, gt, ne, or, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { invalid, noPermission } from '#kernel/errors'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { sessions } from '../sessions/schema'
import { users } from '../users/schema'
import { PushSubscriptionBody } from './body'
import { publicPushKey } from './keys'
import { pushSubscriptions as table } from './schema'
import { tell, tellOfChange, tellOfTicket } from './whom-to-tell'

export { openPushKeys, type PushKeys } from './keys'
export { push, waitsForPeople, type About } from './whom-to-tell'

type Subscription = v.InferOutput<typeof PushSubscriptionBody>

/** One for each sign-in: a browser that asks anew, or under another name, has moved. */
const subscribe = (ctx: Ctx, { endpoint, keys }: Subscription) =>
  transaction(ctx, async ctx => {
    const { userId, sessionId } = ctx.actor
    // Who looks after several companies is told of their own alone.
    const [own] = await ctx.db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, sessionId ?? ''), eq(sessions.userId, userId ?? 0), sql`${sessions.companyId} is null`))
    if (!own) throw noPermission()
    await ctx.db.delete(table).where(or(eq(table.endpoint, endpoint), eq(table.sessionId, own.id)))
    await ctx.db.insert(table).values({ companyId: ctx.companyId, userId: userId!, sessionId: own.id, endpoint, ...keys })
  })

const unsubscribe = (ctx: Ctx) => ctx.db.delete(table).where(eq(table.sessionId, ctx.actor.sessionId ?? ''))

/** A device whose person is signed in there, with that person. */
async function living(ctx: Ctx, id: number) {
  const [found] = await ctx.db
    .select({ subscription: table, user: users })
    .from(table)
    .innerJoin(sessions, and(eq(sessions.id, table.sessionId), gt(sessions.expiresAt, new Date())))
    .innerJoin(users, and(eq(users.id, table.userId), eq(users.tokenVersion, sessions.tokenVersion), ne(users.companyId, 0)))
    .where(and(eq(table.id, id), eq(table.companyId, ctx.companyId)))
  return found
}

/** The browser is not there any more, or its push service takes nothing from us. */
const drop = (ctx: Ctx, id: number) => ctx.db.delete(table).where(and(eq(table.id, id), eq(table.companyId, ctx.companyId)))

export const pushSubscriptions = { living, drop, tell, tellOfTicket, tellOfChange }

/** Endpoints are addresses that a browser names: `mayReach` knows those beyond what is public. */
export const pushRoutes = (mayReach: (destination: string) => boolean) =>
  router()
    .get('/', async c => c.json({ publicKey: await publicPushKey(c.var.ctx.db) }))
    .post('/', valid('json', PushSubscriptionBody), async c => {
      const subscription = c.req.valid('json')
      const { protocol, host } = new URL(subscription.endpoint)
      if (protocol !== 'https:' && !mayReach(host)) throw invalid({ endpoint: ['address'] })
      await subscribe(c.var.ctx, subscription)
      return c.body(null, 204)
    })
    .delete('/', async c => {
      await unsubscribe(c.var.ctx)
      return c.body(null, 204)
    })
