import type { Ctx } from '#kernel/context'
import { noPermission } from '#kernel/errors'
import { brand } from '#modules/brand'
import { companies } from '#modules/companies'
import { connections } from '#modules/connections'
import { accounts } from '#modules/payments'
import { plans } from '#modules/plans'
import { queues } from '#modules/queues'
import { resellers } from '#modules/resellers'
import { trackings } from '#modules/trackings'
import { users } from '#modules/users'
import { mailServer } from './mail'

/** How far a company has come on its way to its first customer, as its rows say: nothing is ticked off by hand. */
export async function firstSteps(ctx: Ctx) {
  const lines = await connections.all(ctx)
  return {
    number: lines.some(({ number }) => number !== null),
    queue: (await queues.all(ctx)).length > 0,
    colleague: (await users.all(ctx)).length > 1,
    answered: await trackings.anyStarted(ctx),
  }
}
export type FirstSteps = Awaited<ReturnType<typeof firstSteps>>

/** How far a reseller has come on the way to the first company that pays, for its own operators; the house set up its address. */
export const resellerSteps = (publicUrl: string | undefined) => async (ctx: Ctx) => {
  if (ctx.actor.resellerId === null) throw noPermission()
  const { color, colorDark, files } = await brand.edited(ctx)
  return {
    address: (await resellers.publicUrl(ctx, publicUrl))!,
    brand: Boolean(color || colorDark || files.length),
    mail: (await mailServer(ctx)) !== undefined,
    plan: (await plans.toGive(ctx)).some(({ value }) => value > 0),
    payment: (await accounts.all(ctx)).some(({ isActive }) => isActive),
    company: (await companies.count(ctx)) > 1,
  }
}
export type ResellerSteps = Awaited<ReturnType<ReturnType<typeof resellerSteps>>>
