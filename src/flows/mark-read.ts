import { transaction, type Ctx } from '#kernel/context'
import { ignoreStorageFault } from '#kernel/storage/storage-errors'
import { messages, outbox } from '#modules/messages'
import { tickets, type AuthorizedTicket } from '#modules/tickets'

/** Only the person who has the ticket reads it; a look by anyone else leaves it unread, and so does one while nothing can be stored. */
export async function markRead(ctx: Ctx, ticket: AuthorizedTicket): Promise<boolean> {
  if (ctx.actor.readOnly || ticket.status !== 'open' || ticket.userId !== ctx.actor.userId) return false
  if (ticket.transferred || ticket.returnedBy) await transaction(ctx, ctx => tickets.markOpened(ctx, ticket)).catch(ignoreStorageFault)
  if (!ticket.unreadMessages && !(await messages.firstUnread(ctx, ticket))) return false
  const marked = transaction(ctx, async ctx => {
    // Handed on meanwhile, it is somebody else's to read.
    const now = await tickets.reload(ctx, ticket)
    if (now.status !== 'open' || now.userId !== ctx.actor.userId) return false
    const read = await messages.markRead(ctx, ticket)
    await tickets.markRead(ctx, ticket)
    const { chatId, connectionId } = read[0] ?? {}
    const task = { do: 'read' as const, ids: read.map(one => one.id) }
    if (chatId && connectionId) await outbox.enqueue(ctx, { connectionId, chatId, messageId: null, task })
    return true
  })
  return (await marked.catch(ignoreStorageFault)) ?? false
}

/** Takes a mark as unread back, whoever has the ticket: what the customer wrote since waits to be read. */
export const unmarkUnread = (ctx: Ctx, ticket: AuthorizedTicket) =>
  transaction(ctx, async ctx => {
    const now = await tickets.reload(ctx, ticket)
    if (now.unreadMessages) await tickets.countUnread(ctx, now, await messages.unreadCount(ctx, now))
  })
