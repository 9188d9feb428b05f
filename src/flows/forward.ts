import { transaction, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { connections } from '#modules/connections'
import { contacts } from '#modules/contacts'
import { captionOf, isCard, messages, type Forwarding, type Message } from '#modules/messages'
import { sees, tickets, type AuthorizedTicket } from '#modules/tickets'
import { mustMayBegin } from './begin-conversation'
import { takeFromRobot } from './take-from-robot'
import { say, type Forwarded } from './say'
import { accept } from './tickets/accept'
import { otherOpen } from './tickets/conflict'
import { openTicket } from './tickets/open'

const SIGNATURE = /^\*.{1,60}?:\*\n/
const isText = ({ mediaType }: Message) => /^(conversation|extendedTextMessage)$/.test(mediaType)

/**
 * A message that one may see goes on to a contact, into the conversation with them, which begins where there is none. Idempotent by
 * its clientId, whatever became of the conversation since.
 */
export async function forward(ctx: Ctx, { messageId, contactId, signMessage, clientId }: Forwarding) {
  await transaction(ctx, async ctx => {
    if (clientId && (await messages.isOwnSaid(ctx, contactId, clientId))) return
    // Its file stays as long as a row names it: between a look at the old one and the new one it could go.
    const { message, ticket: source } = await messages.byUid(ctx, messageId)
    const forwarded = goingOn(ctx, message, signMessage ?? false)
    const ticket = await takeFromRobot(ctx, await conversationWith(ctx, contactId, source))
    // Whoever chose them from a list has not read what they wrote: that waits on.
    await say(ctx, ticket, { forwarded }, { clientId, rests: ticket.unreadMessages > 0 })
  })
}

/** What of a message goes on: its words without whoever signed them, its file as it lies in the store, its card as the network told it. */
function goingOn(ctx: Ctx, message: Message, isSigned: boolean): Forwarded {
  const { body, mediaType, media, dataJson, isDeleted, fromMe } = message
  const hasFile = media !== null && media.hash !== null
  if (isDeleted || !(isText(message) || hasFile || (isCard(message) && dataJson))) throw new AppError('ERR_MESSAGE_NOT_FORWARDABLE', 400)
  const words = fromMe ? body.replace(SIGNATURE, '') : body
  const says = isText(message) || captionOf(message) !== null
  return {
    body: isSigned && says ? `*${ctx.actor.name}:*\n${words}` : words,
    mediaType: isText(message) ? 'conversation' : mediaType,
    media,
    dataJson: isCard(message) ? dataJson : null,
  }
}

/** The queue that the message comes from, where one serves it; else a queue of one's own. */
const queueFor = ({ actor }: Ctx, { queueId }: AuthorizedTicket) =>
  queueId !== null && (actor.profile === 'admin' || actor.queueIds.includes(queueId)) ? queueId : actor.queueIds[0]

/**
 * The contact's ticket on the connection of the source: the active one, which is accepted where it waits and stays a colleague's where one
 * leads; else a new one, in the queue that the message comes from. One that is out of sight is told with who has it.
 */
async function conversationWith(ctx: Ctx, contactId: number, source: AuthorizedTicket): Promise<AuthorizedTicket> {
  const contact = await contacts.load(ctx, contactId)
  const { id: whatsappId } = await connections.preferred(ctx, source.whatsappId)
  const active = await tickets.activeOf(ctx, contact.id, whatsappId)
  if (!active) return openTicket(ctx, { contactId, whatsappId, queueId: queueFor(ctx, source), userId: ctx.actor.userId })
  if (!sees(ctx.actor, active)) throw await otherOpen(ctx, contact.id, whatsappId)
  await mustMayBegin(ctx, active)
  return active.status === 'pending' || active.userId === null ? accept(ctx, active) : active
}
