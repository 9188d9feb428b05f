import { ApiError, get } from '../../kit/api'
import { toastError } from '../../kit/errors'
import { t } from '../../kit/i18n'
import { toldWhenSlow } from '../../kit/slow'
import { toast } from '../../kit/toast'
import { user } from '../../session'
import { words } from './conversation/texts'
import { dialog } from './dialogs/shown'
import { beforeVerb } from './before-verb'
import { ask, change } from './change'
import { queries } from './list/store'
import type { Ticket } from './types'
import { asBefore } from './undo'
import { carryOut, isWithoutLine, type Known, whenBack } from './deferred-verbs'

/** What the page does with a ticket, and where it goes then. */
export type Verbs = {
  accept: (ticket: Ticket) => Promise<void>
  acceptLongest: () => Promise<void>
  /** Taken back, it comes on screen where it is now, or was when this was asked for. */
  resolve: (ticket: Ticket, wasShown?: boolean) => Promise<void>
  /** The ticket was put aside or given away: where it is on screen the next one comes, for who wants that, and who wrote goes on writing. Whether it was there. */
  goOn: (ticket: Ticket, wrote?: boolean) => boolean
  /** Where the ticket is on screen, nothing is. */
  leave: (ticket: Ticket) => void
  open: (ticket: Ticket) => void
}

/**
 * The queue that a ticket without one is accepted into, or `n` of them at once: asked where whoever accepts has several, false when the
 * question is closed. What is typed meanwhile is the answer to the one.
 */
export const queueFor = ({ id, queueId }: Ticket, n?: number, own = user.value?.queues ?? []) => {
  const asks = (answer: (queueId: number | false) => void) =>
    (dialog.value = { kind: 'queue', n: n ?? 1, ticketId: n ? undefined : id, answer })
  return queueId ? undefined : own[1] ? new Promise<number | false>(asks) : own[0]?.id
}

async function take(ticket: Ticket) {
  const waits = ticket.status !== 'open' && { status: 'open', queueId: await queueFor(ticket) }
  if (waits && waits.queueId === false) return
  return change(ticket, { ...(waits || { expected: { userId: ticket.userId } }), userId: user.value?.id })
}
/** Takes a waiting ticket, or over from who has it: of two who do so at once the second is told. */
export const accept = (ticket: Ticket) => take(ticket).catch(notTaken)
/** Accepting waits for no line: whoever comes back to one may find somebody else with the customer. */
async function notTaken(error: unknown) {
  if (await isWithoutLine(error)) toast.bad(words('acceptsNot'))
  else toastError(error)
  return null
}

/** Of two who take who waits longest at once, the second gets the next in line. Gives the row of before, and as it is. */
async function takeFirst() {
  const { tickets } = await toldWhenSlow(get<{ tickets: Ticket[] }>('/tickets', { ...queries.pending(), order: 'waiting' }))
  for (const ticket of tickets)
    try {
      const taken = await take(ticket)
      return taken && { before: ticket, taken }
    } catch (error) {
      if (!(error instanceof ApiError && error.body.code === 'ERR_TICKET_TAKEN')) throw error
    }
  toast.ok(t('tickets.nonePending'))
}

/** Takes the ticket of whoever waits longest in the queues on screen, as the server knows it. */
export async function acceptLongest() {
  const longest = await takeFirst().catch(notTaken)
  if (!longest) return
  const { before, taken } = longest
  toast.undo(t('tickets.accepted', { name: taken.contact.name }), () => void asBefore(before, taken).catch(toastError))
  return taken
}

export const reopen = (ticket: Ticket) => change(ticket, { status: 'open', userId: user.value?.id }).catch(toastError)

/** What whoever presses in its row knows of it: what the customer wrote since is read first. */
export const known = ({ updatedAt }: Ticket): Known => ({ seenAt: updatedAt })

/** Closes a ticket; for a while that can be undone, and `back` brings its conversation again. Without a line it waits for one. */
export const resolve = (ticket: Ticket, back?: () => void, saw = known(ticket)): Promise<true | void> =>
  change(ticket, closing(saw)).then(
    after => closed(ticket, after, back),
    async error => {
      if (!(await isWithoutLine(error))) return toastError(error)
      whenBack(ticket, { verb: 'resolve', ...saw }, () => close(ticket, saw, back))
    },
  )
const closing = (saw: Known) => ({ status: 'closed', ...saw })
function closed(ticket: Ticket, after: Ticket, shown?: () => void) {
  toast.undo(t('tickets.resolved', { name: ticket.contact.name }), () => void asBefore(ticket, after).then(shown, toastError))
  return true as const
}
/** As it was promised. */
async function close(ticket: Ticket, saw: Known, back?: () => void) {
  beforeVerb.decides?.(ticket)
  closed(ticket, await ask(ticket, { ...closing(saw), evenRead: true }), back)
}
carryOut('resolve', (ticket, { seen, seenAt }) => close(ticket, { seen, seenAt }))
