import { NUMBER, type Shop, until } from './shop'

type Ticket = {
  id: number
  uuid: string
  status: string
  unreadMessages: number
  user: { name: string } | null
  queue: { name: string } | null
}

/** Tickets and customers of a company, as its owner asks for them. */
export function among(shop: Shop) {
  const tickets = (query: string) => shop.owner.get<{ tickets: Ticket[]; count: number }>(`/tickets?showAll=true&${query}`)
  const ticketOf = (phone: string) => until(async () => (await tickets(`searchParam=${phone}`)).tickets[0])
  const write = (from: string, content: object) =>
    shop.control.send({ from, to: NUMBER, ...content } as Parameters<Shop['control']['send']>[0])
  /** Somebody new writes, and has a ticket. */
  async function comes(phone: string, name: string) {
    shop.control.addPhone({ phone, name })
    await write(phone, { type: 'text', text: `Bom dia, aqui é ${name}` })
    return ticketOf(phone)
  }
  return { tickets, ticketOf, write, comes }
}
