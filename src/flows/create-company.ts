import { afterWait, type Ctx } from '#kernel/context'
import { hashPassword } from '#kernel/http/passwords'
import { randomToken } from '#kernel/http/tokens'
import { companies, type NewCompany } from '#modules/companies'
import { plans } from '#modules/plans'
import { users } from '#modules/users'

/** An operator makes a company, with its first administrator and its plan. A password that nobody chose is one that nobody knows. */
export async function createCompany(ctx: Ctx, { password, campaignsEnabled, ...company }: NewCompany) {
  const { name, email } = company
  const passwordHash = await hashPassword(password ?? randomToken())
  return afterWait(ctx, async ctx => {
    const { resellerId } = ctx.actor
    await plans.mustBeOf(ctx, company.planId, resellerId)
    const { companyId } = await users.createCompanyWithAdmin(
      ctx.db,
      { ...company, resellerId },
      { name, email, passwordHash, super: false },
    )
    await companies.settle(ctx, companyId, { campaignsEnabled })
    ctx.access.changed({ companyId })
    return companies.tell(ctx, 'create', await companies.load(ctx, companyId))
  })
}
