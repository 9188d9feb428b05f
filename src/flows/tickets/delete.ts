import { transaction, type Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { messageTrash } from '#modules/messages'
import { ticketTrash, type AuthorizedTicket } from '#modules/tickets'
import { followCampaigns } from '../campaigns/follow'
import { purge } from '../purge'

/** Deletes a ticket with what was said in it: gone for everybody at once, and row by row after. */
export const deleteTicket = (ctx: Ctx, { id: ticketId }: AuthorizedTicket) =>
  transaction(ctx, async ctx => {
    await ticketTrash.trash(ctx, { ticketId })
    await followCampaigns(ctx, await messageTrash.sendNoMore(ctx, ticketTrash.trashed({ ticketId })))
    await jobs.enqueue(ctx, purge, { ticketId })
  })
