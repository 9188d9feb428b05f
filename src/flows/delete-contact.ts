import { transaction, type Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { shipments, tellProgress } from '#modules/campaigns'
import { people } from '#modules/contact-list-items'
import { contacts, type Contact } from '#modules/contacts'
import { messageTrash } from '#modules/messages'
import { optOuts } from '#modules/opt-outs'
import { scheduleMoves } from '#modules/schedules'
import { ticketTrash } from '#modules/tickets'
import { tellItems } from './contact-lists/told'
import { purge } from './purge'

/**
 * Deletes a contact with its tickets: gone for everybody at once, and row by row after. No list or campaign knows them any more, which
 * would bring them back by writing to them; of a wish to be left alone the number stays, so that it holds.
 */
export const deleteContact = (ctx: Ctx, contactId: number) =>
  transaction(ctx, async ctx => {
    const contact = await contacts.load(ctx, contactId)
    await contacts.remove(ctx, contactId)
    if (!contact.isGroup) await leaveCampaigns(ctx, contact)
    await scheduleMoves.leaveContact(ctx, contactId)
    await ticketTrash.trash(ctx, { contactId })
    await messageTrash.sendNoMore(ctx, ticketTrash.trashed({ contactId }))
    await jobs.enqueue(ctx, purge, { contactId })
  })

async function leaveCampaigns(ctx: Ctx, contact: Contact) {
  for (const listId of contact.number ? await people.leave(ctx, contact.number) : []) await tellItems(ctx, listId)
  tellProgress(ctx, new Set(await shipments.forget(ctx, contact)))
  await optOuts.forgetName(ctx, { pn: contact.number, lid: contact.lid })
}
