import { transaction, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { companies, monthsOf, type Company, type Language } from '#modules/companies'
import { centsOf, changeCost, invoices, items } from '#modules/invoices'
import { LIMITS, plans, type Plan } from '#modules/plans'

const NOUNS: Record<Language, Record<(typeof LIMITS)[number] | 'of', string>> = {
  pt: { users: 'usuários', connections: 'conexões', queues: 'filas', of: 'de' },
  en: { users: 'users', connections: 'connections', queues: 'queues', of: 'of' },
  es: { users: 'usuarios', connections: 'conexiones', queues: 'colas', of: 'de' },
}

/** What the company has more of than a plan allows, its exceptions and what it pays for by the piece counted in. */
async function exceeding(ctx: Ctx, company: Company, plan: Plan) {
  const [limits, used] = [await plans.limitsOf(ctx.db, { ...company, planId: plan.id }), await companies.usage(ctx)]
  return LIMITS.flatMap(what => {
    const limit = limits[what]
    return limit !== undefined && used[what] > limit ? { what, used: used[what], limit } : []
  })
}

/** The difference for the days that were paid and are left; what is due later is due at the new price anyway. */
async function costOf(ctx: Ctx, company: Company, plan: Plan) {
  const current = company.planId ? await plans.find(ctx, company.planId) : undefined
  const changes = (await items.all(ctx)).filter(({ kind }) => kind === 'change')
  return changeCost({
    from: centsOf(current?.value ?? 0),
    to: centsOf(plan.value),
    today: companies.today(company),
    dueDate: company.dueDate!,
    paid: await invoices.paidUntil(ctx),
    pending: changes.reduce((sum, { cents }) => sum + cents, 0),
  })
}

/** The plans that a company may change to by itself, the cheapest first, each with what the change costs today. */
export async function planOffers(ctx: Ctx, company: Company) {
  const months = monthsOf(company.recurrence)
  if (!company.dueDate || !months) return []
  return Promise.all(
    (await plans.offered(ctx.db, company.resellerId)).map(async plan => {
      const { id, name, users, connections, queues, value } = plan
      const { days, cents } = await costOf(ctx, company, plan)
      return {
        ...{ id, name, users, connections, queues, value },
        isCurrent: id === company.planId,
        /** What a period costs, and what the days that are left do; below zero it is a credit. */
        period: (centsOf(value) * months) / 100,
        change: { days, value: cents / 100 },
        exceeds: await exceeding(ctx, company, plan),
      }
    }),
  )
}

/**
 * A company changes its plan: it holds at once, and the difference for the days that are left of what was paid stands on the next invoice.
 * The open invoice becomes that of the new plan. Idempotent: asked twice it is one change.
 */
export const changePlan = (ctx: Ctx, planId: number) =>
  transaction(ctx, async ctx => {
    const company = await companies.get(ctx)
    const plan = await plans.choose(ctx.db, planId, company.resellerId)
    if (planId === company.planId) return
    if (!company.dueDate || !company.recurrence) throw new AppError('ERR_NO_RECURRENCE', 409)
    const exceeds = await exceeding(ctx, company, plan)
    if (exceeds.length) {
      const said = NOUNS[company.language]
      const text = exceeds.map(({ what, used, limit }) => `${said[what]} ${used} ${said.of} ${limit}`).join(', ')
      throw new AppError('ERR_PLAN_TOO_SMALL', 409, { plan: plan.name, exceeds: text })
    }
    const before = company.planId ? await plans.find(ctx, company.planId) : undefined
    const { days, cents } = await costOf(ctx, company, plan)
    if (cents) await items.addChange(ctx, { text: [before?.name, plan.name].filter(Boolean).join(' → '), n: days, cents })
    await companies.setPlan(ctx, planId)
    await invoices.bill(ctx)
  })
