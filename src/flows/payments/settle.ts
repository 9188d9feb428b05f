import { transaction, type Ctx, type CtxFor } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { companies } from '#modules/companies'
import { invoices, items } from '#modules/invoices'
import { accounts, judge, payments, type Fate, type Found } from '#modules/payments'
import { payInvoice } from './receipt'

/**
 * What the provider said of a charge, applied once: the charge, its invoice and the due date of its company change together or not at all.
 * Idempotent: however often it is said, and in whatever order, only the first payment in full moves anything.
 */
export const settle = (ctx: Ctx, chargeId: number, found: Found, publicUrl: string | undefined) =>
  transaction(ctx, async (ctx): Promise<Fate | undefined> => {
    const charge = await payments.find(ctx, chargeId)
    const invoice = charge && (await invoices.find(ctx, charge.invoiceId))
    if (!charge || !invoice) return
    const judged = judge(charge, invoice, found)
    // Who took the money operates the company no more: it is theirs to give back, and pays nothing here.
    const fate = judged === 'paid' && !(await accounts.isOfOperator(ctx, charge)) ? 'late' : judged
    if (fate === 'paid') {
      await payInvoice(ctx, invoice.id, charge.provider, publicUrl)
      // By a code that was made before the invoice shrank: what is too much is the company's.
      if (found.cents > invoice.cents) await items.credit(ctx, found.cents - invoice.cents)
    }
    if (fate === 'paid' || fate === 'late') await payments.setState(ctx, charge.id, 'paid')
    if (fate === 'gone') await payments.setState(ctx, charge.id, 'expired')
    // What is asked every few seconds is told once.
    if (fate !== 'open' && fate !== 'repeated' && fate !== (await payments.lastFate(ctx, charge.id)))
      await payments.note(ctx, { provider: charge.provider, source: 'asked', fate, cents: found.cents, charge, raw: found.raw })
    return fate
  })

/** An operator says that the money arrived, by a static code or by a way of its own. */
export const markPaidFlow = (ctxFor: CtxFor, publicUrl: string | undefined) =>
  async function markPaid(ctx: Ctx, id: number) {
    return transaction(ctxFor(await invoices.debtor(ctx, id), ctx.actor), async ctx => {
      const asked = await payments.newestOpen(ctx, id)
      // By the code of another operator the money went to that one.
      const charge = asked && (await accounts.isOfOperator(ctx, asked)) ? asked : undefined
      const paid = await payInvoice(ctx, id, charge?.provider ?? 'manual', publicUrl)
      if (!paid) throw new AppError('ERR_INVOICE_NOT_OPEN', 409)
      if (charge) await payments.setState(ctx, charge.id, 'marked')
      const said = { provider: paid.paidBy!, source: 'operator' as const, fate: 'paid' as const, cents: paid.cents }
      await payments.note(ctx, { ...said, charge, invoice: paid, raw: { operator: ctx.actor.name } })
      return invoices.shown(paid, await companies.get(ctx))
    })
  }
