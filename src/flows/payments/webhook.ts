import type { CtxFor } from '#kernel/context'
import { transaction } from '#kernel/context'
import { accounts, payments, type Providers, type WebhookCall, type WebhookJourney } from '#modules/payments'
import { watchCharge } from './watch'

/**
 * A provider says that something became of charges. It is believed in nothing: each charge that is named is asked about. What is not signed
 * as its settings ask for is refused, and kept for operators with what names nobody's charge.
 */
export const webhookFlow = (ctxFor: CtxFor, providers: Providers): WebhookJourney =>
  async function hear(name, hook, call: WebhookCall) {
    const system = ctxFor(0)
    const provider = Object.hasOwn(providers, name) ? providers[name] : undefined
    const account = provider?.readWebhook && (await accounts.hooked(system, name, hook))
    if (!provider?.readWebhook || !account) return false
    const note = (fate: 'forged' | 'unknown', raw: unknown) =>
      payments.noteStrange(system, { provider: name, source: 'webhook', fate, cents: null, account, raw })
    const references = provider.readWebhook(account.settings, call)
    if (!references) {
      await note('forged', call.body)
      return false
    }
    for (const reference of new Set(references)) {
      const charge = await payments.byReference(system.db, account.id, reference)
      if (!charge) await note('unknown', call.body)
      else if (charge.state === 'paid')
        await payments.noteRepeated(system, { provider: name, source: 'webhook', cents: null, charge, raw: call.body })
      else await transaction(ctxFor(charge.companyId), ctx => watchCharge(ctx, charge))
    }
    return true
  }
