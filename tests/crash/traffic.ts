import { customer } from './customer'
import { agent } from './agent'
import type { Chat } from './chat'
import type { Random } from './random'
import type { Connected } from './connected'

const ENDS = ['read', 'delivered', 'sent'] as const
const MOST = 8
const FIRST = 5511900000100
/** No two conversations of a run are with the same phone. */
let phones = 0

export type Habits = {
  random: Random
  /** One message in so many carries a file. */
  files: number
  /** 1 is as fast as it goes, 3 three times slower. */
  pace: number
}

/** Customers who write and an agent who replies, through every fault, until they are told to stop. */
export function traffic(shop: Connected, account: string, habits: Habits) {
  const chats: Chat[] = []
  const unanswered: Chat[] = []
  const running: Promise<void>[] = []
  const going: AbortController[] = []

  /** Where many talk already, the oldest conversation ends. */
  function begin(chat: Chat) {
    const end = new AbortController()
    chats.push(chat)
    if (going.push(end) > MOST) going.shift()!.abort()
    for (const side of [customer, agent]) {
      const talking = side(shop, chat, habits, end.signal)
      // A side that breaks off is told by `end`, with its reason.
      talking.catch(() => {})
      running.push(talking)
    }
  }

  function phone(ends: Chat['ends']) {
    const number = String(FIRST + phones++)
    shop.control.addPhone({ phone: number, name: `Cliente ${phones}`, autoRead: ends === 'read', autoDeliver: ends !== 'sent' })
    return number
  }

  return {
    chats,
    unanswered,
    /** A customer who never wrote before begins to, and somebody answers. */
    join() {
      const ends = ENDS[chats.length % ENDS.length]!
      const number = phone(ends)
      begin({ name: number, members: [number], to: account, account, ticketId: 0, wrote: [], replied: [], ends })
    },
    /** A group of three and the account does the same. */
    gather() {
      const members = [phone('delivered'), phone('delivered'), phone('delivered')]
      const { id } = shop.control.createGroup({ subject: `Grupo ${phones}`, creator: members[0]!, participants: [...members, account] })
      begin({ name: id.split('@')[0]!, members, to: id, account, ticketId: 0, wrote: [], replied: [], ends: 'delivered' })
    },
    /** So many messages at once, from customers whom nobody answers. */
    async crowd(size: number, count: number) {
      const numbers = Array.from({ length: size }, () => phone('delivered'))
      for (const [i, number] of numbers.entries()) {
        const wrote = Array.from({ length: Math.ceil((count - i) / size) }, (_, at) => ({ text: `Mensagem ${at * size + i + 1}` }))
        unanswered.push({ name: number, members: [number], to: account, account, ticketId: 0, wrote, replied: [], ends: 'delivered' })
      }
      await shop.control.burst({ to: account, phones: numbers, count })
    },
    async end() {
      for (const one of going) one.abort()
      await Promise.all(running)
    },
  }
}
