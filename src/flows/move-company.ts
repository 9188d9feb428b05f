import { transaction, type Ctx } from '#kernel/context'
import { brand } from '#modules/brand'
import { companies } from '#modules/companies'
import { couponUse } from '#modules/coupons'
import { invoices } from '#modules/invoices'
import { payments } from '#modules/payments'
import { resellers } from '#modules/resellers'
import { settings } from '#modules/settings'

type To = { resellerId?: number | null; planId?: number | null }

/**
 * A company goes to a reseller, or back to the house: what it owes from now on it owes to them, and by no code that was made before. What
 * others sold, or were paid too much, stays with them and counts again when it comes back; coupons end. Its people are led to where they
 * sign in from now on.
 */
export const moveCompany =
  (publicUrl: string | undefined) =>
  (ctx: Ctx, id: number, { resellerId = null, planId = null }: To) =>
    transaction(ctx, async ctx => {
      await resellers.mustOwn(ctx, resellerId)
      const before = await companies.load(ctx, id)
      const moved = await companies.move(ctx, id, { resellerId, planId })
      const inside = ctx.within(id)
      await payments.expireOpen(inside)
      const isOthers = before.resellerId !== resellerId
      if (isOthers) {
        await couponUse.end(inside)
        await invoices.reassignOpen(inside, resellerId)
      }
      await invoices.bill(inside)
      if (isOthers) {
        await settings.tellInherited(inside)
        await brand.tellMoved(inside, resellerId ?? undefined, (await resellers.publicUrl(inside, publicUrl)) ?? '')
      }
      return moved
    })
