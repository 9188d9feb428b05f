import type { Context } from 'hono'
import type * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { noPermission } from '#kernel/errors'
import { networkOf } from '#kernel/http/client-address'
import { rateLimit } from '#kernel/http/rate-limit'
import { type Env, router } from '#kernel/http/router'
import { atMost, valid } from '#kernel/http/validation'
import { RedeemBody } from '../coupons'
import { BillingBody, PlanChangeBody, SubscriptionBody } from '../invoices'
import { allow } from '../rights'
import { accounts } from './accounts'
import { AccountBody, Before, ProviderParam } from './body'
import { payments } from './index'
import type { Providers, WebhookCall } from './provider'

/** Cross nouns, and so live in flows/. */
export type SubscriptionJourneys = {
  show(ctx: Ctx): Promise<object>
  setEmail(ctx: Ctx, email: string): Promise<object>
  changePlan(ctx: Ctx, planId: number): Promise<object>
  redeem(ctx: Ctx, code: string): Promise<object>
  checkout(ctx: Ctx, input: v.InferOutput<typeof SubscriptionBody>): Promise<object>
}
/** What a provider has registered of ours, told without the secret that its address carries. */
export type Registration = { state: 'byHand' | 'none' | 'other' | 'ours'; address?: string; since?: string }
export type RegistrationJourneys = Record<'look' | 'register', (ctx: Ctx, provider: string) => Promise<Registration>>
/** Resolves to whether the call is from the provider. */
export type WebhookJourney = (provider: string, hook: string | undefined, call: WebhookCall) => Promise<boolean>

const MINUTE_MS = 60_000
/** Rate limit of an hour for coupon codes of one company: enough for who mistypes, few for who guesses. */
const GUESSES = 20
/** Rate limit of a minute for one company: each code may be a charge at the provider, whose patience all companies share. */
const CHECKOUTS = 20

/** What the own company pays, and how it stands. */
export function subscriptionRoutes({ show, setEmail, changePlan, redeem, checkout }: SubscriptionJourneys) {
  const guesses = rateLimit(GUESSES, 60 * MINUTE_MS)
  const checkouts = rateLimit(CHECKOUTS, MINUTE_MS)
  return router()
    .get('/', allow('invoices:pay'), async c => c.json(await show(c.var.ctx)))
    .put('/', allow('invoices:pay'), valid('json', BillingBody), async c => c.json(await setEmail(c.var.ctx, c.req.valid('json').email)))
    .post('/', allow('invoices:pay'), valid('json', SubscriptionBody), async c => {
      checkouts.take(String(c.var.ctx.companyId))
      return c.json(await checkout(c.var.ctx, c.req.valid('json')))
    })
    .post('/plan', allow('invoices:pay'), valid('json', PlanChangeBody), async c =>
      c.json(await changePlan(c.var.ctx, c.req.valid('json').planId)),
    )
    .post('/coupon', allow('invoices:pay'), valid('json', RedeemBody), async c => {
      guesses.take(String(c.var.ctx.companyId))
      return c.json(await redeem(c.var.ctx, c.req.valid('json').code))
    })
}

/** The accounts that companies pay into, and what was heard of payments: the operators'. */
export const accountRoutes = (providers: Providers, { look, register }: RegistrationJourneys) =>
  router()
    .get('/', allow('invoices:operate'), async c => c.json(await accounts.all(c.var.ctx)))
    .get('/events', allow('invoices:operate'), valid('query', Before), async c =>
      c.json(await payments.heard(c.var.ctx, c.req.valid('query').before)),
    )
    .put('/:provider', allow('invoices:operate'), valid('param', ProviderParam), valid('json', AccountBody), async c =>
      c.json(await accounts.save(c.var.ctx, providers, c.req.valid('param').provider, c.req.valid('json'))),
    )
    .get('/:provider/webhook', allow('invoices:operate'), valid('param', ProviderParam), async c =>
      c.json(await look(c.var.ctx, c.req.valid('param').provider)),
    )
    .post('/:provider/webhook', allow('invoices:operate'), valid('param', ProviderParam), async c =>
      c.json(await register(c.var.ctx, c.req.valid('param').provider)),
    )
    .post('/:provider/test', allow('invoices:operate'), valid('param', ProviderParam), valid('json', AccountBody), async c =>
      c.json(await accounts.test(c.var.ctx, providers, c.req.valid('param').provider, c.req.valid('json'))),
    )

/** Rate limits of a minute: of one address; of all strangers, where a proxy that nobody trusts gives them one address. */
const CALLS = 300
const SHARED_CALLS = 3_000
const BYTES = 64_000

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The open door for providers. What comes in by it is only a reason to ask the provider. Without a name it is Efí's, as clients of the family have it. */
export function webhookRoutes(hear: WebhookJourney) {
  const calls = { one: rateLimit(CALLS, MINUTE_MS), many: rateLimit(SHARED_CALLS, MINUTE_MS) }
  const take = (provider: string, hook?: string) => async (c: Context<Env>) => {
    calls[c.var.addressIsShared ? 'many' : 'one'].take(networkOf(c.var.clientAddress))
    const body = jsonOf(await c.req.text())
    if (!(await hear(provider, hook, { body, headers: c.req.raw.headers, query: c.req.query() }))) throw noPermission()
    return c.json({ ok: true })
  }
  return router()
    .post('/webhook', atMost(BYTES), take('efi'))
    .post('/webhook/:type', atMost(BYTES), c => take(c.req.param('type'))(c))
    .post('/webhook/:type/:hook', atMost(BYTES), c => take(c.req.param('type'), c.req.param('hook'))(c))
}
