import { transaction, type Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { contacts } from '#modules/contacts'
import { messages } from '#modules/messages'
import { tickets } from '#modules/tickets'
import { purge } from './purge'

/** Deletes a contact with its tickets: gone for everybody at once, and row by row after. */
export const deleteContact = (ctx: Ctx, contactId: number) =>
  transaction(ctx, async ctx => {
    await contacts.trash(ctx, contactId)
    await tickets.trash(ctx, { contactId })
    await messages.sendNoMore(ctx, tickets.trashed({ contactId }))
    await jobs.enqueue(ctx, purge, { contactId })
  })
