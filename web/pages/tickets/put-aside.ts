import { ApiError, del, get, post, put } from '../../kit/api'
import { toastError } from '../../kit/errors'
import { upcoming } from '../../kit/format'
import { toast } from '../../kit/toast'
import { dialog } from './dialogs/shown'
import { beforeVerb } from './before-verb'
import { words } from './list/desk-texts'
import { isPinned } from './list/pins'
import { putAnswer } from './list/store'
import type { Ticket } from './types'
import { known } from './verbs'
import { carryOut, instead, isWithoutLine, type Known, whenBack } from './deferred-verbs'

// What puts a ticket aside on one's desk, and takes it up again.

export const snooze = (tickets: Ticket[]) => void (dialog.value = { kind: 'snooze', tickets })

export function sleep(ticket: Ticket, until: string | null, saw = known(ticket)) {
  return instead(ticket.id, () => askSleep(ticket, until, saw))
}
function askSleep(ticket: Ticket, until: string | null, saw: Known & { evenRead?: true }) {
  beforeVerb.decides?.(ticket)
  return putAnswer(put<Ticket>(`/tickets/${ticket.id}/snooze`, { until, ...saw }))
}
const wake = ({ id }: Ticket) => instead(id, () => putAnswer(del<Ticket>(`/tickets/${id}/snooze`)))

/** As long as it slept before, or not at all. */
export async function sleepAsBefore(ticket: Ticket, after: Ticket) {
  const now = await get<Ticket>(`/tickets/${ticket.id}`)
  // Somebody else woke it, or put it off anew.
  if (now.snoozedAt !== after.snoozedAt || now.snoozedUntil !== after.snoozedUntil) throw new ApiError(409, { error: 'ERR_TICKET_CHANGED' })
  return ticket.snoozedAt ? sleep(ticket, ticket.snoozedUntil) : wake(ticket)
}

/** What follows when one sleeps; it gives what an undo does beside waking it. */
type Slept = () => (back: Ticket) => void

/** Puts one off. Without a line it waits for one. */
export async function putOff(ticket: Ticket, until: string | null, slept?: Slept, saw = known(ticket)) {
  try {
    sleeps(ticket, await sleep(ticket, until, saw), slept)
  } catch (error) {
    if (!(await isWithoutLine(error))) return toastError(error)
    whenBack(ticket, { verb: 'snooze', until, ...saw }, () => sleepAsPromised(ticket, until, saw, slept))
  }
}
function sleeps(ticket: Ticket, after: Ticket, slept: Slept = () => () => {}) {
  const shown = slept()
  toast.undo(sleptText(after), () => void sleepAsBefore(ticket, after).then(shown, toastError))
}
async function sleepAsPromised(ticket: Ticket, until: string | null, saw: Known, slept?: Slept) {
  sleeps(ticket, await askSleep(ticket, until, { ...saw, evenRead: true }), slept)
}
carryOut('snooze', (ticket, { until, seenAt }) => sleepAsPromised(ticket, until, { seenAt }))

/** What is said of a ticket that sleeps. */
const sleptText = ({ contact: { name }, snoozedUntil }: Ticket) =>
  snoozedUntil ? words('snoozed', { name, when: upcoming(snoozedUntil) }) : words('snoozedReply', { name })

/** Back in its list before its time; undone, it sleeps as it did. */
export function bringBack(ticket: Ticket) {
  const until = ticket.snoozedUntil
  const again = () => void sleep(ticket, until && Date.parse(until) > Date.now() ? until : null).catch(toastError)
  void wake(ticket).then(() => toast.undo(words('woken', { name: ticket.contact.name }), again), toastError)
}

export const unread = ({ id }: Ticket) => post(`/tickets/${id}/unread`)
/** What the customer wrote since stays unread. */
export const unreadNoMore = ({ id }: Ticket) => del(`/tickets/${id}/unread`)
export const markUnread = (ticket: Ticket) =>
  void unread(ticket).then(
    () => toast.undo(words('markedUnread', { name: ticket.contact.name }), () => void unreadNoMore(ticket).catch(toastError)),
    toastError,
  )

/** Puts a ticket on top of one's lists, or back where it stood. */
export function togglePin(ticket: Ticket) {
  const was = isPinned(ticket)
  const turn = (on: boolean) => (on ? put(`/tickets/${ticket.id}/pin`) : del(`/tickets/${ticket.id}/pin`))
  const said = words(was ? 'unpinned' : 'pinned', { name: ticket.contact.name })
  void turn(!was).then(() => toast.undo(said, () => void turn(was).catch(toastError)), toastError)
}
