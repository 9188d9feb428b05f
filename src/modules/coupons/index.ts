import type * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { invalid } from '#kernel/errors'
import { noun } from '#kernel/noun/noun'
import { nounRoutes } from '#kernel/noun/routes'
import { countsOf } from '#kernel/storage/counts-of'
import { plans } from '../plans'
import { allow, ofReseller, toOperators } from '../rights'
import { couponApi } from './api'
import { CouponBody } from './body'
import { coupons as table, couponUses } from './schema'

export { RedeemBody } from './body'
export { couponUse } from './uses'
type Coupon = typeof table.$inferSelect

/** It is a share or an amount: with both nobody could say what it takes off, with neither it takes nothing. */
function mustTakeOff(_: Ctx, values: Partial<v.InferOutput<typeof CouponBody>>, before?: Coupon) {
  const { percent, value } = { ...before, ...values }
  if (Boolean(percent) === Boolean(value)) throw invalid({ percent: ['Informe a porcentagem ou o valor, um dos dois'] })
}

/** How many companies took each of them. */
const usesOf = ({ db }: Ctx, ids: number[]) => countsOf(db, couponUses.couponId, ids)

/** What takes something off the price of a plan: operators write them, and companies take them by their code. */
export const coupons = noun({
  name: 'coupon',
  api: couponApi,
  table,
  scope: ofReseller<Coupon>(table, toOperators('invoices:operate')),
  body: CouponBody,
  whole: false,
  pageSize: 20,
  order: 'id desc',
  search: [table.code],
  refs: { planId: () => plans },
  unique: { code: 'Este código já existe' },
  check: mustTakeOff,
  rights: { read: allow('invoices:operate'), write: allow('invoices:operate') },
  async view(ctx, rows) {
    const uses = await usesOf(
      ctx,
      rows.map(({ id }) => id),
    )
    return rows.map(row => ({ ...row, uses: uses.get(row.id) ?? 0 }))
  },
})
export const couponRoutes = nounRoutes(coupons)
