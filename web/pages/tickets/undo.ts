import { ApiError } from '../../kit/api'
import { isAdmin, user } from '../../session'
import { giveToBot, hasRobot } from './bot'
import { change, standing } from './change'
import type { Ticket } from './types'

/**
 * Where it was before a verb, with who had it: in no queue where it had none. Neither the customer nor a colleague hears of it, and a robot
 * that led it begins anew.
 */
export async function asBefore(ticket: Ticket, after?: Ticket) {
  const { status, queueId, whatsappId } = ticket
  const waits = status === 'pending'
  // Without a status it is taken, also from whoever has it by now; one that has ended is opened again by its status alone.
  const again = await change(ticket, {
    ...((waits || after?.status === 'closed') && { status }),
    userId: waits ? null : (ticket.userId ?? user.value?.id),
    queueId,
    ...(whatsappId !== after?.whatsappId && { whatsappId }),
    justClose: true,
    // What somebody made of it since is not undone with what one did oneself.
    expected: after && standing(after),
  }).catch((error: unknown) => {
    // They see it no more, and lack no right: time is over, or whoever it was handed to handed it on.
    const isLate = error instanceof ApiError && error.status === 403 && after?.userId && after.userId !== user.value?.id
    throw isLate ? new ApiError(409, { error: 'ERR_TAKE_BACK_LATE' }) : error
  })
  return hasRobot(ticket) ? giveToBot(again) : again
}

/** Whether the server lets whoever moved one take it back: from a colleague for a moment, else where they see it. */
export const mayUndo = (queueId: number, userId?: number) =>
  userId !== undefined || isAdmin.value || Boolean(user.value?.queues.some(({ id }) => id === queueId))
