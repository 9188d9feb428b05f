import { transaction, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { contacts, revived, type Contact } from '#modules/contacts'
import { lastLine, messages } from '#modules/messages'
import { tickets } from '#modules/tickets'

/** Makes two rows of one person into the older one, and writes down what moved. Part of the caller's transaction. */
export async function mergeContacts(ctx: Ctx, kept: Contact, gone: Contact): Promise<Contact> {
  const { moved, absorbed } = await tickets.takeOver(ctx, kept.id, gone.id)
  const intoOther: { from: number; to: number; ids: number[] }[] = []
  for (const { from, to } of absorbed) intoOther.push({ from: from.id, to, ids: await messages.moveToTicket(ctx, from.id, to) })
  const messageIds = await messages.moveChat(ctx, gone.id, kept.id)
  for (const { from, to } of absorbed) await tickets.dissolve(ctx, from, to)
  const contact = await contacts.absorb(ctx, kept, gone, {
    tickets: moved,
    messageIds,
    intoOther,
    ticketRows: absorbed.map(one => one.from),
  })
  for (const id of [...moved, ...absorbed.map(one => one.to)]) await tickets.announce(ctx, id)
  return contact
}

/** A ticket, unless it was deleted since. */
const found = (ctx: Ctx, id: number) => tickets.load(ctx, id).catch(() => undefined)

/** A ticket gives messages away: what it shows of them goes too. */
async function subtractMoved(ctx: Ctx, id: number, unread: number) {
  const ticket = await found(ctx, id)
  if (!ticket) return
  const last = await messages.newest(ctx, id)
  const lastMessage = last ? lastLine(last) : ''
  await tickets.patch(ctx, id, { lastMessage, fromMe: last?.fromMe ?? false, unreadMessages: Math.max(0, ticket.unreadMessages - unread) })
}

/** Takes the last merge of a contact back: the absorbed row returns with what it brought. */
export const undoMerge = (ctx: Ctx, contactId: number) =>
  transaction(ctx, async ctx => {
    const merge = await contacts.lastMerge(ctx, contactId)
    if (!merge) throw new AppError('Este contato não foi unido a outro', 404)
    const { moved } = merge
    const restored = await contacts.restore(ctx, merge)
    for (const ticket of moved.ticketRows) await tickets.restore(ctx, revived(ticket))
    for (const { from, to, ids } of moved.intoOther) {
      await messages.placeInTicket(ctx, ids, from)
      await subtractMoved(ctx, to, moved.ticketRows.find(ticket => ticket.id === from)?.unreadMessages ?? 0)
    }
    await tickets.giveTo(ctx, moved.tickets, restored.id)
    await messages.placeInChat(ctx, moved.messageIds, contactId, restored.id)
    for (const id of [...moved.tickets, ...moved.ticketRows.map(ticket => ticket.id), ...moved.intoOther.map(one => one.to)])
      if (await found(ctx, id)) await tickets.announce(ctx, id)
    return restored
  })
