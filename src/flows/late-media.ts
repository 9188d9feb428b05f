import { transaction, type Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { jobKind, PRIORITY, type Job } from '#kernel/jobs/kind'
import { storageFaultOf } from '#kernel/storage/storage-errors'
import type { Channel } from '#modules/connections'
import { messages, type Message, type StoredMedia } from '#modules/messages'

/** The file of one message that was shown without it. */
const lateFiles = jobKind<{ messageId: number; until: number }>('late-file', PRIORITY.background)

const MINUTE = 60_000
/** Backoff: the host may be back soon, the phone that has the file tomorrow. */
const PAUSES = [0.5 * MINUTE, 2 * MINUTE, 10 * MINUTE, 60 * MINUTE, 6 * 60 * MINUTE, 24 * 60 * MINUTE, 48 * 60 * MINUTE]
const pause = (attempts: number) => PAUSES[attempts - 1] ?? PAUSES.at(-1)!
/** The media host and the phone forget files after some weeks: so long a connection may stay away. */
const KEPT_MS = 14 * 24 * 60 * MINUTE
/** A job of a connection that is away looks again; the connection wakes it when it comes. */
const AWAY_MS = 10 * MINUTE

type Saved = { hash: string; size: number }
export type LateMedia = ReturnType<typeof lateMediaFlow>

/** Fetches files that did not come with their message: the host was slow, or failed, or this process ended in between. */
export function lateMediaFlow({ channel }: { channel: Pick<Channel, 'attachment' | 'isOpen'> }) {
  /** First downloads that are merely slow, by message: their jobs wait for them and fetch nothing themselves. */
  const underway = new Map<number, Promise<Saved>>()

  async function fetch(ctx: Ctx, { id, connectionId, dataJson }: Message): Promise<Saved> {
    const first = underway.get(id)
    if (!first) return ctx.media.save(channel.attachment(connectionId!, dataJson!))
    try {
      return await first
    } finally {
      underway.delete(id)
    }
  }

  const job: Job = lateFiles.handledBy({
    maxAttempts: PAUSES.length + 1,
    backoff: pause,
    // Longer than any download may take.
    budgetMs: 25 * MINUTE,
    leaseMs: 30 * MINUTE,
    atOnce: 8,
    late: 'run',
    async run(ctx, { messageId, until }) {
      const message = await messages.find(ctx, messageId)
      if (!message?.media || message.media.hash) return
      const { connectionId } = message
      if (connectionId === null || !message.dataJson) return void (await lose(ctx, messageId, 'gone'))
      if (!underway.has(messageId) && !channel.isOpen(connectionId)) {
        if (Date.now() < until) return { notYet: AWAY_MS }
        return void (await lose(ctx, messageId, 'unreachable'))
      }
      try {
        const { hash, size } = await fetch(ctx, message)
        await change(ctx, messageId, { hash, size })
      } catch (error) {
        if (storageFaultOf(error)) throw error
        const reason = reasonOf(error)
        if (reason === 'refused') return void (await lose(ctx, messageId, reason))
        throw new Error(reason, { cause: error })
      }
    },
    onGiveUp: (ctx, { messageId }, reason) => lose(ctx, messageId, reason === 'gone' ? 'gone' : 'unreachable'),
  })

  return {
    job,
    /** Part of the transaction that stores the message; `saving` is the first download, if it still goes on. */
    async expect(ctx: Ctx, { id, connectionId }: Message, saving: Promise<Saved> | undefined) {
      if (saving) ctx.after(() => underway.set(id, saving))
      const wish = { key: `${connectionId}:${id}`, delayMs: saving ? 0 : pause(1) }
      await jobs.enqueue(ctx, lateFiles, { messageId: id, until: Date.now() + KEPT_MS }, wish)
    },
    /** The connection is there: its phone can be asked. */
    connected: (ctx: Ctx, connectionId: number) => transaction(ctx, ctx => jobs.hasten(ctx, lateFiles, { prefix: `${connectionId}:` })),
  }
}

/** Tells those who look. */
async function change(ctx: Ctx, messageId: number, values: Partial<StoredMedia>) {
  await transaction(ctx, async ctx => {
    const message = await messages.find(ctx, messageId)
    if (message?.media) await messages.change(ctx, messageId, { media: { ...message.media, ...values } })
  })
}

const lose = (ctx: Ctx, messageId: number, lost: StoredMedia['lost']) => change(ctx, messageId, { lost })

/** What the channel says of a file that can't be fetched; anything else may pass. */
const reasonOf = (error: unknown) => {
  const { code } = error as { code?: unknown }
  return code === 'MEDIA_GONE' ? 'gone' : code === 'MEDIA_REFUSED' ? 'refused' : 'unreachable'
}
