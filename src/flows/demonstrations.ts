import type { Ctx, CtxFor } from '#kernel/context'
import type { Store } from '#kernel/storage/libsql'
import { companies } from '#modules/companies'
import { SYSTEM } from '#modules/rights'

/** Deletes the demonstrations that ended a while ago, as who operates them would. */
export async function deleteEndedDemonstrations({ db }: Store, ctxFor: CtxFor, remove: (ctx: Ctx, companyId: number) => Promise<void>) {
  for (const company of await companies.endedDemonstrations(db)) {
    const operator = await companies.operatorOf(db, company)
    if (operator) await remove(ctxFor(operator.id, { ...SYSTEM, super: true }), company.id)
  }
}
