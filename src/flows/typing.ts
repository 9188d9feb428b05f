import type { CtxFor } from '#kernel/context'
import { rateLimit } from '#kernel/http/rate-limit'
import type { Channel, Presence } from '#modules/connections'
import { contacts } from '#modules/contacts'
import { tickets, typingRoomsOf, type Ticket } from '#modules/tickets'

declare module '#kernel/context' {
  interface Events {
    presence: { action: 'update'; ticketId: number; presence: Presence['state'] }
  }
}

const TYPING = new Set<Presence['state']>(['composing', 'recording', 'paused'])

/** Typing and recording notices of a customer, told to those who asked for them and see the ticket. */
export const typingFlow = (ctxFor: CtxFor) =>
  async function publishTyping({ companyId, connectionId, chat, state }: Presence) {
    if (!TYPING.has(state)) return
    const ctx = ctxFor(companyId)
    const [contact] = await contacts.known(ctx, chat)
    const ticket = contact && (await tickets.activeOf(ctx, contact.id, connectionId))
    if (ticket) ctx.publish('presence', { action: 'update', ticketId: ticket.id, presence: state }, typingRoomsOf(companyId, ticket))
  }

/** What of a ticket says whether its customer's typing is asked for. */
export type OpenedConversation = Pick<Ticket, 'id' | 'companyId' | 'contactId' | 'whatsappId' | 'isGroup' | 'status'>

const MINUTE_MS = 60_000
/** A subscription ends with its socket; it is renewed all the same, for notices that the network stopped to tell by itself. */
const RENEWED_MS = 5 * MINUTE_MS
/** Rate limit of a connection: more than its people open, and no more than a person at WhatsApp Web who runs through all of the chats. */
const ASKED = 60

/**
 * Asks the network to tell when the ticket's customer types: it only does for chats that someone looks at. However often that one is
 * opened, the network is asked as often as it must be.
 */
export const subscribeTypingFlow = (ctxFor: CtxFor, channel: Channel) => {
  const asked = rateLimit(ASKED, MINUTE_MS)
  const chatsOf = new WeakMap<object, ReturnType<typeof rateLimit>>()
  return async function subscribeTyping({ companyId, contactId, whatsappId, isGroup, status }: OpenedConversation) {
    const socket = whatsappId && !isGroup && status !== 'closed' && channel.socketGeneration(whatsappId)
    if (!socket) return
    const chats = chatsOf.get(socket) ?? rateLimit(1, RENEWED_MS)
    chatsOf.set(socket, chats)
    const chat = String(contactId)
    if (!chats.allows(chat)) return
    if (!asked.allows(String(whatsappId))) return chats.giveBack(chat)
    const { number, lid } = await contacts.load(ctxFor(companyId), contactId)
    await channel.subscribe(whatsappId, { pn: number, lid })
  }
}
