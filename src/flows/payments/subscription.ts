import { renderSVG } from 'uqr'
import { transaction, type Ctx } from '#kernel/context'
import { AppError, notFound } from '#kernel/errors'
import { parse } from '#kernel/http/validation'
import { serialByKey } from '#kernel/process/serial'
import { companies, type Company, daysBetween, monthsOf, standingOf } from '#modules/companies'
import { couponUse } from '#modules/coupons'
import { centsOf, invoices, PayerBody, type Invoice, type Payer } from '#modules/invoices'
import { accounts, payments, type Charge, type Providers, type SubscriptionJourneys } from '#modules/payments'
import { plans } from '#modules/plans'
import { changePlan, planOffers } from './change-plan'
import type { NotifyUrl } from './notify-url'
import { watchCharge } from './watch'

type Options = { providers: Providers; notifyUrl: NotifyUrl }
const FIRST_LOOK_MS = 10_000

/** The coupon that counts for the next invoice, and for how many more; null is all of them. */
async function couponOf(ctx: Ctx, company: Company) {
  const use = await couponUse.find(ctx, company)
  return use ? { code: use.code, left: use.left } : null
}

/** How the own company stands, what it uses of its plan, and what it pays next. */
async function showSubscription(ctx: Ctx, providers: Providers) {
  const company = await companies.get(ctx)
  const plan = company.planId ? await plans.find(ctx, company.planId) : undefined
  const terms = await companies.termsOf(ctx)
  const today = companies.today(company)
  const used = await companies.usage(ctx)
  const limits = await plans.limitsOf(ctx.db, company)
  const [open, active] = [await invoices.open(ctx), await accounts.activeName(ctx)]
  const months = monthsOf(company.recurrence)
  const { id, name, email, recurrence, dueDate, isDemo } = company
  return {
    company: { id, name, email, recurrence, dueDate, isDemo },
    /** With as much as this company may have of each. */
    plan: plan
      ? { name: plan.name, value: plan.value, users: plan.users, connections: plan.connections, queues: plan.queues, ...limits }
      : null,
    used: { users: used.users, connections: used.connections, queues: used.queues },
    plans: await planOffers(ctx, company),
    /** What the next invoice will say, made or not yet. */
    next: await invoices.preview(ctx),
    coupon: await couponOf(ctx, company),
    standing: standingOf(company, terms),
    terms,
    daysLeft: dueDate ? daysBetween(today, dueDate) : null,
    /** What one period of the plan costs, and how many months it has; nothing where nothing recurs. */
    period: plan && months && dueDate && !company.isDemo ? { months, value: (centsOf(plan.value) * months) / 100 } : null,
    invoice: open ? invoices.shown(open, company) : null,
    payer: (await invoices.lastPayer(ctx)) ?? { firstName: name, email: email ?? '' },
    canPay: active !== undefined,
    /** What who takes the money must know of who pays. */
    needs: active ? (providers[active]?.needs ?? []) : [],
  }
}
export type Subscription = Awaited<ReturnType<typeof showSubscription>>

const NOBODY: Payer = { firstName: '', lastName: '', taxId: '', email: '', zipcode: '', address2: '', city: '', state: '', country: '' }

/** Who pays: as the form says, or as it was said last. Clients of the family may leave their form out, which begins at its second step. */
async function payerOf(ctx: Ctx, given: Record<string, unknown>): Promise<Payer> {
  const fields = Object.fromEntries(Object.keys(PayerBody.entries).map(name => [name, given[name] ?? '']))
  if (Object.values(fields).some(Boolean)) return parse(PayerBody, fields)
  return (await invoices.lastPayer(ctx)) ?? { ...NOBODY, firstName: (await companies.get(ctx)).name }
}

const amount = (cents: number) => (cents / 100).toFixed(2)

/** A charge as clients of the family read one. */
async function answer(ctx: Ctx, providers: Providers, invoice: Invoice, charge: Charge) {
  const picture = `data:image/svg+xml;base64,${Buffer.from(renderSVG(charge.code)).toString('base64')}`
  return {
    txid: charge.reference,
    expiresAt: charge.expiresAt,
    createdAt: charge.createdAt,
    /** Whether somebody has to see that the money arrived, because nobody can be asked. */
    byHand: !providers[charge.provider]?.look,
    valor: { original: amount(charge.cents) },
    qrcode: { qrcode: charge.code, imagemQrcode: picture },
    invoice: invoices.shown(invoice, await companies.get(ctx)),
  }
}
export type Checkout = Awaited<ReturnType<typeof answer>>

export function subscriptionFlow({ providers, notifyUrl }: Options): SubscriptionJourneys {
  /** One charge of a company at a time, so that two presses of a button are one. */
  const inOrder = serialByKey<number>()

  /** The open invoice as it is owed now, whoever asks for which amount; made before its time when there is none. */
  const invoiceToPay = (ctx: Ctx, id: number | null | undefined, payer: Payer) =>
    transaction(ctx, async ctx => {
      const owed = await invoices.bill(ctx, !id)
      if (id && id !== owed?.id && !(await invoices.find(ctx, id))) throw notFound('invoice')
      if (!owed || (id && id !== owed.id)) throw new AppError('ERR_INVOICE_NOT_OPEN', 409)
      if (!owed.cents) throw new AppError('ERR_INVOICE_FREE', 409)
      await invoices.setPayer(ctx, owed.id, payer)
      return owed
    })

  async function charge(ctx: Ctx, invoice: Invoice, payer: Payer): Promise<Charge> {
    const account = await accounts.active(ctx)
    const { id: accountId, provider, settings } = account
    const known = await payments.usable(ctx, invoice, accountId)
    if (known) return known
    const { cents, detail, dueDate } = invoice
    const email = payer.email || ((await companies.get(ctx)).email ?? '')
    const txid = crypto.randomUUID().replaceAll('-', '')
    const made = await providers[provider]!.charge(settings, {
      txid,
      cents,
      detail,
      dueDate,
      payer: { ...payer, email },
      notifyUrl: await notifyUrl(ctx, account),
    })
    return transaction(ctx, async ctx => {
      const charge = await payments.insert(ctx, { ...made, accountId, invoiceId: invoice.id, provider, cents })
      await watchCharge(ctx, charge, FIRST_LOOK_MS)
      return charge
    })
  }

  return {
    show: ctx => showSubscription(ctx, providers),
    setEmail: (ctx, email) =>
      transaction(ctx, async ctx => {
        await companies.setEmail(ctx, email)
        return showSubscription(ctx, providers)
      }),
    changePlan: (ctx, planId) => changePlan(ctx, planId).then(() => showSubscription(ctx, providers)),
    redeem: (ctx, code) =>
      transaction(ctx, async ctx => {
        const company = await companies.get(ctx)
        await couponUse.take(ctx, code, company, companies.today(company))
        await invoices.bill(ctx)
        return showSubscription(ctx, providers)
      }),
    checkout: (ctx, { invoiceId, ...given }) =>
      inOrder(ctx.companyId, async () => {
        const payer = await payerOf(ctx, given)
        const invoice = await invoiceToPay(ctx, invoiceId, payer)
        return answer(ctx, providers, invoice, await charge(ctx, invoice, payer))
      }),
  }
}
