import { transaction, type Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { contacts } from '#modules/contacts'
import { messageTrash } from '#modules/messages'
import { scheduleMoves } from '#modules/schedules'
import { ticketTrash } from '#modules/tickets'
import { purge } from './purge'

/** Deletes a contact with its tickets: gone for everybody at once, and row by row after. */
export const deleteContact = (ctx: Ctx, contactId: number) =>
  transaction(ctx, async ctx => {
    await contacts.remove(ctx, contactId)
    await scheduleMoves.leaveContact(ctx, contactId)
    await ticketTrash.trash(ctx, { contactId })
    await messageTrash.sendNoMore(ctx, ticketTrash.trashed({ contactId }))
    await jobs.enqueue(ctx, purge, { contactId })
  })
