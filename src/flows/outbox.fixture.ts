import { setSystemTime } from 'bun:test'
import type { Channel, Outbound, SendResult } from '#modules/connections'
import { delivery } from '#modules/messages'
import { openOffice, type Company } from '../../tests/factories'
import { outboxFlow, type OutboxFlow } from './outbox'

export type Ticket = Awaited<ReturnType<Company['makeTicket']>>
type Shown = { id: string; body: string; status: string; failReason: string | null; isDeleted: boolean; isEdited: boolean }

/** A company whose outbox writes to a network that the test is. */
export async function openOutbox() {
  const office = await openOffice()
  const { norte } = office
  const { client } = norte.staff.ana
  /** What was written to the network. */
  const written: Outbound[] = []
  const network = {
    line: {} as object | null,
    /** How it takes the next. */
    take: async (_: Outbound): Promise<void> => {},
  }
  const channel: Pick<Channel, 'isOpen' | 'socketGeneration' | 'send'> = {
    isOpen: () => network.line !== null,
    socketGeneration: () => network.line,
    async send(outbound: Outbound): Promise<SendResult | null> {
      await network.take(outbound)
      written.push(outbound)
      return outbound.do === 'read' ? null : { key: { id: outbound.id, remoteJid: 'x@s.whatsapp.net', fromMe: true }, raw: '{}' }
    },
  }
  /** A process that starts anew on the same database. */
  const start = () =>
    outboxFlow({
      store: office.store,
      ctxFor: office.ctxFor,
      channel: channel as Channel,
      log: office.product.log,
      countMessage: () => {},
    })
  let outbox: OutboxFlow = start()
  const lives = new Set([outbox])
  const shown = async (ticket: Ticket) => (await client.get<{ messages: Shown[] }>(`/messages/${ticket.id}?markRead=false`)).body.messages
  const states = (ids: string[], state: 'sent' | 'delivered' | 'failed', reason?: string) =>
    delivery.setStates(norte.ctx, { companyId: norte.id, connectionId: norte.connection.id, ids, state, reason })

  return {
    office,
    norte,
    client,
    network,
    written,
    restart: () => void lives.add((outbox = start())),
    async reset() {
      setSystemTime()
      // A life that still ends would take the next test's line for a new one, and write again what that has just written.
      for (const life of lives) await life.settle()
      lives.clear()
      await office.store.client.execute('delete from outbox')
      written.length = 0
      Object.assign(network, { line: {}, take: async () => {} })
      lives.add((outbox = start()))
    },
    open: () => norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: norte.staff.ana.id }),
    say: (ticket: Ticket, body: string) => client.post(`/messages/${ticket.id}`, { body }),
    shown,
    statusOf: async (ticket: Ticket) => (await shown(ticket)).map(message => message.status),
    bodies: () => written.map(outbound => (outbound as { body?: string }).body),
    ids: () => written.map(outbound => (outbound as { id: string }).id),
    states,
    accept: (ids: string[]) => states(ids, 'sent'),
    drain: () => outbox.drain(norte.connection.id),
    drainChat: (ticket: Ticket) => outbox.drainChat(norte.connection.id, ticket.contactId),
    sweep: () => outbox.sweep(),
    settle: () => outbox.settle(),
    waiting: async () => Number((await office.store.client.execute('select count(*) as n from outbox')).rows[0]!.n),
    later: (ms: number) => setSystemTime(new Date(Date.now() + ms)),
  }
}
