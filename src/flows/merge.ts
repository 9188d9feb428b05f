import { transaction, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { shipments } from '#modules/campaigns'
import { contacts, type Contact, type Moved } from '#modules/contacts'
import { drafts } from '#modules/drafts'
import { lastLine, messages, moves } from '#modules/messages'
import { numberHealth } from '#modules/number-health'
import { scheduleMoves } from '#modules/schedules'
import { noteMoves } from '#modules/ticket-notes'
import { tickets, type AuthorizedTicket } from '#modules/tickets'

/** Makes two rows of one person into the first, and writes down what moved. Part of the caller's transaction. */
export async function mergeContacts(ctx: Ctx, kept: Contact, gone: Contact): Promise<Contact> {
  const { moved, absorbed } = await tickets.takeOver(ctx, kept.id, gone.id)
  const intoOther: Moved['intoOther'] = []
  for (const { from, to } of absorbed) {
    const begun = await drafts.moveTo(ctx, from, to)
    const [ids, noteIds] = [await moves.moveToTicket(ctx, from, to), await noteMoves.toTicket(ctx, from, to)]
    intoOther.push({ from: from.id, to: to.id, ids, noteIds, begun })
  }
  const noteIds = await noteMoves.toContact(ctx, gone.id, kept.id)
  const scheduleIds = await scheduleMoves.toContact(ctx, gone.id, kept.id)
  const messageIds = await moves.moveChat(ctx, gone.id, kept.id)
  await shipments.moveTo(ctx, gone.id, kept.id)
  await numberHealth.moveTo(ctx, gone.id, kept.id)
  for (const [i, { from, to }] of absorbed.entries()) intoOther[i]!.left = await tickets.dissolve(ctx, from, to)
  const contact = await contacts.absorb(ctx, kept, gone, {
    tickets: moved.map(ticket => ticket.id),
    messageIds,
    noteIds,
    scheduleIds,
    intoOther,
    ticketRows: absorbed.map(one => one.from),
  })
  for (const ticket of [...moved, ...absorbed.map(one => one.to)]) await tickets.announce(ctx, ticket)
  return contact
}

/** A ticket gives messages away: what it shows of them goes too. */
async function subtractMoved(ctx: Ctx, ticket: AuthorizedTicket, unread: number) {
  const [last] = await messages.newest(ctx, ticket.id)
  const lastMessage = last ? lastLine(last) : ''
  const unreadMessages = Math.max(0, ticket.unreadMessages - unread)
  await tickets.announce(ctx, await tickets.patch(ctx, ticket, { lastMessage, fromMe: last?.fromMe ?? false, unreadMessages }))
}

/** Takes the last merge of a contact back: the absorbed row returns with what it brought, as far as that is still there. */
export const undoMerge = (ctx: Ctx, contactId: number) =>
  transaction(ctx, async ctx => {
    const merge = await contacts.lastMerge(ctx, contactId)
    if (!merge) throw new AppError('ERR_CONTACT_NOT_MERGED', 404)
    const { moved } = merge
    const { restored, successors } = await contacts.restore(ctx, merge)
    const returned = await tickets.giveTo(ctx, moved.tickets, contactId, restored.id)
    for (const { from, to, ids, noteIds = [], begun = [], left } of moved.intoOther) {
      const row = moved.ticketRows.find(ticket => ticket.id === from)!
      const ticket = await tickets.restore(ctx, row, restored.id, to, left)
      await moves.placeInTicket(ctx, ids, to, ticket)
      await noteMoves.placeInTicket(ctx, noteIds, to, ticket)
      await drafts.moveBack(ctx, begun, to, ticket)
      returned.push(ticket)
      const other = await tickets.load(ctx, to).catch(() => undefined)
      if (other) await subtractMoved(ctx, other, row.unreadMessages)
    }
    await moves.placeInChat(ctx, moved.messageIds, contactId, restored.id)
    await noteMoves.placeAtContact(ctx, moved.noteIds ?? [], contactId, restored.id)
    await scheduleMoves.placeAtContact(ctx, moved.scheduleIds ?? [], contactId, restored.id)
    for (const ticket of returned) await tickets.announce(ctx, ticket)
    let whole = restored
    for (const successor of successors) whole = await mergeContacts(ctx, whole, successor)
    return whole
  })

/** A person says that two contacts are one, and which of them remains. */
export const mergeByHand = (ctx: Ctx, keptId: number, goneId: number) =>
  transaction(ctx, async ctx => {
    const { kept, gone } = await contacts.twoPeople(ctx, keptId, goneId)
    return mergeContacts(ctx, kept, gone)
  })
