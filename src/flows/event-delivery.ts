import { createHmac } from 'node:crypto'
import { transaction, type Ctx } from '#kernel/context'
import type { GuardedFetch } from '#kernel/http/guarded-fetch'
import type { Job } from '#kernel/jobs/kind'
import { deliver, deliveries, eventWebhooks, shownEvent, type EventWebhook } from '#modules/event-webhooks'

/** Batch size of one run; who has more to be told waits for its next turn. */
const BATCH = 20
const TIMEOUT_MS = 10_000
const MAX_ANSWER = 64_000
/** Backoff: 5 s, 20 s, 80 s … an hour. After so many attempts an event has failed, and the next has its turn. */
const MAX_ATTEMPTS = 10
const FIRST_PAUSE_MS = 5_000
const MAX_PAUSE_MS = 3600_000
/** Nothing came through for so long: it is turned off, and says why. */
const PATIENCE_MS = 3 * 24 * 3600_000

const pauseAfter = (attempts: number) => Math.min(FIRST_PAUSE_MS * 4 ** (attempts - 1), MAX_PAUSE_MS)

/** The headers of standardwebhooks.com, a signature for each secret: its id is the event's, however often it is told. */
function signed(secrets: string[], id: string, body: string) {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = (secret: string) => {
    const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  }
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': secrets.map(signature).join(' ') }
}

type Waiting = NonNullable<Awaited<ReturnType<typeof deliveries.next>>>

/**
 * Tells webhooks what happened, each in the order in which it did. A target that does not answer holds up itself alone: one call, then
 * exponential backoff. At least once: what a kill cut off is told again, under the same id.
 */
export function eventDeliveryFlow(fetch: GuardedFetch): Job {
  async function call(ctx: Ctx, { url, secret }: EventWebhook, { event }: Waiting) {
    const body = JSON.stringify(shownEvent(event))
    const headers = { 'content-type': 'application/json', ...signed(ctx.vault.open(secret).split(/\s+/), `evt_${event.id}`, body) }
    try {
      const { ok, status } = await fetch(url, { method: 'POST', headers, body, timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER })
      return { ok, outcome: `HTTP ${status}`, isGone: status === 410 }
    } catch (error) {
      return { ok: false, outcome: (error as Error).message, isGone: false }
    }
  }

  const succeeded = (ctx: Ctx, webhook: EventWebhook, { delivery }: Waiting, values: { outcome: string; ms: number }) =>
    transaction(ctx, async ctx => {
      await deliveries.note(ctx, delivery.id, { ...values, state: 'delivered', attempts: delivery.attempts + 1 })
      if (webhook.lastError) await eventWebhooks.fared(ctx, webhook.id, { lastError: null, failingSince: null, retryAt: null })
    })

  /** Resolves to the backoff before the next run: none where it is turned off, and the rest of what waits is given up. */
  const failed = (
    ctx: Ctx,
    webhook: EventWebhook,
    { delivery }: Waiting,
    { isGone, ...values }: { outcome: string; ms: number; isGone: boolean },
  ) =>
    transaction(ctx, async ctx => {
      const attempts = delivery.attempts + 1
      await deliveries.note(ctx, delivery.id, { ...values, attempts, state: attempts < MAX_ATTEMPTS ? 'waiting' : 'failed' })
      const failingSince = webhook.failingSince ?? new Date()
      const gaveUp = isGone || Date.now() - failingSince.getTime() > PATIENCE_MS
      const pause = pauseAfter(attempts)
      const retryAt = new Date(Date.now() + pause)
      await eventWebhooks.fared(ctx, webhook.id, {
        failingSince,
        retryAt,
        lastError: values.outcome,
        ...(gaveUp && { gaveUp, enabled: false }),
      })
      if (gaveUp) await deliveries.giveUpSome(ctx, webhook.id, values.outcome)
      return gaveUp ? 0 : pause
    })

  return deliver.handledBy({
    maxAttempts: 5,
    backoff: () => FIRST_PAUSE_MS,
    budgetMs: BATCH * TIMEOUT_MS + 30_000,
    leaseMs: BATCH * TIMEOUT_MS + 60_000,
    atOnce: 16,
    late: 'run',
    async run(ctx, { webhookId }, { signal }) {
      for (let n = 0; n < BATCH && !signal.aborted; n++) {
        const webhook = await eventWebhooks.find(ctx, webhookId)
        if (!webhook) return
        if (!webhook.enabled) {
          if (!(await deliveries.giveUpSome(ctx, webhookId, webhook.lastError ?? 'ERR_WEBHOOK_OFF'))) return
          continue
        }
        // What happens meanwhile wakes this job, and no dead target.
        const rest = (webhook.retryAt?.getTime() ?? 0) - Date.now()
        // A backoff that is longer than any was begun by a clock that has been put back.
        if (rest > 0 && rest <= MAX_PAUSE_MS) return { again: rest }
        const waiting = await deliveries.next(ctx, webhookId)
        if (!waiting) return
        const began = performance.now()
        const { ok, ...outcome } = await call(ctx, webhook, waiting)
        const ms = Math.round(performance.now() - began)
        if (ok) await succeeded(ctx, webhook, waiting, { outcome: outcome.outcome, ms })
        else {
          return { again: await failed(ctx, webhook, waiting, { ...outcome, ms }) }
        }
      }
      return { again: 0 }
    },
  })
}
