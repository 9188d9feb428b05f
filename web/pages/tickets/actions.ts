import { ApiError, get, post, put } from '../../kit/api'
import { toastError } from '../../kit/errors'
import { t } from '../../kit/i18n'
import { toast } from '../../kit/toast'
import { user } from '../../session'
import { putAnswer, queries } from './list/store'
import type { TagRef, Ticket } from './types'

const change = (ticket: Ticket, body: object) => putAnswer(put<Ticket>(`/tickets/${ticket.id}`, body))

/** Takes a waiting ticket. Taking one over from a colleague asks for no status, so that of two who accept at once the second is told. */
export async function accept(ticket: Ticket) {
  try {
    return await change(ticket, { ...(ticket.status !== 'open' && { status: 'open' }), userId: user.value?.id })
  } catch (error) {
    toastError(error)
    return undefined
  }
}

/** Takes the ticket of whoever waits longest in the queues on screen, as the server knows it. */
export async function acceptLongest() {
  const first = await get<{ tickets: Ticket[] }>('/tickets', { ...queries.pending(), order: 'waiting' }).then(
    page => page.tickets[0],
    toastError,
  )
  if (!first) return
  const taken = await accept(first)
  if (taken) toast.undo(t('tickets.accepted', { name: taken.contact.name }), () => void handBack(taken).catch(toastError))
  return taken
}

const handBack = (ticket: Ticket) => change(ticket, { status: 'pending', userId: null })

/** Gives a ticket back to its queue. */
export const giveBack = (ticket: Ticket) =>
  handBack(ticket).then(() => toast.undo(t('tickets.givenBack', { name: ticket.contact.name }), () => void accept(ticket)), toastError)

export const reopen = (ticket: Ticket) => change(ticket, { status: 'open', userId: user.value?.id }).catch(toastError)

/** Closes a ticket; for ten seconds that can be undone, and `back` brings its conversation again. */
export const resolve = (ticket: Ticket, back?: () => void) =>
  change(ticket, { status: 'closed', userId: user.value?.id }).then(
    () => {
      toast.undo(t('tickets.resolved', { name: ticket.contact.name }), () => void reopen(ticket).then(again => again && back?.()))
      return true
    },
    error => {
      toastError(error)
      return false
    },
  )

export const setTags = (ticket: Ticket, tags: TagRef[]) => post('/tags/sync', { ticketId: ticket.id, tags }).catch(toastError)

/** The ticket that stands in the way of a new one, from the server's conflict. */
export function conflictOf(error: unknown): Ticket | undefined {
  if (!(error instanceof ApiError) || !error.body.error?.startsWith('{')) return undefined
  return JSON.parse(error.body.error) as Ticket
}
