import { signal } from '@preact/signals-react'
import { ApiError, get, isUnanswered } from '../../kit/api'
import { serverNow } from '../../kit/clock'
import { t } from '../../kit/i18n'
import { exclusively } from '../../kit/exclusively'
import { connected, onResync } from '../../kit/realtime'
import { keepRecord, someOf } from '../../kit/record'
import { toast } from '../../kit/toast'
import { user } from '../../session'
import { words } from './conversation/texts'
import { beforeVerb, hasLeft } from './before-verb'
import { unsent } from './list/unsent'
import type { Ticket } from './types'

/** What the page had seen of a ticket when something was asked of it. */
export type Known = { seen?: string; seenAt?: string }
type Verb = { verb: 'resolve' } | { verb: 'snooze'; until: string | null }
/** Deferred command: what was asked for without a line, or is to follow what is still leaving, and what the ticket was then. */
type Wish = Verb &
  Known &
  Pick<Ticket, 'id' | 'status' | 'userId' | 'unreadMessages'> & {
    name: string
    askedAt: number
    isBegun: boolean
    hasFile: boolean
    /** It waits for no line, but for what was said before it. */
    isPromised?: true
    /** It was not done, and is not any more; because the customer wrote, where that is known. */
    isVoid?: true
    isWritten?: boolean
  }
/** What is said of each: that it waits for the line, that it was not done, and how it is taken back. */
export const SAID = {
  resolve: { later: 'resolvesLater', not: 'resolvesNot', cancel: 'cancelResolve' },
  snooze: { later: 'snoozesLater', not: 'snoozesNot', cancel: 'cancelSnooze' },
} as const satisfies Record<Wish['verb'], object>
/** Several are asked for in one moment, but one of a ticket. */
const nameOf = ({ id, askedAt }: Wish) => `${id}-${askedAt}`

/** A wish is of its moment: later the conversation may be another one. */
const WISH_MS = 10 * 60_000
const VOID_MS = 24 * 60 * 60_000
const RETRY_MS = 3_000
/** Long enough to be read by who comes back to the screen. */
const NOT_DONE_MS = 30_000
/** A request that fails may be the first to find that the line is cut, or a server that is gone. */
const NOTICED_MS = 1_000
export async function isWithoutLine(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 0 || error.body.error === 'ERR_ABORTED') return false
  if (connected.peek()) await new Promise(resolve => setTimeout(resolve, NOTICED_MS))
  return !connected.peek()
}

/**
 * A person's own, in this browser: a record outlives the page, and goes when the server has answered or when it is taken back; a void one
 * when its conversation is opened. The window in which it was asked for does it; the next one does once that window is gone, or was left.
 */
const key = `wishes-of-${user.peek()?.companyId}-${user.peek()?.id}`
/** All of them, while a full storage does not take them: they are this window's alone then. */
let unkept: Wish[] | undefined
const stored = (): Wish[] => unkept ?? JSON.parse(localStorage.getItem(key) ?? '[]')
/** For the rows, by ticket. */
export const wished = signal<Record<number, Wish>>({})
/** The line is back, and what somebody began to write since goes first: the verb that waits for it. */
export function afterDraft(ticketId: number): Wish['verb'] | undefined {
  const wish = wished.value[ticketId]
  return wish && !wish.isVoid && !wish.isPromised && !wish.isBegun && connected.value && unsent.value[ticketId] !== undefined
    ? wish.verb
    : undefined
}
const show = () => (wished.value = Object.fromEntries(stored().map(wish => [wish.id, wish])))
function keep(wishes: Wish[]) {
  unkept = keepRecord(key, someOf(wishes)) ? undefined : wishes
  show()
}
const others = (wish: Wish) => stored().filter(({ id, askedAt }) => id !== wish.id || askedAt !== wish.askedAt)
/** Still to be done. */
const isKept = (wish: Wish) => stored().some(({ id, askedAt, isVoid }) => id === wish.id && askedAt === wish.askedAt && !isVoid)
function take(wish: Wish) {
  keep(others(wish))
  // It is true no more.
  notices.get(wish.id)?.()
}
const of = (ticketId: number) => stored().find(({ id }) => id === ticketId)
export function cancel(ticketId: number) {
  const wish = of(ticketId)
  if (wish) take(wish)
}
/** Whoever opens a conversation sees what became of it. */
export function acknowledge(ticketId: number) {
  const wish = of(ticketId)
  if (wish?.isVoid) take(wish)
}
/** Whatever else is done with a ticket ends what was wished for it, unless nobody heard of that either. */
export function instead<T>(ticketId: number, act: () => Promise<T>): Promise<T> {
  const wish = of(ticketId)
  if (!wish || inHand.has(nameOf(wish))) return act()
  take(wish)
  return act().catch((error: unknown) => {
    if (isUnanswered(error) && !of(ticketId)) {
      keep([...stored(), wish])
      begun.delete(nameOf(wish))
      begin(wish)
    }
    throw error
  })
}

/** How each is done, by what knows it; in this window as it was asked for. */
const doings: { [V in Wish['verb']]?: (ticket: Ticket, wish: Wish & { verb: V }) => Promise<void> } = {}
export const carryOut = <V extends Wish['verb']>(verb: V, act: (typeof doings)[V]) => void (doings[verb] = act)
const asked = new Map<string, () => Promise<void>>()
const notices = new Map<number, () => void>()

function wishFor({ id, status, userId, unreadMessages, contact: { name } }: Ticket, what: Verb & Known): Wish {
  const own = { id, status, userId, unreadMessages, name }
  return { ...what, ...own, askedAt: Date.now(), isBegun: beforeVerb.isBegun?.(id) ?? false, hasFile: beforeVerb.hasFile?.(id) ?? false }
}
const add = (wish: Wish) => keep([...stored().filter(({ id }) => id !== wish.id), wish])

