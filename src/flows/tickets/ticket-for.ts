import type { Ctx } from '#kernel/context'
import { notFound } from '#kernel/errors'
import { connections } from '#modules/connections'
import type { Contact } from '#modules/contacts'
import { settings } from '#modules/settings'
import { tickets, type AuthorizedTicket } from '#modules/tickets'

type Arrival = {
  connectionId: number
  fromMe: boolean
  queueId?: number | null
  staysClosed?: (last: AuthorizedTicket) => Promise<boolean>
}

/** The ticket that something said in a conversation belongs to, begun or reopened where it must be. `fromMe` reopens nothing. */
export const ticketFor = (ctx: Ctx, chat: Contact, { connectionId, fromMe, queueId, staysClosed }: Arrival) =>
  tickets.forInbound(ctx, {
    contactId: chat.id,
    isGroup: chat.isGroup,
    whatsappId: connectionId,
    fromMe,
    staysClosed: fromMe ? undefined : staysClosed,
    reopenHours: async () => Number(await settings.value(ctx, 'reopenHours')),
    queueId: before => queueOf(ctx, connectionId, queueId ?? before),
  })

/** The same for what wants no answer: nothing is begun or reopened, and nobody is told to serve. */
export const ticketForNews = async (ctx: Ctx, chat: Contact, { connectionId, queueId }: Pick<Arrival, 'connectionId' | 'queueId'>) =>
  tickets.forBroadcast(ctx, chat, connectionId, { queueId: await queueOf(ctx, connectionId, queueId) })

/**
 * The wanted one; a connection of one queue leaves nothing to choose. Nothing begins on a connection that is deleted in this very commit,
 * which who reads it as committed does not know.
 */
async function queueOf(ctx: Ctx, connectionId: number, wanted: number | null | undefined) {
  if ((await connections.findAcrossTenants(ctx.db, connectionId))?.companyId !== ctx.companyId) throw notFound('wapp')
  if (wanted) return wanted
  const served = await connections.offeredQueues(ctx, connectionId)
  return served.length === 1 ? served[0]!.id : null
}
