import { transaction, type CtxFor } from '#kernel/context'
import type { Store } from '#kernel/storage/libsql'
import { connections } from '#modules/connections'
import { messages } from '#modules/messages'
import { tickets } from '#modules/tickets'

const BATCH = 100

/** Closes what the company answered and the customer left silent for the connection's hours, with its farewell when it has one. */
export const autoCloseFlow =
  (store: Store, ctxFor: CtxFor, sent: (connectionId: number) => void) =>
  async (now = new Date()) => {
    for (const connection of await connections.listAllTenants(store.db)) {
      if (!connection.expiresTicket) continue
      const since = new Date(now.getTime() - connection.expiresTicket * 3600_000)
      const ctx = ctxFor(connection.companyId)
      for (const ticket of await tickets.silentSince(ctx, connection.id, since, BATCH)) {
        await transaction(ctx, async ctx => {
          const closed = await tickets.closeSilent(ctx, ticket.id, since)
          if (!closed || !connection.expiresInactiveMessage) return
          await messages.queueOutbound(ctx, ticket, { body: connection.expiresInactiveMessage, mediaType: 'conversation' })
          ctx.after(() => sent(connection.id))
        })
      }
    }
  }
