import { toastError } from '../../kit/errors'
import { toast } from '../../kit/toast'
import { words } from './conversation/texts'
import type { Ticket } from './types'
import { asBefore } from './undo'
import { accept } from './verbs'

/** Tickets that this user gave back by an undo, until they have them again: nobody took those from them. */
export const givenBack = new Set<number>()

/** Takes a ticket that waits, or over from a colleague, who gets it back by an undo. */
export async function takeOrTakeOver(ticket: Ticket) {
  const taken = await accept(ticket)
  const isOver = taken && ticket.status === 'open' && ticket.userId && ticket.userId !== taken.userId
  if (!isOver) return taken
  const giveBack = async () => {
    givenBack.add(ticket.id)
    await asBefore(ticket, taken).catch(error => {
      givenBack.delete(ticket.id)
      throw error
    })
  }
  const said = words('takenOver', { name: taken.contact.name, user: ticket.user?.name ?? '' })
  toast.undo(said, () => void giveBack().catch(toastError))
  return taken
}
