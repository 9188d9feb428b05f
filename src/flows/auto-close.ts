import { transaction, type CtxFor } from '#kernel/context'
import type { Store } from '#kernel/storage/libsql'
import { connections } from '#modules/connections'
import { tickets } from '#modules/tickets'
import { say } from './say'
import { close } from './tickets/close'

const BATCH = 100

/** Closes what the company answered and the customer left silent for the connection's hours, with its farewell when it has one. */
export const autoCloseFlow =
  (store: Store, ctxFor: CtxFor) =>
  async (now = new Date()) => {
    for (const connection of await connections.listAllTenants(store.db)) {
      if (!connection.expiresTicket) continue
      const since = new Date(now.getTime() - connection.expiresTicket * 3600_000)
      const ctx = ctxFor(connection.companyId)
      for (const ticket of await tickets.silentSince(ctx, connection.id, since, BATCH)) {
        await transaction(ctx, async ctx => {
          const silent = await tickets.stillSilent(ctx, ticket, since)
          if (!silent) return
          await close(ctx, [silent])
          if (connection.expiresInactiveMessage) await say(ctx, silent, { text: connection.expiresInactiveMessage })
        })
      }
    }
  }
