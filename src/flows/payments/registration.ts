import type { Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { randomToken } from '#kernel/http/tokens'
import { accounts, type Providers, type Registration, type RegistrationJourneys } from '#modules/payments'
import type { NotifyUrl } from './notify-url'

type Options = { providers: Providers; notifyUrl: NotifyUrl }

/** An address without what follows its path: that carries the secret by which calls are known. */
const shown = (address: string) => (URL.canParse(address) ? new URL(address).origin + new URL(address).pathname : '')

/** Tells a provider where to tell of payments, and asks what it was told. One that is told by hand, in its own pages, says so. */
export function registrationFlow({ providers, notifyUrl }: Options): RegistrationJourneys {
  async function look(ctx: Ctx, name: string): Promise<Registration> {
    const webhook = providers[name]?.webhook
    const account = await accounts.own(ctx, name)
    if (!webhook || !account) return { state: 'byHand' }
    const { settings } = account
    const found = await webhook.find(settings)
    if (!found) return { state: 'none' }
    const ours = await notifyUrl(ctx, account)
    const isOurs = ours && settings['webhookToken'] && found.address === webhook.addressOf(settings, ours)
    return { state: isOurs ? 'ours' : 'other', address: shown(found.address), since: found.since }
  }
  return {
    look,
    async register(ctx, name) {
      const webhook = providers[name]?.webhook
      const account = await accounts.own(ctx, name)
      if (!webhook || !account) throw new AppError('ERR_PAYMENT_SETTINGS', 400)
      const ours = await notifyUrl(ctx, account)
      if (!ours) throw new AppError('ERR_NO_PUBLIC_URL', 409)
      // Kept before it is told: the provider calls at once, and is known by it.
      const settings = { ...account.settings, webhookToken: account.settings['webhookToken'] || randomToken() }
      await accounts.keep(ctx, account, settings)
      await webhook.register(settings, webhook.addressOf(settings, ours))
      return look(ctx, name)
    },
  }
}
