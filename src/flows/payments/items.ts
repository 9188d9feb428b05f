import { transaction, type Ctx, type CtxFor } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { companies } from '#modules/companies'
import { invoices, items, type NewItem } from '#modules/invoices'

/** What a company may have more of follows what is sold by the piece; the invoice that is open says so at once. */
async function follow(ctx: Ctx) {
  ctx.access.changed({ companyId: ctx.companyId })
  await invoices.bill(ctx)
  return items.all(ctx)
}

/** An operator sells something beside the plan: it stands on the next invoice of the company. */
export const addItemFlow = (ctxFor: CtxFor) => async (operator: Ctx, item: NewItem) => {
  await companies.load(operator, item.companyId)
  return transaction(ctxFor(item.companyId, operator.actor), async ctx => {
    const { dueDate, recurrence } = await companies.get(ctx)
    if (!dueDate || !recurrence) throw new AppError('ERR_NO_RECURRENCE', 409)
    await items.add(ctx, item)
    return follow(ctx)
  })
}

/** The same takes it back, as long as it was not paid. */
export const removeItemFlow = (ctxFor: CtxFor) => async (operator: Ctx, id: number) =>
  transaction(ctxFor(await items.debtor(operator, id), operator.actor), async ctx => {
    await items.remove(ctx, id)
    return follow(ctx)
  })
