import { createHash } from 'node:crypto'
import { afterWait, transaction, type Ctx } from '#kernel/context'
import { contacts, type Contact } from '#modules/contacts'
import { queues } from '#modules/queues'
import { sends, type SendJourney } from '#modules/sends'
import { tickets } from '#modules/tickets'
import { mustMayBegin } from './begin-conversation'
import { takeFromRobot } from './take-from-robot'
import { resolvePerson } from './identity'
import type { lookupFlow } from './lookup'
import { say, type Content, type StoredFile } from './say'
import { withStored } from './store-upload'
import { resolve } from './tickets/resolve'
import { ticketFor, ticketForNews } from './tickets/ticket-for'

/**
 * A program of the company's own writes to a number: the number is checked, its contact and conversation are found or begun, and what is
 * said stands in the outbox when it gets its answer, unless its token is good no more by then. The same idempotency key is the same
 * request, however often it is sent.
 */
export const sendFlow = (lookup: ReturnType<typeof lookupFlow>): SendJourney =>
  async function send(ctx, connection, { number, body, files, queueId, closeTicket, key }) {
    if (queueId) await queues.mustOwn(ctx, [queueId])
    const uploads = files.map((file, i) => ({ file, caption: i === 0 ? body : '', voice: false }))
    return withStored(ctx, uploads, stored => sendAll(contentsOf(body, stored)))

    async function sendAll(contents: Content[]) {
      const request = key && { connectionId: connection.id, key, digest: digestOf({ number, queueId, closeTicket, contents }) }
      // What is read here may not be on the disk yet: a transaction is told when it is.
      const isKept = request && (await sends.answered(ctx, request))
      const answered = isKept && (await transaction(ctx, ctx => sends.answered(ctx, request)))
      if (answered) return answered
      const person = await lookup(ctx, number)
      return afterWait(ctx, async ctx => {
        // Two that came at once wait for each other here: a transaction is the only one that writes.
        const answered = request && (await sends.answered(ctx, request))
        if (answered) return answered
        // Without the network's word a number is as somebody typed it: whoever is known by it keeps their own.
        const [known] = person.lid ? [] : await contacts.known(ctx, person)
        const contact = known ?? (await resolvePerson(ctx, person, null))
        await mustMayBegin(ctx, { whatsappId: connection.id, contactId: contact.id, isGroup: contact.isGroup })
        const where = { connectionId: connection.id, queueId }
        const found = closeTicket ? await ticketForNews(ctx, contact, where) : await conversationOf(ctx, contact, where)
        const ticket = await takeFromRobot(ctx, found)
        const said: string[] = []
        for (const content of contents) {
          const message = await say(ctx, ticket, content)
          if (message) said.push(message.uid)
        }
        if (closeTicket) await resolve(ctx, ticket, { farewell: false })
        const answer = { ticketId: ticket.id, messages: said }
        if (request) await sends.keep(ctx, request, answer)
        return answer
      })
    }
  }

async function conversationOf(ctx: Ctx, contact: Contact, where: { connectionId: number; queueId: number | null | undefined }) {
  const { ticket, before } = await ticketFor(ctx, contact, { ...where, fromMe: false })
  if (before?.id !== ticket.id || before.status !== ticket.status) await tickets.announce(ctx, ticket, before)
  return ticket
}

/** The text goes with the first file, or stands alone. */
const contentsOf = (text: string, stored: StoredFile[]): Content[] => (stored.length ? stored.map(file => ({ file })) : [{ text }])

const digestOf = (request: object) => createHash('sha256').update(JSON.stringify(request)).digest('hex')
