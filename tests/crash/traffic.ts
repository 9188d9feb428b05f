import type { Ticket } from './client'
import type { Random } from './random'
import { until, type Shop } from './shop'

const ENDS = ['read', 'delivered', 'sent'] as const
/** The last that a phone tells of a message: a silent one is known by the server's word alone. */
type End = (typeof ENDS)[number]
/** One customer's conversation, and what each side is sure to have said in it, in order. */
export type Chat = { phone: string; ticketId: number; wrote: string[]; replied: string[]; ends: End }

const TICKET_MS = 120_000
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

/** Customers who write and an agent who replies, through every death of the product, until they are told to stop. */
export function traffic({ control, client }: Shop, account: string, random: Random) {
  const chats: Chat[] = []
  const running: Promise<void>[] = []
  let going = true

  async function write(chat: Chat) {
    const text = `${chat.phone} escreve ${chat.wrote.length + 1}`
    chat.wrote.push(text)
    const content = random.oneIn(15) ? ({ type: 'image', caption: text } as const) : ({ type: 'text', text } as const)
    await control.send({ from: chat.phone, to: account, ...content })
  }

  async function reply(chat: Chat) {
    const body = `${chat.phone} ouve ${chat.replied.length + 1}`
    const clientId = `${chat.phone}-${chat.replied.length + 1}`
    if (random.oneIn(15)) {
      const form = new FormData()
      form.append('medias', new File([PICTURE], 'foto.png', { type: 'image/png' }))
      form.append('body', body)
      form.append('clientId', clientId)
      await client.ask(`/messages/${chat.ticketId}`, { method: 'POST', body: form })
    } else await client.post(`/messages/${chat.ticketId}`, { body, clientId })
    chat.replied.push(body)
    // A look at the conversation tells the customer that it was read.
    if (random.oneIn(6)) await client.ask(`/messages/${chat.ticketId}`)
  }

  async function customer(chat: Chat) {
    while (going) {
      for (let burst = random.between(1, 5); burst > 0; burst--) await write(chat)
      await Bun.sleep(random.between(100, 500))
    }
  }

  async function agent(chat: Chat) {
    const ticketOf = async () => (await client.tickets()).find((ticket: Ticket) => ticket.contact.number === chat.phone)
    chat.ticketId = (await until(`a ticket of ${chat.phone}`, TICKET_MS, ticketOf)).id
    await client.put(`/tickets/${chat.ticketId}`, { status: 'open', userId: client.user.id })
    while (going) {
      await reply(chat)
      await Bun.sleep(random.between(5, 120))
    }
  }

  return {
    chats,
    /** A customer who never wrote before begins to, and somebody answers. */
    join() {
      const phone = String(5511900000100 + chats.length)
      const ends = ENDS[chats.length % ENDS.length]!
      const chat: Chat = { phone, ticketId: 0, wrote: [], replied: [], ends }
      control.addPhone({ phone, name: `Cliente ${chats.length + 1}`, autoRead: ends === 'read', autoDeliver: ends !== 'sent' })
      chats.push(chat)
      running.push(customer(chat), agent(chat))
    },
    async end() {
      going = false
      await Promise.all(running)
    },
  }
}
export type Traffic = ReturnType<typeof traffic>
