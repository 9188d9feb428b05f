import type { Ctx } from '#kernel/context'
import { fromJson, type JsonOf, jsonPairs, jsonRow, jsonTexts } from '#kernel/storage/json-rows'
import { shapedRows } from '#kernel/storage/row-cache'
import { connections } from '../connections/schema'
import { type Contact, shownContact } from '../contacts'
import { contacts } from '../contacts/schema'
import { queues } from '../queues/schema'
import { tags, ticketTags } from '../tags/schema'
import { users } from '../users/schema'
import { tickets as table } from './schema'
import type { Hit } from './search'

const named = ['id', 'name']
const CONTACT = ['id', 'name', 'number', 'email', 'picture', 'disableBot', 'isGroup'] as const
const TICKETS = `select json_object(${jsonPairs(table, 't')},
    'contact', json_object(${jsonPairs(contacts, 'c', CONTACT)}),
    'queue', ${jsonRow(queues, 'q', [...named, 'color'])},
    'user', ${jsonRow(users, 'u', named)},
    'whatsapp', ${jsonRow(connections, 'w', [...named, 'status'])},
    'tags', json((select json_group_array(json_object(${jsonPairs(tags, 'g', [...named, 'color'])}, 'TicketTag', json_object(${jsonPairs(ticketTags, 'l')})) order by g.name)
      from ticket_tags l join tags g on g.id = l.tag_id and g.company_id = t.company_id where l.ticket_id = t.id)))
  from tickets t
  join contacts c on c.id = t.contact_id
  left join queues q on q.id = t.queue_id and q.company_id = t.company_id
  left join users u on u.id = t.user_id and u.company_id = t.company_id
  left join connections w on w.id = t.whatsapp_id and w.company_id = t.company_id
  where +t.company_id = ? and t.id in (select value from json_each(?))`

type Named = { id: number; name: string }
type Row = JsonOf<typeof table.$inferSelect> & {
  contact: Pick<Contact, (typeof CONTACT)[number]>
  queue: (Named & { color: string }) | null
  user: Named | null
  whatsapp: (Named & { status: string }) | null
  tags: (Named & { color: string; TicketTag: JsonOf<typeof ticketTags.$inferSelect> })[]
}

const rowsOf = shapedRows<Row>({
  name: 'ticket',
  follows: [
    'tickets',
    'contacts',
    'queues',
    'tags',
    { table: 'ticket_tags', part: 'tickets', id: 'row.ticket_id' },
    // Of these much changes that no ticket shows: leases every few seconds, who is there.
    { table: 'users', part: 'named user', id: 'row.id', columns: 'name, company_id' },
    { table: 'connections', part: 'shown connection', id: 'row.id', columns: 'name, status, company_id' },
  ],
  partsOf: row => [
    ['tickets', row.id],
    ['contacts', row.contactId],
    ['queues', row.queueId],
    ['named user', row.userId],
    ['shown connection', row.whatsappId],
    ...row.tags.map(({ id }) => ['tags', id] as const),
  ],
})

const read = (ctx: Ctx, ids: number[]) =>
  rowsOf(ctx, ctx.companyId, ids, missing => jsonTexts(ctx.db, TICKETS, [ctx.companyId, JSON.stringify(missing)]))

/** The row alone, as it was committed: a queue or a person in the trash is none. */
export async function committedTicket(ctx: Ctx, id: number): Promise<typeof table.$inferSelect | undefined> {
  const row = (await read(ctx, [id])).get(id)
  if (!row) return
  const { contact: _, queue, user, whatsapp: __, tags: ___, ...ticket } = row
  return fromJson(table, { ...ticket, queueId: queue?.id ?? null, userId: user?.id ?? null })
}

/** Tickets in the form of the contract, with contact, queue, user, connection and tags, in the order of their ids. */
export async function shownTickets(ctx: Ctx, ids: number[]) {
  const byId = await read(ctx, ids)
  return ids.flatMap(id => {
    const ticket = byId.get(id)
    if (!ticket) return []
    const { queue, user } = ticket
    return [{ ...ticket, queueId: queue?.id ?? null, userId: user?.id ?? null, contact: shownContact(ctx, ticket.contact) }]
  })
}
/** With `hits` where it was searched for: its messages that say the words. */
export type ShownTicket = Awaited<ReturnType<typeof shownTickets>>[number] & { hits?: Hit[]; hitCount?: number }
