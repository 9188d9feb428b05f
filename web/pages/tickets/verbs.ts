import { ApiError, get, put } from '../../kit/api'
import { toastError } from '../../kit/errors'
import { t } from '../../kit/i18n'
import { connected, onResync } from '../../kit/realtime'
import { toast } from '../../kit/toast'
import { beforeSignOut, user } from '../../session'
import { words } from './conversation/texts'
import { dialog } from './dialogs/shown'
import { putAnswer, queries } from './list/store'
import type { Ticket } from './types'

/** What the page does with a ticket, and where it goes then. */
export type Verbs = {
  accept: (ticket: Ticket) => Promise<void>
  acceptLongest: () => Promise<void>
  resolve: (ticket: Ticket) => Promise<void>
  /** The ticket was put aside or given away: where it is on screen the next one comes, for who wants that. Whether it was there. */
  goOn: (ticket: Ticket) => boolean
  /** Where the ticket is on screen, nothing is. */
  leave: (ticket: Ticket) => void
  open: (ticket: Ticket) => void
}

/** What is written in a ticket leaves before anything is done with it: one that has ended takes no more. Whether all of it did. Set with the composer. */
export const first: { leaves?: (ticketId: number) => Promise<boolean> } = {}
export async function change(ticket: Ticket, body: object) {
  wished.get(ticket.id)?.()
  const slow = setTimeout(() => toast.warn(words('leavesFirst')), SLOW_MS)
  const hasLeft = await (first.leaves?.(ticket.id) ?? true)
  clearTimeout(slow)
  if (!hasLeft) throw new ApiError(0)
  return putAnswer(put<Ticket>(`/tickets/${ticket.id}`, body))
}
/** An upload is waited for: who pressed is told after this, and never sees a button that does nothing. */
const SLOW_MS = 500

/** The queue that a ticket without one is accepted into: asked where whoever accepts has several, false when the question is closed. */
export const queueFor = ({ queueId }: Ticket, own = user.value?.queues ?? []) =>
  queueId ? undefined : own[1] ? new Promise<number | false>(answer => (dialog.value = { kind: 'queue', answer })) : own[0]?.id

async function take(ticket: Ticket) {
  const waits = ticket.status !== 'open' && { status: 'open', queueId: await queueFor(ticket) }
  if (waits && waits.queueId === false) return
  return change(ticket, { ...waits, userId: user.value?.id })
}
/** Takes a waiting ticket. Taking one over from a colleague asks for no status, so that of two who accept at once the second is told. */
export const accept = (ticket: Ticket) => take(ticket).catch(toastError)

/** Of two who take who waits longest at once, the second gets the next in line. */
async function takeFirst() {
  const { tickets } = await get<{ tickets: Ticket[] }>('/tickets', { ...queries.pending(), order: 'waiting' })
  for (const ticket of tickets)
    try {
      return await take(ticket)
    } catch (error) {
      if (!(error instanceof ApiError && error.body.code === 'ERR_TICKET_TAKEN')) throw error
    }
}

/** Takes the ticket of whoever waits longest in the queues on screen, as the server knows it. */
export async function acceptLongest() {
  const taken = await takeFirst().catch(toastError)
  if (taken) toast.undo(t('tickets.accepted', { name: taken.contact.name }), () => void handBack(taken).catch(toastError))
  return taken
}

export const handBack = (ticket: Ticket) => change(ticket, { status: 'pending', userId: null })

export const reopen = (ticket: Ticket) => change(ticket, { status: 'open', userId: user.value?.id }).catch(toastError)

/** A request that fails may be the first to find that the line is cut, or a server that is gone. */
const NOTICED_MS = 1_000
async function isWithoutLine(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 0 || error.body.error === 'ERR_ABORTED') return false
  if (connected.peek()) await new Promise(resolve => setTimeout(resolve, NOTICED_MS))
  return !connected.peek()
}
/** A wish is of its moment: later the conversation may be another one. */
const WISH_MS = 10 * 60_000
/** What was asked for without a line, by ticket, and how to forget it; whatever else is done with the ticket does. */
const wished = new Map<number, () => void>()
beforeSignOut.add(async () => wished.forEach(forget => forget()))

/** Asks for it when the line is back, where the ticket still is what it was: in the same hands, and nothing new was written to it. */
function whenBack(ticket: Ticket, text: string, ask: () => void) {
  const { id, status, userId, unreadMessages } = ticket
  const since = performance.now()
  async function resume() {
    forget()
    const now = await get<Ticket>(`/tickets/${id}`)
    const isSame =
      performance.now() - since < WISH_MS && now.status === status && now.userId === userId && now.unreadMessages <= unreadMessages
    if (isSame) ask()
    else toast.warn(words('resolvesNot', { name: now.contact.name }))
  }
  const stop = onResync(() => void resume().catch(toastError))
  const forget = () => {
    stop()
    wished.delete(id)
  }
  wished.get(id)?.()
  wished.set(id, forget)
  toast.undo(text, forget)
}

/** What whoever presses knows of it: what the customer wrote after the message that was `seen`, or after the row, is read first. */
export const known = ({ updatedAt }: Ticket, seen?: string) => (seen === undefined ? { seenAt: updatedAt } : { seen })

/** Closes a ticket; for ten seconds that can be undone, and `back` brings its conversation again. */
export const resolve = (ticket: Ticket, back?: () => void, seen?: string): Promise<true | void> =>
  change(ticket, { status: 'closed', userId: user.value?.id, ...known(ticket, seen) }).then(
    () => {
      toast.undo(t('tickets.resolved', { name: ticket.contact.name }), () => void reopen(ticket).then(again => again && back?.()))
      return true
    },
    async error => {
      if (!(await isWithoutLine(error))) return toastError(error)
      whenBack(ticket, words('resolvesLater', { name: ticket.contact.name }), () => void resolve(ticket, back, seen))
    },
  )
