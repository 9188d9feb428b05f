import { asc, eq } from 'drizzle-orm'
import { connections } from '#modules/connections'
import { contacts } from '../../modules/contacts/schema'
import { messages } from '../../modules/messages/schema'
import { queueOptions } from '#modules/queue-options'
import { queues } from '#modules/queues'
import { tickets } from '../../modules/tickets/schema'
import { newPhone, type Company, type Office } from '../../../tests/factories'
import type { Words } from '../../../tests/words'

export type OptionTree = { title: string; message?: string; children?: OptionTree[] }
type QueueOf = Parameters<typeof queues.create>[1] & { options?: OptionTree[] }
export type World = Omit<Partial<Parameters<typeof connections.create>[1]>, 'queueIds'> & { queues?: Partial<QueueOf>[] }

let made = 0

/** A connection of its own, with its queues and their options. `end` frees the queues' names. */
export async function worldOf({ ctx }: Company, { queues: rows = [], ...values }: World) {
  const queueIds: number[] = []
  for (const { options = [], name, ...queue } of rows) {
    const orderQueue = ++made
    const color = `#${(0x10_0000 + orderQueue).toString(16)}`
    const { id } = await queues.create(ctx, { color, orderQueue, ...queue, name: name! } as Parameters<typeof queues.create>[1])
    queueIds.push(id)
    const plant = async (trees: OptionTree[], parentId: number | null): Promise<void> => {
      for (const { title, message = '', children = [] } of trees) {
        const option = await queueOptions.create(ctx, { queueId: id, parentId, title, message })
        await plant(children, option.id)
      }
    }
    await plant(options, null)
  }
  const greetingMessage = values.greetingMessage ?? (queueIds.length > 1 ? 'Olá!' : '')
  const { id } = await connections.create(ctx, { ...values, greetingMessage, name: `Conversa ${++made}`, sandbox: true, queueIds })
  const connection = await connections.load(ctx, id)
  return {
    connection,
    queueIds,
    end: async () => {
      for (const queueId of queueIds) await queues.remove(ctx, queueId)
    },
  }
}
type Furnished = Awaited<ReturnType<typeof worldOf>>

/** A customer of a connection, their tickets, and all that was said. */
export function customerOf(office: Office, company: Company, { connection }: Pick<Furnished, 'connection'>) {
  const from = { pn: newPhone(), name: 'Helena' }
  const { db } = office.store
  const all = () =>
    db
      .select({ ticket: tickets })
      .from(tickets)
      .innerJoin(contacts, eq(contacts.id, tickets.contactId))
      .where(eq(contacts.number, from.pn))
      .orderBy(asc(tickets.id))
      .then(rows => rows.map(({ ticket }) => ticket))
  return {
    from,
    tickets: all,
    ticket: async () => (await all()).at(-1)!,
    says: (text: string, more: Partial<Words> = {}) => office.receive({ ...company, connection }, { from, text, ...more }),
    /** Everything said in the conversation, in order: `> ` by the customer, `< ` to them. */
    async transcript() {
      const rows = await db
        .select({ body: messages.body, fromMe: messages.fromMe })
        .from(messages)
        .innerJoin(contacts, eq(contacts.id, messages.chatId))
        .where(eq(contacts.number, from.pn))
        .orderBy(asc(messages.id))
      return rows.map(({ body, fromMe }) => `${fromMe ? '<' : '>'} ${body}`)
    },
  }
}
