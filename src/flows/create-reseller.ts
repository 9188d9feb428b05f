import { afterWait, type Ctx } from '#kernel/context'
import { notFound } from '#kernel/errors'
import { hashPassword } from '#kernel/http/passwords'
import { randomToken } from '#kernel/http/tokens'
import { resellers, type NewReseller } from '#modules/resellers'
import { users } from '#modules/users'

const hashOf = (password: string | null | undefined) => hashPassword(password || randomToken())

/** The house makes a reseller, with the company of its own whose first person operates it. */
export async function createReseller(ctx: Ctx, { email, password, ...given }: NewReseller) {
  const passwordHash = await hashOf(password)
  return afterWait(ctx, async ctx => {
    const reseller = await resellers.insert(ctx, given)
    const { name, id: resellerId } = reseller
    const { companyId } = await users.createCompanyWithAdmin(
      ctx.db,
      { name, email, resellerId },
      { name, email, passwordHash, super: true },
    )
    return resellers.settle(ctx, reseller, companyId)
  })
}

type Person = { name: string; email: string; password?: string | null }
/** One more who operates for it, in its own company. */
export async function addOperator(ctx: Ctx, id: number, { password, ...person }: Person) {
  // A hash is work: nobody has it done for a reseller that is none.
  await resellers.load(ctx, id)
  const passwordHash = await hashOf(password)
  return afterWait(ctx, async ctx => {
    const { ownCompanyId: companyId } = await resellers.load(ctx, id)
    if (companyId === null) throw notFound('reseller')
    await users.createFirst(ctx.db, { ...person, companyId, passwordHash, super: true })
    return resellers.get(ctx, id)
  })
}
