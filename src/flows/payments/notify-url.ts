import type { Ctx } from '#kernel/context'
import { hookPath, type OpenAccount } from '#modules/payments'
import { resellers } from '#modules/resellers'

/** Where a provider may tell of payments: at the address of who operates the own company. Undefined without an address of one's own. */
export type NotifyUrl = (ctx: Ctx, account: Pick<OpenAccount, 'provider' | 'hook'>) => Promise<string | undefined>

export const notifyUrlAt =
  (publicUrl: string | undefined): NotifyUrl =>
  async (ctx, account) => {
    const address = await resellers.publicUrl(ctx, publicUrl)
    return address && address + hookPath(account)
  }
