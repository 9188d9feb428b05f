import { CORRECTED, isCorrected, type Chat, type Said } from './chat'
import { Refused, type Shown } from './client'
import { anyFile } from './files'
import type { Connected } from './connected'
import { until } from '../until'
import type { Habits } from './traffic'

const TICKET_MS = 120_000
const CHANGES = 10

/** Takes a customer's ticket and answers in it; at times looks, corrects, takes back or reacts. */
export async function agent({ client }: Connected, chat: Chat, { random, files, pace }: Habits, going: AbortSignal) {
  async function accept() {
    chat.ticketId = await until(() => client.ticketOf(chat.name), TICKET_MS, `a ticket of ${chat.name}`)
    await client.put(`/tickets/${chat.ticketId}`, { status: 'open', userId: client.user.id })
  }

  async function reply() {
    const number = chat.replied.length + 1
    const [body, clientId] = [`${chat.name} ouve ${number}`, `${chat.name}-${number}`]
    if (!random.oneIn(files)) {
      await client.post(`/messages/${chat.ticketId}`, { body, clientId })
      return void chat.replied.push({ text: body })
    }
    const { bytes, hash, type, name, mimetype } = anyFile(random)
    const form = new FormData()
    form.append('medias', new File([bytes], name, { type: mimetype }))
    form.append('body', body)
    form.append('clientId', clientId)
    await client.ask(`/messages/${chat.ticketId}`, { method: 'POST', body: form })
    chat.replied.push({ text: type === 'voice' ? '' : body, file: hash })
  }

  /** Something that has arrived is changed: what the network has not yet is not sent at all when it is taken back. */
  async function change() {
    const page = await client.ask<{ messages: Shown[] }>(`/messages/${chat.ticketId}?markRead=false`)
    const find = (list: Said[], shown?: Shown) =>
      shown && list.find(said => said.text === shown.body && !said.deleted && !isCorrected(said))
    const said = page.messages.filter(message => message.mediaType !== 'reactionMessage')
    const mine = said.findLast(message => message.fromMe && !['queued', 'failed'].includes(message.status))
    const reply = find(chat.replied, mine)
    if (reply && !reply.file && random.oneIn(3)) {
      const body = reply.text + CORRECTED
      await client.post(`/messages/edit/${mine!.id}`, { body })
      reply.text = body
    } else if (reply && random.oneIn(2)) {
      await client.ask(`/messages/${mine!.id}`, { method: 'DELETE' }).catch(unlessRepeated)
      reply.deleted = true
    }
    // The newest one may still be taken back.
    const theirs = said.filter(message => !message.fromMe).at(-2)
    const wrote = find(chat.wrote, theirs)
    if (!wrote) return
    await client.post(`/messages/${theirs!.id}/reactions`, { type: '❤️' })
    wrote.reaction = '❤️'
  }

  await accept()
  while (!going.aborted) {
    await reply()
    // A look at the conversation tells the customer that it was read.
    if (random.oneIn(6)) await client.ask(`/messages/${chat.ticketId}`)
    if (random.oneIn(CHANGES)) await change()
    await Bun.sleep(pace * random.between(20, 300))
  }
}

/** An answer that was lost with the connection: the second time there is nothing left to delete. */
function unlessRepeated(error: unknown) {
  if (!(error instanceof Refused && error.message.includes('ERR_DELETE_WAPP_MSG'))) throw error
}
