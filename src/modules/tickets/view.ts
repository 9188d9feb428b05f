import type { Ctx } from '#kernel/context'
import { notFound } from '#kernel/errors'
import { type JsonOf, jsonPairs, jsonRow, jsonTexts } from '#kernel/storage/json-rows'
import { shapedRows } from '#kernel/storage/row-cache'
import { contacts } from '../contacts'
import { contactFields } from '../contacts/schema'
import { integrations } from '../integrations/schema'
import { queues } from '../queues'
import { ticketBots } from '../ticket-bots'
import { ticketBots as botTable } from '../ticket-bots/schema'
import type { AuthorizedTicket } from './authorized'
import { shownTickets, type ShownTicket } from './shown'

/** Tickets in the form of the contract; those that are gone are left out. */
export const views = (ctx: Ctx, tickets: AuthorizedTicket[]): Promise<ShownTicket[]> =>
  shownTickets(
    ctx,
    tickets.map(ticket => ticket.id),
  )

export async function view(ctx: Ctx, ticket: AuthorizedTicket): Promise<ShownTicket> {
  const [shown] = await views(ctx, [ticket])
  if (!shown) throw notFound('ticket')
  return shown
}

/** With the whole of its contact and queue, as clients read what they opened. */
export async function opened(ctx: Ctx, ticket: AuthorizedTicket) {
  const shown = await view(ctx, ticket)
  const [contact, queue] = await Promise.all([contacts.get(ctx, shown.contactId), shown.queueId ? queues.get(ctx, shown.queueId) : null])
  return { ...shown, contact: { ...contact, ...shown.contact }, queue }
}

const DETAILS = `select json_object('id', t.id, 'contactId', t.contact_id, 'queueId', t.queue_id, 'integrationId', q.integration_id,
    'robots', json_object('prompts', t.prompt_id, 'integrations', t.integration_id),
    'extraInfo', json((select json_group_array(json_object(${jsonPairs(contactFields, 'f')}) order by f.id)
      from contact_fields f where f.contact_id = t.contact_id)),
    'queueIntegrations', ${jsonRow(integrations, 'i', ['id', 'name', 'type'])},
    'bot', iif(b.ticket_id is null, null, json_object(${jsonPairs(botTable, 'b', ['holder', 'reason', 'pausedUntil'])},
      'name', case b.holder when 'prompt' then p.name when 'integration' then r.name end)))
  from tickets t
  left join queues q on q.id = t.queue_id and q.company_id = t.company_id
  left join integrations i on i.id = q.integration_id and i.company_id = q.company_id
  left join ticket_bots b on b.ticket_id = t.id
  left join prompts p on p.id = t.prompt_id and p.company_id = t.company_id
  left join integrations r on r.id = t.integration_id and r.company_id = t.company_id
  where +t.company_id = ? and t.id in (select value from json_each(?))`

type Details = {
  id: number
  contactId: number
  queueId: number | null
  integrationId: number | null
  robots: { prompts: number | null; integrations: number | null }
  extraInfo: JsonOf<typeof contactFields.$inferSelect>[]
  queueIntegrations: Pick<typeof integrations.$inferSelect, 'id' | 'name' | 'type'> | null
  /** Its name is that of the assistant or integration that has the conversation. */
  bot: (Pick<JsonOf<typeof botTable.$inferSelect>, 'holder' | 'reason' | 'pausedUntil'> & { name: string | null }) | null
}
const detailsById = shapedRows<Details>({
  name: 'ticket details',
  follows: [
    'tickets',
    'queues',
    'integrations',
    'prompts',
    { table: 'contact_fields', part: 'contacts', id: 'row.contact_id' },
    { table: 'ticket_bots', part: 'tickets', id: 'row.ticket_id' },
  ],
  partsOf: row => [
    ['tickets', row.id],
    ['contacts', row.contactId],
    ['queues', row.queueId],
    ['integrations', row.integrationId],
    ['integrations', row.robots.integrations],
    ['prompts', row.robots.prompts],
  ],
})

/** With what only a single ticket shows: facts of the contact, who answers for the queue, and which robot has it, and why. */
export async function details(ctx: Ctx, ticket: AuthorizedTicket) {
  const shown = await view(ctx, ticket)
  const rows = await detailsById(ctx, ctx.companyId, [ticket.id], ids => jsonTexts(ctx.db, DETAILS, [ctx.companyId, JSON.stringify(ids)]))
  const row = rows.get(ticket.id)
  if (!row) throw notFound('ticket')
  const { extraInfo, queueIntegrations, bot: known } = row
  const { holder, reason, pausedUntil } = known ?? ticketBots.fresh(ticket.id)
  const bot = { holder, reason, pausedUntil, name: known?.name ?? null }
  return {
    ...shown,
    bot,
    contact: { ...shown.contact, extraInfo },
    queue: shown.queue && { ...shown.queue, prompt: [], queueIntegrations },
  }
}
