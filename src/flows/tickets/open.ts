import { transaction, type Ctx } from '#kernel/context'
import { AppError, isUniqueViolation, noPermission } from '#kernel/errors'
import { connections } from '#modules/connections'
import { contacts } from '#modules/contacts'
import { queues } from '#modules/queues'
import { tickets, type NewTicket } from '#modules/tickets'
import { users } from '#modules/users'
import { mustMayBegin } from '../begin-conversation'
import { inTheWay, otherOpen } from './conflict'
import { mustHold } from './move'

/** Opens a ticket that a person starts. Whom and what it names is looked at where it is written: until then somebody could delete it. */
export const openTicket = (ctx: Ctx, input: NewTicket) =>
  transaction(ctx, async ctx => {
    const contact = await contacts.load(ctx, input.contactId)
    const whatsapp = await connections.preferred(ctx, input.whatsappId, await ownConnection(ctx))
    if (input.queueId) await queues.mustOwn(ctx, [input.queueId])
    else if (ctx.actor.profile !== 'admin') throw new AppError('ERR_QUEUE_REQUIRED', 400)
    if (ctx.actor.profile !== 'admin' && !ctx.actor.queueIds.includes(input.queueId!)) throw noPermission()
    const queueId = input.queueId ?? null
    const userId = input.userId ?? ctx.actor.userId
    if (userId) await mustHold(ctx, userId, queueId)
    const values = { contactId: contact.id, isGroup: contact.isGroup, whatsappId: whatsapp.id, queueId, userId, status: 'open' as const }
    await mustMayBegin(ctx, values)
    const ticket = await tickets.insert(ctx, values).catch(async error => {
      throw isUniqueViolation(error) ? await otherOpen(ctx, contact.id, whatsapp.id) : error
    })
    await tickets.announce(ctx, ticket)
    return ticket
  })

/** What stands in the way of a ticket that a person would start with a contact, without having started it; null where nothing does. */
export async function activeOf(ctx: Ctx, contactId: number) {
  const contact = await contacts.load(ctx, contactId)
  const whatsapp = await connections.preferred(ctx, null, await ownConnection(ctx))
  return (await inTheWay(ctx, contact.id, whatsapp.id)) ?? null
}

/** The connection that the company gave the person who asks. */
async function ownConnection({ db, actor }: Ctx) {
  return actor.userId === null ? null : (await users.byId(db, actor.userId))?.whatsappId
}