/** Asks for it when the line is back, where the ticket still is what it was: in the same hands, and nothing new was written to it. */
export function whenBack(ticket: Ticket, what: Verb & Known, ask: () => Promise<void>) {
  const wish = wishFor(ticket, what)
  const { id, name } = wish
  asked.set(nameOf(wish), ask)
  add(wish)
  begin(wish)
  notices.get(id)?.()
  notices.set(
    id,
    toast.undo(words(SAID[what.verb].later, { name }), () => take(wish)),
  )
}

/** Those whose moment has come, in this window. */
const inHand = new Set<string>()
/**
 * What this window does by itself once `due` says so. It is kept until it is done: where the window ends before, the next one sees to it.
 * Without locks two windows would, and so it is this one's alone.
 */
export async function promised(ticket: Ticket, what: Verb & Known, due: Promise<boolean>, act: () => Promise<unknown>) {
  if (!navigator.locks) return (await due) && act()
  const wish: Wish = { ...wishFor(ticket, what), isPromised: true }
  begun.add(nameOf(wish))
  // Before the others read of it.
  const done = exclusively(lockOf(wish), async () => {
    const isDue = await due
    if (isDue && isKept(wish)) {
      inHand.add(nameOf(wish))
      await act().finally(() => inHand.delete(nameOf(wish)))
    }
    if (isKept(wish)) take(wish)
  })
  add(wish)
  return done
}

const begun = new Set<string>()
const lockOf = (wish: Wish) => `${key}-${nameOf(wish)}`
/** Over all windows one has it in hand until it is done; a window that ends lets it go. Where a browser has no locks, without TLS, each does it. */
function begin(wish: Wish) {
  if (wish.isVoid || begun.has(nameOf(wish))) return
  begun.add(nameOf(wish))
  void exclusively(lockOf(wish), () => fulfil(wish))
}
const beginAll = () => stored().forEach(begin)

async function fulfil(wish: Wish) {
  while (isKept(wish)) {
    if (!connected.peek()) await lineIsBack()
    const outcome = await attempt(wish)
    if (outcome === 'void' || outcome === 'written') return setVoid(wish, outcome === 'written')
    if (outcome === 'done') return take(wish)
    await new Promise(resolve => setTimeout(resolve, RETRY_MS))
  }
}
const lineIsBack = () =>
  new Promise<void>(resolve => {
    const stop = onResync(() => {
      stop()
      resolve()
    })
  })

/** Every window says it, and the row keeps it. */
function setVoid(wish: Wish, isWritten: boolean) {
  if (!isKept(wish)) return
  const now: Wish = { ...wish, isVoid: true, isWritten }
  keep([...others(wish), now])
  notices.get(wish.id)?.()
  tellVoid(now)
}
/** What happened meanwhile, as far as it is known. */
export const whyNot = ({ isWritten }: Wish) => words(isWritten ? 'written' : 'changed')
const tellVoid = (wish: Wish) => toast.warn(words(SAID[wish.verb].not, { name: wish.name, why: whyNot(wish) }), NOT_DONE_MS)

/** Does it once everything that was written in the ticket has left. */
async function attempt(wish: Wish): Promise<'done' | 'void' | 'written' | 'later'> {
  const { id, verb, askedAt, name } = wish
  if (!isKept(wish)) return 'done'
  // What knows how it is done is still to come.
  if (!doings[verb] || !(await hasLeft(id))) return 'later'
  // Somebody goes on writing in it.
  const isLate = Date.now() - askedAt > WISH_MS
  if (!isLate && !wish.isBegun && beforeVerb.isBegun?.(id)) return 'later'
  const now = await get<Ticket>(`/tickets/${id}`).catch((error: unknown) => error as Error)
  if (isUnanswered(now)) return 'later'
  if (!isKept(wish)) return 'done'
  if (now instanceof Error) return 'void'
  const { status, userId, unreadMessages } = now
  const isOver = verb === 'snooze' && wish.until !== null && Date.parse(wish.until) < serverNow()
  const isSame = status === wish.status && userId === wish.userId
  const isWritten = unreadMessages > wish.unreadMessages
  // What was refused since, and a file that was not kept and so lost with its window, the customer never got.
  const isUnsaid = (beforeVerb.refusedAt?.(id) ?? 0) >= askedAt || (wish.hasFile && !asked.has(nameOf(wish)))
  // It was done, and the answer was lost.
  if (verb === 'resolve' && status === 'closed') {
    toast.ok(t('tickets.resolved', { name }))
    return 'done'
  }
  if (!isSame || isOver || isLate || isUnsaid) return 'void'
  if (isWritten) return 'written'
  const ask = asked.get(nameOf(wish)) ?? (() => doings[verb]!(now, wish as never))
  try {
    await ask()
    return 'done'
  } catch (error) {
    if (isUnanswered(error)) return 'later'
    return error instanceof ApiError && error.body.code === 'ERR_TICKET_WRITTEN' ? 'written' : 'void'
  }
}

keep(stored().filter(({ isVoid, askedAt }) => !isVoid || Date.now() - askedAt < VOID_MS))
// After those who know how it is done.
queueMicrotask(beginAll)
window.addEventListener('storage', event => {
  if (event.key !== key) return
  const before = wished.peek()
  show()
  for (const wish of stored()) if (wish.isVoid && before[wish.id] && !before[wish.id]!.isVoid) tellVoid(wish)
  beginAll()
})
