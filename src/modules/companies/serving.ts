import type { Ctx } from '#kernel/context'
import { settings } from '../settings'
import { today } from './calendar'
import { mustBeActive } from './due'
import { committed, get } from './own'
import { standingOf, type Terms } from './standing'

/** What who operates it grants to every company. */
export const termsOf = async (ctx: Pick<Ctx, 'db' | 'companyId'>): Promise<Terms> => ({
  trialDays: Number(await settings.granted(ctx, 'trial')),
  graceDays: Number(await settings.granted(ctx, 'graceDays')),
})

/** Refuses what would send or change something for the own company, if it is suspended. */
export const mustServe = async (ctx: Ctx) => mustBeActive(await get(ctx), await termsOf(ctx))

/** Whether robots and rules answer for it. */
export async function serves(ctx: Ctx) {
  const company = await committed(ctx)
  // Asked for every message of a customer: what is granted matters to those alone who are late.
  if (company.status && (company.dueDate === null || today(company) <= company.dueDate)) return true
  return standingOf(company, await termsOf(ctx)) !== 'suspended'
}
