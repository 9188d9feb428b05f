import { transaction, type Ctx, type CtxFor } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { connections, type Channel, type Person, type Presence } from '#modules/connections'
import { addressOf, contacts, type Contact } from '#modules/contacts'
import { tickets, typingRoomsOf, type Ticket } from '#modules/tickets'

const PICTURE_MS = 7 * 24 * 3600_000

/** The network's own form of a number; as typed while no connection is online to ask. */
export const identifyFlow =
  (channel: () => Channel) =>
  async (ctx: Ctx, number: string): Promise<Person> => {
    const online = (await connections.all(ctx)).find(one => one.status === 'CONNECTED' && channel().isOpen(one.id))
    if (!online) return { pn: number, lid: null }
    const [found] = await channel()
      .lookup(online.id, [number])
      .catch(() => {
        throw new AppError('ERR_WAPP_CHECK_CONTACT', 400)
      })
    if (!found) throw new AppError('ERR_WAPP_INVALID_CONTACT', 400)
    return { pn: found.pn, lid: found.lid }
  }

/** Keeps a contact's picture, once in a while. Nothing waits for it. */
export function pictureFlow(channel: () => Channel) {
  const asked = new Set<number>()
  return async (ctx: Ctx, contact: Contact, connectionId: number): Promise<void> => {
    if (contact.pictureAt && Date.now() - contact.pictureAt.getTime() < PICTURE_MS) return
    if (asked.has(contact.id) || !channel().isOpen(connectionId)) return
    asked.add(contact.id)
    try {
      const bytes = await channel().picture(connectionId, addressOf(contact))
      const saved = bytes && (await ctx.media.save(bytes))
      await transaction(ctx, ctx => contacts.setPicture(ctx, contact.id, saved?.hash ?? null))
    } finally {
      asked.delete(contact.id)
    }
  }
}

const TYPING = new Set<Presence['state']>(['composing', 'recording', 'paused'])

/** Typing and recording notices, told to those who asked for them and see the ticket. */
export const presenceFlow =
  (ctxFor: CtxFor) =>
  async ({ companyId, connectionId, chat, state }: Presence) => {
    if (!TYPING.has(state)) return
    const ctx = ctxFor(companyId)
    const [contact] = await contacts.known(ctx, chat)
    const ticket = contact && (await tickets.activeOf(ctx, contact.id, connectionId))
    if (ticket) ctx.publish('presence', { action: 'update', ticketId: ticket.id, presence: state }, typingRoomsOf(companyId, ticket))
  }

/** Asks the network to tell when the ticket's customer types: it only does for chats that someone looks at. */
export const lookFlow = (ctxFor: CtxFor, channel: () => Channel) => async (ticket: Ticket) => {
  if (!ticket.whatsappId || ticket.isGroup || ticket.status === 'closed' || !channel().isOpen(ticket.whatsappId)) return
  const { number, lid } = await contacts.row(ctxFor(ticket.companyId), ticket.contactId)
  await channel().subscribe(ticket.whatsappId, { pn: number, lid })
}
