import { navigate } from 'wouter/use-browser-location'
import { connected } from '../../../kit/realtime'
import { toast } from '../../../kit/toast'
import { beforeSignOut, user } from '../../../session'
import type { Talk } from '../conversation/talk'
import { words as said } from '../conversation/texts'
import { isLocal, keyOf } from '../conversation/messages'
import type { Sending } from '../types'
import { draftOf } from './drafts'
import { arrived, keep } from './left-behind'
import { idle } from './lines'
import { unsigned } from './signature'
import { words } from './texts'
import { staysVoice } from './voice'

/** Who signs out is told what is waited for, where that takes longer. */
const SLOW_MS = 500
/** What is not gone by then leaves when they are back. */
const MOST_MS = 20_000

type Held = {
  conversation: Talk
  message: Sending
  due: Promise<void>
  hurry: () => void
  sendNow: () => Promise<void>
  isBack?: true
}

/**
 * What can still be taken back. It lives in this window, and so whoever leaves it has sent: a window that nobody sees may be frozen or
 * ended without being asked, and a message that waits in it would be lost.
 */
const held = new Map<string, Held>()
/** What leaves with the page, until it is answered. */
const lastOnes = new Map<string, Promise<void>>()

/** Keeps a message until its moment; `sendNow` is for a page that ends. */
export function hold(conversation: Talk, message: Sending, sendNow: () => Promise<void>) {
  const { promise: due, resolve: hurry } = Promise.withResolvers<void>()
  setTimeout(hurry, message.heldUntil! - Date.now())
  held.set(message.clientId, { conversation, message, due, hurry, sendNow })
  // A colleague who has it by then decides what is said: it is written on, not refused.
  const before = conversation.ticket?.peek().userId
  const stop = conversation.ticket?.subscribe(({ userId }) => {
    if (!userId || userId === before || userId === user.peek()?.id) return
    for (const { message } of all().toReversed()) if (message.ticketId === conversation.id) takeBack(message.clientId)
  })
  void due.then(stop)
}
/** Resolves at its moment; with no where it was taken back, or has left with the page: once that is answered, which nothing may overtake. */
export async function mayLeave({ clientId }: Sending) {
  await held.get(clientId)?.due
  if (held.delete(clientId)) return true
  await lastOnes.get(clientId)
  return false
}

/** What is held of a ticket: whether all of it left, once that is known; nothing where nothing is held. */
export function allLeft(ticketId: number): Promise<boolean> | undefined {
  const own = all().filter(({ message }) => message.ticketId === ticketId)
  return own.length ? Promise.all(own.map(({ due }) => due)).then(() => own.every(({ isBack }) => !isBack)) : undefined
}

/** Who goes on before it left takes it back from wherever they are. */
export function followAway(clientId: string) {
  const own = held.get(clientId)
  const ticket = own?.conversation.ticket?.peek()
  if (!own || !ticket || location.pathname.includes(ticket.uuid)) return
  const said = words(connected.peek() ? 'leavesSoon' : 'leavesWithLine', { name: ticket.contact.name })
  const hide = toast.undo(said, () => void comeBack(own))
  void own.due.then(hide)
}
/** Back into the field of its conversation, which comes on screen. */
function comeBack({ message, conversation }: Held) {
  const { uuid } = conversation.ticket?.peek() ?? {}
  if (!uuid || !takeBack(message.clientId)) return false
  navigate(`/tickets/${uuid}`)
  return true
}

/** Holds one no more: it does not leave. */
export function letGo(clientId: string) {
  const own = held.get(clientId)
  held.delete(clientId)
  own?.hurry()
  return own
}
/** Back into the field. */
export function takeBack(clientId: string) {
  const own = letGo(clientId)
  if (!own) return false
  own.isBack = true
  restore(own.conversation, own.message)
  return true
}
/** It stands there no more, as what this browser sends. */
export function withdraw(conversation: Talk, { clientId }: Sending) {
  arrived(clientId)
  conversation.messages.value = conversation.messages.value.filter(other => keyOf(other) !== clientId || !isLocal(other))
}
/** What was to leave stands in the field again: before what was written there since, or last of what comes back. */
export function restore(conversation: Talk, message: Sending, place: 'first' | 'last' = 'first') {
  const joined = <T>(own: T, there: T[]) => (place === 'first' ? [own, ...there] : [...there, own])
  withdraw(conversation, message)
  const draft = draftOf(conversation.id)
  const words = conversation.ticket ? unsigned(message.body) : message.body
  draft.text.value = joined(words, [draft.text.value]).filter(Boolean).join('\n')
  if (message.file) {
    if (message.voice) staysVoice(message.file)
    draft.files.value = joined(message.file, draft.files.value)
  }
  if (message.quotedMsg) draft.quoted.value = message.quotedMsg
}
/** What was written last in a conversation, or, for who wrote nothing else since, in the one before. */
export function takeBackLast(ticketId: number, wroteNothing: boolean) {
  const own = all().findLast(({ message }) => message.ticketId === ticketId)
  if (own) return takeBack(own.message.clientId)
  const last = wroteNothing ? all().findLast(({ conversation }) => conversation.ticket) : undefined
  return last !== undefined && comeBack(last)
}

const all = () => [...held.values()]
/** Nothing of a ticket is taken back any more. */
export const hurry = (ticketId: number) => {
  for (const { message, hurry } of all()) if (message.ticketId === ticketId) hurry()
}
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'hidden') return
  for (const { message, hurry } of all()) {
    hurry()
    // Its turn may not come before this window is frozen.
    keep(message.clientId)
  }
})
// Nothing can be waited for any more: the requests leave in the order in which they are made.
addEventListener('pagehide', () => {
  for (const { message, hurry, sendNow } of all()) {
    const { clientId } = message
    held.delete(clientId)
    lastOnes.set(
      clientId,
      sendNow().finally(() => lastOnes.delete(clientId)),
    )
    hurry()
  }
})
addEventListener('beforeunload', event => {
  if (all().some(({ message }) => message.file)) event.preventDefault()
})
beforeSignOut.add(async () => {
  const slow = setTimeout(() => toast.warn(said('leavesFirst')), SLOW_MS)
  const isOut = new Promise(resolve => setTimeout(resolve, MOST_MS))
  for (const { hurry } of all()) hurry()
  await Promise.race([isOut, idle()])
  clearTimeout(slow)
})
