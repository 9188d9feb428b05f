import type { Ctx } from '#kernel/context'
import { fromJson, type JsonOf, jsonPairs, jsonRow, jsonTexts } from '#kernel/storage/json-rows'
import { shapedRows } from '#kernel/storage/row-cache'
import { connections } from '../connections/schema'
import type { Contact } from '../contacts'
import { contacts } from '../contacts/schema'
import { queues } from '../queues/schema'
import { tags, ticketTags } from '../tags/schema'
import { users } from '../users/schema'
import { tickets as table } from './schema'
import type { Found } from './search'

const named = ['id', 'name']
const CONTACT = ['id', 'name', 'email', 'disableBot', 'isGroup'] as const
const TICKETS = `select json_object(${jsonPairs(table, 't')},
    'contact', json_object(${jsonPairs(contacts, 'c', CONTACT)},
      'number', coalesce(c.number, ''), 'isWhatsappValid', null, 'profilePicUrl', c.picture),
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
  contact: Pick<Contact, (typeof CONTACT)[number]> & { number: string; isWhatsappValid: boolean | null; profilePicUrl: string | null }
  queue: (Named & { color: string }) | null
  user: Named | null
  whatsapp: (Named & { status: string }) | null
  tags: (Named & { color: string; TicketTag: JsonOf<typeof ticketTags.$inferSelect> })[]
}
/**
 * A ticket as the JSON that an answer has of it: a list is joined from texts, and nothing is written anew. In the place of the picture's
 * address, which expires, stands the name of its file.
 */
type Kept = { id: number; picture: string | null; text: string }
/** A queue or a person in the trash is none. */
function keptOf(row: Row, text: string): Kept {
  const [queueId, userId] = [row.queue?.id ?? null, row.user?.id ?? null]
  const isWhole = queueId === row.queueId && userId === row.userId
  return { id: row.id, picture: row.contact.profilePicUrl, text: isWhole ? text : JSON.stringify({ ...row, queueId, userId }) }
}

const rowsOf = shapedRows<Kept, Row>({
  name: 'ticket',
  shape: keptOf,
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
  partsOf: (_, row) => [
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

/** The row alone, as it was committed. */
export async function committedTicket(ctx: Ctx, id: number): Promise<typeof table.$inferSelect | undefined> {
  const kept = (await read(ctx, [id])).get(id)
  if (!kept) return
  const { contact: _, queue: __, user: ___, whatsapp: ____, tags: _____, ...ticket } = JSON.parse(kept.text) as Row
  return fromJson(table, ticket)
}

/** Quotes inside of a text of JSON are escaped: this stands in a ticket once. */
const pictureIn = (address: string) => `"profilePicUrl":"${address}"`
const addressed = (ctx: Ctx, { picture, text }: Kept) =>
  picture
    ? text.replace(pictureIn(picture), () => pictureIn(ctx.media.address({ hash: picture, mimetype: 'image/jpeg', fileName: null })))
    : text

/** Tickets in the form of the contract, with contact, queue, user, connection and tags, in the order of their ids: each as JSON. */
export async function ticketTexts(ctx: Ctx, ids: number[]): Promise<{ id: number; text: string }[]> {
  const byId = await read(ctx, ids)
  return ids.flatMap(id => {
    const kept = byId.get(id)
    return kept ? [{ id, text: addressed(ctx, kept) }] : []
  })
}

export const shownTickets = async (ctx: Ctx, ids: number[]) => (await ticketTexts(ctx, ids)).map(({ text }) => JSON.parse(text) as Row)
/** With `hits` where it was searched for: its messages that say the words. */
export type ShownTicket = Row & Partial<Found>
