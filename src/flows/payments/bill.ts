import type { CtxFor } from '#kernel/context'
import type { Store } from '#kernel/storage/libsql'
import { invoices } from '#modules/invoices'

/** Makes the invoices that are due soon, and brings those that are open to what their companies owe now. */
export async function billDue(store: Store, ctxFor: CtxFor) {
  for (const companyId of await invoices.toBill(store.db)) await invoices.bill(ctxFor(companyId))
}
