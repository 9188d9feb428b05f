import { signal } from '@preact/signals-react'
import { ApiError, get } from '../../kit/api'
import { toastError } from '../../kit/errors'
import { connected, onResync } from '../../kit/realtime'
import { toast } from '../../kit/toast'
import { beforeSignOut, user } from '../../session'
import { words } from './conversation/texts'
import type { Ticket } from './types'

/** What the page had seen of a ticket when something was asked of it. */
export type Known = { seen?: string; seenAt?: string }
type Verb = { verb: 'resolve' } | { verb: 'snooze'; until: string | null }
/** What was asked for without a line, and what the ticket was then. */
type Wish = Verb & Known & Pick<Ticket, 'id' | 'status' | 'userId' | 'unreadMessages'> & { askedAt: number }

/** A wish is of its moment: later the conversation may be another one. */
const WISH_MS = 10 * 60_000
/** Long enough to be read by who comes back to the screen. */
const NOT_DONE_MS = 30_000
/** A request that fails may be the first to find that the line is cut, or a server that is gone. */
const NOTICED_MS = 1_000
export async function isWithoutLine(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 0 || error.body.error === 'ERR_ABORTED') return false
  if (connected.peek()) await new Promise(resolve => setTimeout(resolve, NOTICED_MS))
  return !connected.peek()
}

/** A person's own, in this browser: it outlives the page, and whichever of their windows has a line first does it, once. */
const key = `wishes-of-${user.peek()?.companyId}-${user.peek()?.id}`
const stored = (): Wish[] => JSON.parse(localStorage.getItem(key) ?? '[]')
/** For the rows, by ticket. */
export const wished = signal<Record<number, Wish>>({})
const show = () => (wished.value = Object.fromEntries(stored().map(wish => [wish.id, wish])))
function keep(wishes: Wish[]) {
  if (wishes.length) localStorage.setItem(key, JSON.stringify(wishes))
  else localStorage.removeItem(key)
  show()
}
/** Whether it was there, and is no other window's by now. */
function take(wish: Wish) {
  const all = stored()
  const rest = all.filter(({ id, askedAt }) => id !== wish.id || askedAt !== wish.askedAt)
  if (rest.length < all.length) keep(rest)
  // It is true no more.
  notices.get(wish.id)?.()
  return rest.length < all.length
}
/** Whatever else is done with a ticket ends what was wished for it. */
export function forget(ticketId: number) {
  const wish = stored().find(({ id }) => id === ticketId)
  if (wish) take(wish)
}

/** How each is done, by what knows it; in this window as it was asked for. */
const doings: { [V in Wish['verb']]?: (ticket: Ticket, wish: Wish & { verb: V }) => unknown } = {}
export const carryOut = <V extends Wish['verb']>(verb: V, act: (typeof doings)[V]) => void (doings[verb] = act)
const asked = new Map<number, () => unknown>()
const notices = new Map<number, () => void>()

/** Asks for it when the line is back, where the ticket still is what it was: in the same hands, and nothing new was written to it. */
export function whenBack({ id, status, userId, unreadMessages, contact: { name } }: Ticket, what: Verb & Known, ask: () => unknown) {
  const wish: Wish = { ...what, id, status, userId, unreadMessages, askedAt: Date.now() }
  asked.set(wish.askedAt, ask)
  keep([...stored().filter(other => other.id !== id), wish])
  notices.get(id)?.()
  notices.set(
    id,
    toast.undo(words(what.verb === 'resolve' ? 'resolvesLater' : 'snoozesLater', { name }), () => take(wish)),
  )
}

async function fulfil(wish: Wish) {
  const { id, verb, askedAt } = wish
  // What did not come is not asked for: the line is gone again.
  const now = await get<Ticket>(`/tickets/${id}`).catch(error => error as unknown)
  if (await isWithoutLine(now)) return
  if (!take(wish)) return
  if (now instanceof Error) return toastError(now)
  const { status, userId, unreadMessages, contact } = now as Ticket
  const isOver = verb === 'snooze' && wish.until !== null && Date.parse(wish.until) < Date.now()
  const isSame = status === wish.status && userId === wish.userId && unreadMessages <= wish.unreadMessages
  if (!isSame || isOver || Date.now() - askedAt > WISH_MS)
    return toast.warn(words(verb === 'resolve' ? 'resolvesNot' : 'snoozesNot', { name: contact.name }), NOT_DONE_MS)
  const ask = asked.get(askedAt) ?? (() => doings[verb]?.(now as Ticket, wish as never))
  asked.delete(askedAt)
  await ask()
}
const fulfilAll = () => stored().forEach(wish => void fulfil(wish))

show()
onResync(fulfilAll)
// After those who know how it is done.
if (connected.peek()) queueMicrotask(fulfilAll)
window.addEventListener('storage', event => event.key === key && show())
beforeSignOut.add(async () => keep([]))
