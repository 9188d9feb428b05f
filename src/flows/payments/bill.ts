import { transaction, type CtxFor } from '#kernel/context'
import type { Store } from '#kernel/storage/libsql'
import { invoices } from '#modules/invoices'

/**
 * Makes the invoices that are due soon, and brings those that are open to what their companies owe now. One on which a coupon or a credit
 * left nothing to pay is settled on its day: nobody is suspended for it.
 */
export async function billDue(store: Store, ctxFor: CtxFor) {
  for (const companyId of await invoices.toBill(store.db)) await invoices.bill(ctxFor(companyId))
  for (const { id, companyId } of await invoices.free(store.db)) await transaction(ctxFor(companyId), ctx => invoices.pay(ctx, id, 'free'))
}
