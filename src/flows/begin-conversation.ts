import type { Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { numberHealth } from '#modules/number-health'
import type { Ticket } from '#modules/tickets'

/**
 * From a number that the network lets begin no conversations, people begin none either: the message would fail and count against the
 * number. Whoever wrote to it, or was written to before, is answered as ever.
 */
export async function mustMayBegin(ctx: Ctx, { whatsappId, contactId, isGroup }: Pick<Ticket, 'whatsappId' | 'contactId' | 'isGroup'>) {
  if (isGroup || !whatsappId) return
  const lock = await numberHealth.lockOf(ctx, whatsappId)
  if (lock && (await numberHealth.begins(ctx, whatsappId, contactId))) throw new AppError('ERR_NUMBER_LOCKED', 409, { until: lock.until })
}
