import { isAdmin, isLeader, user } from '../../session'
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
  })
  return hasRobot(ticket) ? giveToBot(again) : again
}

/** Whether the server lets whoever moved one take it back: they see where it went, and from a colleague only who leads takes it. */
export const mayUndo = (queueId: number, userId?: number) =>
  isAdmin.value ||
  (Boolean(user.value?.queues.some(({ id }) => id === queueId)) && (userId === undefined || userId === user.value?.id || isLeader.value))
