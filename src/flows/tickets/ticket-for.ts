import type { Ctx } from '#kernel/context'
import { connections } from '#modules/connections'
import type { Contact } from '#modules/contacts'
import { settings } from '#modules/settings'
import { tickets } from '#modules/tickets'

type Arrival = { connectionId: number; fromMe: boolean; queueId?: number | null }

/** The ticket that something said in a conversation belongs to, begun or reopened where it must be. `fromMe` reopens nothing. */
export const ticketFor = (ctx: Ctx, chat: Contact, { connectionId, fromMe, queueId }: Arrival) =>
  tickets.forInbound(ctx, {
    contactId: chat.id,
    isGroup: chat.isGroup,
    whatsappId: connectionId,
    fromMe,
    reopenHours: async () => Number(await settings.value(ctx, 'reopenHours')),
    // A connection of one queue leaves nothing to choose.
    async queueId() {
      const served = (await connections.queuesOf(ctx.db, [connectionId])).get(connectionId) ?? []
      return queueId ?? (served.length === 1 ? served[0]!.id : null)
    },
  })
