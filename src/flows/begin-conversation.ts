import type { Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { numberHealth } from '#modules/number-health'
import type { Ticket } from '#modules/tickets'

type With = Pick<Ticket, 'whatsappId' | 'contactId' | 'isGroup'>

/** The lock of the network that keeps a number from beginning this conversation. Whoever wrote to it, or was written to before, is answered as ever. */
export async function lockAgainst(ctx: Ctx, { whatsappId, contactId, isGroup }: With) {
  if (isGroup || !whatsappId) return
  const lock = await numberHealth.lockOf(ctx, whatsappId)
  return lock && (await numberHealth.begins(ctx, whatsappId, contactId)) ? lock : undefined
}

/** People and their programs begin none that the network would refuse: the message would fail and count against the number. */
export async function mustMayBegin(ctx: Ctx, conversation: With) {
  const lock = await lockAgainst(ctx, conversation)
  if (lock) throw new AppError('ERR_NUMBER_LOCKED', 409, { until: lock.until })
}
