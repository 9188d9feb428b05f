import type { Ctx } from '#kernel/context'
import type { GuardedFetch } from '#kernel/http/guarded-fetch'
import { concurrencyLimit } from '#kernel/process/concurrency-limit'
import { lruMap } from '#kernel/process/lru'
import { messages, type LinkPreview } from '#modules/messages'
import { settings } from '#modules/settings'
import { wordsOf } from './page'

const LIMITS = { maxBytes: 1_000_000, timeoutMs: 5_000 }
const KEPT_MS = 60 * 60_000
const MAX_KEPT = 2_000
/** Concurrency limit of a company, with how many may queue: a conversation full of links asks for all of them at once. */
const MAX_WAITING = 8
const AT_ONCE = 4

const isText = (mediaType: string) => mediaType === 'conversation' || mediaType === 'extendedTextMessage'

/** The first address of a text, where it may be asked: no password in it, and no longer than addresses are. */
function addressIn(text: string): URL | null {
  const [found] = /https?:\/\/[^\s<]{1,2000}[^\s<.,;:!?)\]'"]/.exec(text) ?? []
  const address = found ? URL.parse(found) : null
  return address && !address.username && !address.password ? address : null
}

/**
 * What stands behind the first link of a message: title and summary, where the company wants to know. The server asks, never a browser of
 * the team, and through a fetch that knows no private address at all: a customer chooses where it goes. Cached for an hour.
 */
export function linkPreviewFlow(fetch: GuardedFetch) {
  const kept = lruMap<string, { until: number; preview: Promise<LinkPreview | null> }>(MAX_KEPT)
  const turn = concurrencyLimit(AT_ONCE)
  const waiting = new Map<number, number>()

  async function read(address: URL): Promise<LinkPreview | null> {
    const response = await fetch(address.href, { headers: { accept: 'text/html', 'user-agent': 'link preview' }, ...LIMITS })
    const type = response.headers.get('content-type') ?? ''
    if (!response.ok || !/^text\/html\b/i.test(type)) return null
    const charset = /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8'
    const words = wordsOf(new TextDecoder(charset).decode(await response.arrayBuffer()))
    return words && { address: address.href, host: address.hostname, ...words }
  }

  return async function preview(ctx: Ctx, uid: string): Promise<LinkPreview | null> {
    const { message } = await messages.byUid(ctx, uid)
    const address = message.isDeleted || !isText(message.mediaType) ? null : addressIn(message.body)
    if (!address || !(await settings.enabled(ctx, 'linkPreviews'))) return null
    const known = kept.get(address.href)
    if (known && known.until <= Date.now()) kept.delete(address.href)
    // Whoever waits has one of the company's places for requests: where many wait, nothing is shown until it is asked for again.
    const line = waiting.get(ctx.companyId) ?? 0
    if (line >= MAX_WAITING) return null
    waiting.set(ctx.companyId, line + 1)
    const before = kept.get(address.href)
    const asked = before?.preview ?? turn(ctx.companyId, () => read(address)).catch(() => null)
    if (!before) kept.set(address.href, { until: Date.now() + KEPT_MS, preview: asked })
    return asked.finally(() => waiting.set(ctx.companyId, waiting.get(ctx.companyId)! - 1))
  }
}
