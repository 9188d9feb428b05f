import { transaction, type Ctx, type CtxFor } from '#kernel/context'
import type { Store } from '#kernel/storage/libsql'
import type { Logger } from '#kernel/process/log'
import { serialByKey } from '#kernel/process/serial'
import type { Channel } from '#modules/connections'
import { messages, type Message } from '#modules/messages'

type Options = { store: Store; ctxFor: CtxFor; channel(): Channel; log: Logger }

const BATCH = 50
/** The media host and the phone forget files after some weeks. */
const KEPT_MS = 14 * 24 * 3600_000

/** Keeps the file of a message that was shown without it, and tells those who look. */
export async function keepFile(ctx: Ctx, message: Message, bytes: Uint8Array) {
  const { hash, size } = await ctx.media.save(bytes)
  await transaction(ctx, ctx => messages.change(ctx, message.id, { media: { ...message.media!, hash, size } }))
}

/** Fetches files that could not be fetched when their message came: the host failed, or this process ended in between. */
export const lateMediaFlow = ({ store, ctxFor, channel, log }: Options) => {
  const inOrder = serialByKey<number>()

  async function fetchAll(connectionId: number) {
    for (const message of await messages.withoutFileAcrossTenants(store.db, connectionId, new Date(Date.now() - KEPT_MS), BATCH)) {
      if (!message.dataJson || !channel().isOpen(connectionId)) continue
      try {
        await keepFile(ctxFor(message.companyId), message, await channel().attachment(connectionId, message.dataJson))
      } catch (error) {
        log.info({ err: error, messageId: message.id }, 'a file is still missing')
      }
    }
  }
  return (connectionId: number) => inOrder(connectionId, () => fetchAll(connectionId))
}
