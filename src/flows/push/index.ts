import webPush from 'web-push'
import type { Ctx } from '#kernel/context'
import type { GuardedFetch } from '#kernel/http/guarded-fetch'
import { GiveUp, type Job } from '#kernel/jobs/kind'
import { push, pushSubscriptions, type PushKeys } from '#modules/push-subscriptions'
import { noticeOf, type Notice } from './notice'

const SECOND = 1_000
const HOUR = 3600 * SECOND
/** Backoff: push services are down for minutes. */
const PAUSES = [5 * SECOND, 30 * SECOND, 2 * 60 * SECOND, 10 * 60 * SECOND]
const TIMEOUT_MS = 10 * SECOND
/** For so long a push service keeps a notice for a phone that is switched off. */
const TTL_S = (12 * HOUR) / SECOND
/** The browser is gone, or subscribed to somebody else's key. */
const ENDED = [401, 403, 404, 410]

type Options = {
  fetch: GuardedFetch
  keys: PushKeys
  /** Where whoever runs a push service reaches who sends: an address of the web, or a mailto. */
  subject: string
  /** Whether a window of the person is looked at now. */
  isLooking(userId: number): boolean
}

/**
 * Tells a device what its person would see on a screen (RFC 8030): encrypted for it alone (RFC 8291), signed with the key of the
 * installation (RFC 8292). At least once: what a kill cut off is told again under the same name, which the device shows once.
 */
export function pushFlow({ fetch, keys, subject, isLooking }: Options): Job {
  function sealed({ endpoint, p256dh, auth }: { endpoint: string; p256dh: string; auth: string }, notice: Notice) {
    const { cipherText } = webPush.encrypt(p256dh, auth, JSON.stringify(notice), 'aes128gcm')
    const { origin } = new URL(endpoint)
    const signed = webPush.getVapidHeaders(origin, subject, keys.publicKey, keys.privateKey, 'aes128gcm')
    return {
      body: new Uint8Array(cipherText),
      headers: { ...signed, 'content-encoding': 'aes128gcm', ttl: String(TTL_S), urgency: 'high' },
    }
  }

  async function send(ctx: Ctx, subscription: { id: number; endpoint: string; p256dh: string; auth: string }, notice: Notice) {
    const drop = () => pushSubscriptions.drop(ctx, subscription.id)
    let request: ReturnType<typeof sealed>
    try {
      request = sealed(subscription, notice)
    } catch {
      // What the browser gave is no key.
      return void (await drop())
    }
    let answer: Response
    try {
      answer = await fetch(subscription.endpoint, { method: 'POST', ...request, timeoutMs: TIMEOUT_MS, maxBytes: 10_000 })
    } catch (error) {
      const { message } = error as Error
      if (message !== 'ERR_OUTBOUND_UNREACHABLE' && message !== 'ERR_OUTBOUND_TIMEOUT') await drop()
      throw error
    }
    const { ok, status } = answer
    if (ok) return
    if (ENDED.includes(status)) return void (await drop())
    const reason = `the push service answered ${status}`
    if (status !== 429 && status < 500) throw new GiveUp(reason)
    throw new Error(reason)
  }

  return push.handledBy({
    maxAttempts: PAUSES.length + 1,
    backoff: attempts => PAUSES[attempts - 1] ?? PAUSES.at(-1)!,
    budgetMs: 2 * TIMEOUT_MS,
    leaseMs: 4 * TIMEOUT_MS,
    atOnce: 16,
    late: { skipAfterMs: HOUR },
    async run(ctx, { subscriptionId, about }) {
      const device = await pushSubscriptions.living(ctx, subscriptionId)
      if (!device || isLooking(device.user.id)) return
      const notice = await noticeOf(ctx, device.user, about)
      if (notice) await send(ctx, device.subscription, notice)
    },
  })
}
