import { transaction, type Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { messages } from '#modules/messages'
import { tickets } from '#modules/tickets'
import { purge } from './purge'

/** Deletes a ticket with what was said in it: gone for everybody at once, and row by row after. */
export const deleteTicket = (ctx: Ctx, ticketId: number) =>
  transaction(ctx, async ctx => {
    await tickets.load(ctx, ticketId)
    await tickets.trash(ctx, { ticketId })
    await messages.sendNoMore(ctx, tickets.trashed({ ticketId }))
    await jobs.enqueue(ctx, purge, { ticketId })
  })
