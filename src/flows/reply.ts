import { afterWait, transaction, type Ctx } from '#kernel/context'
import { AppError, notFound } from '#kernel/errors'
import { contacts } from '#modules/contacts'
import { messages, vcardOf, type Card, type MessageJourneys } from '#modules/messages'
import { tickets, type AuthorizedTicket } from '#modules/tickets'
import { mustMayBegin } from './begin-conversation'
import { takeFromRobot } from './take-from-robot'
import { say, sayWithin } from './say'
import { withStored } from './store-upload'
import { greetsAgain } from './tickets/greeting'

/** The ticket as it stands now, while the actor sees it and it may be answered. */
async function writable(ctx: Ctx, ticketId: number): Promise<AuthorizedTicket> {
  const now = await tickets.load(ctx, ticketId)
  if (now.status === 'closed') throw new AppError('ERR_TICKET_CLOSED', 400)
  await mustMayBegin(ctx, now)
  return now
}

async function quotedIn(ctx: Ctx, ticket: AuthorizedTicket, uid: string | null) {
  if (!uid) return null
  const { message } = await messages.byUid(ctx, uid)
  if (message.chatId !== ticket.contactId) throw new AppError('ERR_NO_MESSAGE_FOUND', 404)
  return message.id
}

/**
 * Idempotent: what was said once is said, whoever has the ticket by the time in which the request is repeated, and however it stands. In a
 * transaction, which is told when what it read is durable.
 */
export const isSaid = async (ctx: Ctx, ticketId: number, clientId: string | null | undefined) =>
  Boolean(clientId && (await transaction(ctx, ctx => messages.isSent(ctx, ticketId, clientId))) === 'own')

/** What lay in a browser for longer is asked about once more: by then the conversation may be another one. */
const LATE_MS = 10 * 60_000
function mustBeOnTime(writtenAt: Date | undefined) {
  if (writtenAt && Date.now() - writtenAt.getTime() > LATE_MS) throw new AppError('ERR_MESSAGE_LATE', 409)
}

/** Whether its writer cannot have known what the customer said last, which nobody has read: it is no answer to that. */
const isUnaware = async (ctx: Ctx, { id, unreadMessages }: AuthorizedTicket, sentAt: Date | undefined) =>
  sentAt !== undefined && unreadMessages > 0 && (await messages.isWrittenSince(ctx, id, sentAt))

/** A person writes in a ticket. */
export const reply: MessageJourneys['reply'] = (ctx, ticketId, { body, quotedUid, clientId, writtenAt, sentAt }) =>
  transaction(ctx, async ctx => {
    const isSent = clientId ? await messages.isSent(ctx, ticketId, clientId) : 'no'
    if (isSent === 'own') return
    mustBeOnTime(writtenAt)
    const now = await writable(ctx, ticketId)
    const quotedId = await quotedIn(ctx, now, quotedUid)
    if (await greetsAgain(ctx, now, body)) return
    await takeFromRobot(ctx, now)
    const rests = await isUnaware(ctx, now, sentAt)
    await sayWithin(ctx, now, { text: body }, { quotedId, clientId, isNew: isSent === 'no', rests })
  })

/** Files of a person: all of them are stored before the first is said, by who still may. */
export const replyWithFiles: MessageJourneys['replyWithFiles'] = async (ctx, ticket, uploads) => {
  // All of a request are stored at once.
  if (await isSaid(ctx, ticket.id, uploads[0]?.clientId)) return
  mustBeOnTime(uploads[0]?.writtenAt)
  await writable(ctx, ticket.id)
  await withStored(ctx, uploads, stored =>
    afterWait(ctx, async ctx => {
      const now = await writable(ctx, ticket.id)
      await takeFromRobot(ctx, now)
      const quotedId = await quotedIn(ctx, now, uploads[0]?.quotedUid ?? null)
      const rests = await isUnaware(ctx, now, uploads[0]?.sentAt)
      for (const [i, file] of stored.entries())
        await say(ctx, now, { file }, { quotedId: i === 0 ? quotedId : null, clientId: uploads[i]?.clientId, rests })
    }),
  )
}

const replyWithCard = (ctx: Ctx, ticketId: number, card: Card, clientId: string | null | undefined) =>
  transaction(ctx, async ctx => {
    if (await isSaid(ctx, ticketId, clientId)) return
    const now = await writable(ctx, ticketId)
    await takeFromRobot(ctx, now)
    await say(ctx, now, { card }, { clientId })
  })

/** A person shows where something is. */
export const replyWithPlace: MessageJourneys['replyWithPlace'] = (ctx, ticketId, { clientId, ...place }) =>
  replyWithCard(ctx, ticketId, { type: 'location', ...place, address: '', thumbnail: null }, clientId)

/** A person tells whom else to talk to; who has no number can't be called. */
export const replyWithPeople: MessageJourneys['replyWithPeople'] = async (ctx, ticketId, { contactIds, clientId }) => {
  if (await isSaid(ctx, ticketId, clientId)) return
  const found = new Map((await contacts.findMany(ctx, contactIds)).map(contact => [contact.id, contact]))
  const cards = contactIds.map(id => {
    const contact = found.get(id)
    if (!contact) throw notFound('contact')
    if (contact.isGroup || !contact.number) throw new AppError('ERR_WAPP_INVALID_CONTACT', 400)
    return vcardOf({ name: contact.name, number: contact.number })
  })
  await replyWithCard(ctx, ticketId, { type: 'contacts', cards }, clientId)
}
