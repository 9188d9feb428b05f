import type { CtxFor } from '#kernel/context'
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

/** Asks the network to tell when the ticket's customer types: it only does for chats that someone looks at. */
export const subscribeTypingFlow = (ctxFor: CtxFor, channel: Channel) =>
  async function subscribeTyping(ticket: OpenedConversation) {
    if (!ticket.whatsappId || ticket.isGroup || ticket.status === 'closed' || !channel.isOpen(ticket.whatsappId)) return
    const { number, lid } = await contacts.load(ctxFor(ticket.companyId), ticket.contactId)
    await channel.subscribe(ticket.whatsappId, { pn: number, lid })
  }
