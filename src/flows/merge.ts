import { transaction, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { shipments } from '#modules/campaigns'
import { contacts, type Contact, type Moved } from '#modules/contacts'
import { drafts } from '#modules/drafts'
import { messages, moves } from '#modules/messages'
import { numberHealth } from '#modules/number-health'
import { queues } from '#modules/queues'
import { scheduleMoves } from '#modules/schedules'
import { ticketBots } from '#modules/ticket-bots'
import { noteMoves } from '#modules/ticket-notes'
import { NOT_HANDED_OVER, tickets, WITHOUT_BOT, type AuthorizedTicket } from '#modules/tickets'

/** Makes two rows of one person into the first, and writes down what moved. Part of the caller's transaction. */
export async function mergeContacts(ctx: Ctx, kept: Contact, gone: Contact): Promise<Contact> {
  const { moved, absorbed } = await tickets.takeOver(ctx, kept.id, gone.id)
  const intoOther: Moved['intoOther'] = []
  for (const { from, to } of absorbed) {
    const begun = await drafts.moveTo(ctx, from, to)
    const [ids, noteIds] = [await moves.moveToTicket(ctx, from, to), await noteMoves.toTicket(ctx, from, to)]
    const was = { status: to.status, queueId: to.queueId, waitingSince: to.waitingSince?.getTime() ?? null }
    intoOther.push({ from: from.id, to: to.id, was, ids, noteIds, begun })
  }
  const noteIds = await noteMoves.toContact(ctx, gone.id, kept.id)
  const scheduleIds = await scheduleMoves.toContact(ctx, gone.id, kept.id)
  await moves.moveChat(ctx, gone.id, kept.id)
  await shipments.moveTo(ctx, gone.id, kept.id)
  await numberHealth.moveTo(ctx, gone.id, kept.id)
  for (const [i, { from, to }] of absorbed.entries()) intoOther[i]!.left = await tickets.dissolve(ctx, from, to)
  const contact = await contacts.absorb(ctx, kept, gone, {
    tickets: moved.map(ticket => ticket.id),
    noteIds,
    scheduleIds,
    intoOther,
    ticketRows: absorbed.map(one => one.from),
  })
  for (const ticket of moved) await tickets.announce(ctx, ticket)
  for (const { from, to } of absorbed) await tickets.announce(ctx, await goOn(ctx, from, to), to)
  return contact
}

/** Two conversations go on as one: where either was attended by somebody, with that person. */
async function goOn(ctx: Ctx, from: AuthorizedTicket, to: AuthorizedTicket) {
  const now = await tickets.reload(ctx, to)
  const last = await messages.lastOf(ctx, to.id)
  const { status, userId, queueId, transferred, transferredBy } = from
  if (status !== 'open' || userId === null || now.status === 'open') return tickets.patch(ctx, now, last)
  await ticketBots.end(ctx, [now.id])
  return tickets.patch(ctx, now, { ...last, ...WITHOUT_BOT, status, userId, queueId, transferred, transferredBy })
}

type Part = Moved['intoOther'][number]
type Row = Moved['ticketRows'][number]
const since = (moment: Date | string | number | null) => (moment === null ? null : new Date(moment))

/** Whether it waits for the answer that it waited for when two tickets became one. */
const waitsStill = ({ waitingSince }: AuthorizedTicket, { was }: Part, gone: Row) =>
  was !== undefined &&
  waitingSince?.getTime() === Math.min(...[was.waitingSince, gone.waitingSince].flatMap(at => since(at)?.getTime() ?? []))

/** The one that returns: of what came with it nothing waits any more that was read or answered since. */
function asReturned(gone: Row, part: Part, other: AuthorizedTicket): Row {
  const unreadMessages = Math.min(gone.unreadMessages, other.unreadMessages)
  return { ...gone, unreadMessages, ...(part.was && !waitsStill(other, part, gone) && { waitingSince: null }) }
}

/** The one that remains is by itself again: as it was, as far as nobody moved, read or answered it since. */
async function standAlone(ctx: Ctx, ticket: AuthorizedTicket, part: Part, gone: Row) {
  const { was } = part
  const isAsLeft = was?.status === 'pending' && ticket.status === 'open' && ticket.userId === gone.userId && ticket.queueId === gone.queueId
  const queueId = (isAsLeft && was.queueId !== null && (await queues.find(ctx, was.queueId))?.id) || null
  const after = await tickets.patch(ctx, ticket, {
    ...(await messages.lastOf(ctx, ticket.id)),
    unreadMessages: Math.max(0, ticket.unreadMessages - gone.unreadMessages),
    ...(was && waitsStill(ticket, part, gone) && { waitingSince: since(was.waitingSince) }),
    ...(isAsLeft && { status: 'pending' as const, userId: null, queueId, ...NOT_HANDED_OVER }),
  })
  await tickets.announce(ctx, after, ticket)
}

/** Takes the last merge of a contact back: the absorbed row returns with what it brought, as far as that is still there. */
export const undoMerge = (ctx: Ctx, contactId: number) =>
  transaction(ctx, async ctx => {
    await contacts.load(ctx, contactId)
    const merge = await contacts.lastMerge(ctx, contactId)
    if (!merge) throw new AppError('ERR_CONTACT_NOT_MERGED', 404)
    const { moved } = merge
    const { restored, successors } = await contacts.restore(ctx, merge)
    const returned = await tickets.giveTo(ctx, moved.tickets, contactId, restored.id)
    for (const part of moved.intoOther) {
      const { from, to, ids, noteIds = [], begun = [], left } = part
      const gone = moved.ticketRows.find(ticket => ticket.id === from)!
      const other = await tickets.load(ctx, to).catch(() => undefined)
      // What was said in both was deleted since.
      if (!other) continue
      const ticket = await tickets.restore(ctx, asReturned(gone, part, other), restored.id, to, left)
      await moves.placeInTicket(ctx, ids, to, ticket)
      await noteMoves.placeInTicket(ctx, noteIds, to, ticket)
      await drafts.moveBack(ctx, begun, to, ticket)
      returned.push(await tickets.patch(ctx, ticket, await messages.lastOf(ctx, ticket.id)))
      await standAlone(ctx, other, part, gone)
    }
    const ticketIds = returned.map(ticket => ticket.id)
    await moves.placeInChat(ctx, ticketIds, contactId, restored.id)
    await noteMoves.placeAtContact(ctx, moved.noteIds ?? [], ticketIds, contactId, restored.id)
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
