import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { jobKind, PRIORITY } from '#kernel/jobs/kind'
import { jsonPairs, jsonTexts } from '#kernel/storage/json-rows'
import { asCommitted, shapedRows } from '#kernel/storage/row-cache'
import { integrations } from '../integrations/schema'
import { eventDeliveries, events, eventWebhooks } from './schema'

/** What can happen, and which switch of a webhook asks for it. */
const EVENTS = {
  'ticket.opened': 'tickets',
  'ticket.closed': 'tickets',
  'ticket.transferred': 'tickets',
  'ticket.rated': 'ratings',
  'message.received': 'messages',
  'message.sent': 'messages',
  'contact.created': 'contacts',
} as const satisfies Record<string, 'tickets' | 'messages' | 'contacts' | 'ratings'>
type EventType = keyof typeof EVENTS

/** Tells one webhook what waits for it. */
export const deliver = jobKind<{ webhookId: number }>('event-delivery')

type Listener = Record<(typeof EVENTS)[EventType], boolean> & { id: number }
const LISTENERS = `select json_object('id', ?1, 'listeners',
  json_group_array(json_object(${jsonPairs(eventWebhooks, 'w', ['id', 'tickets', 'messages', 'contacts', 'ratings'])})))
  from event_webhooks w where w.company_id = ?1 and w.enabled`
const ofCompanies = shapedRows<{ id: number; listeners: Listener[] }>({
  name: 'event listeners',
  follows: [{ table: 'event_webhooks', part: 'listeners of company', id: 'row.company_id' }],
  partsOf: ({ id }) => [['listeners of company', id]],
})
/** Who wants to be told in the company: most want nothing, and every message asks. */
async function listeners(ctx: Ctx): Promise<readonly Listener[]> {
  const { db } = asCommitted(ctx)
  const rows = await ofCompanies({ db, store: ctx.store }, '', [ctx.companyId], ([id]) => jsonTexts(db, LISTENERS, [id!]))
  return rows.get(ctx.companyId)!.listeners
}

export const wakeWebhook = (ctx: Ctx, webhookId: number) => jobs.enqueue(ctx, deliver, { webhookId }, { key: `webhook:${webhookId}` })

/** What a plugin of an integration hears of. */
type Told = { type: EventType; at: number; data: Record<string, unknown> }
export const hear = jobKind<{ integrationId: number; event: Told }>('plugin-event', PRIORITY.background)

/** The integrations whose plugins asked for such events; the plugins of an installation are few, and most hear of nothing. */
async function tellPlugins(ctx: Ctx, type: EventType, data: object) {
  const types = ctx.hearing(type)
  if (!types.length) return
  const rows = await ctx.db
    .select({ id: integrations.id })
    .from(integrations)
    .where(and(eq(integrations.companyId, ctx.companyId), inArray(integrations.type, types)))
  for (const { id: integrationId } of rows)
    await jobs.enqueue(
      ctx,
      hear,
      { integrationId, event: { type, at: Date.now(), data: { ...data } } },
      { lane: `plugin-event:${integrationId}` },
    )
}

/** Writes down what happened, for those who asked for it, in the transaction of its reason; nothing where nobody did. */
export async function record(ctx: Ctx, type: EventType, data: object, contactId: number | null = null) {
  await tellPlugins(ctx, type, data)
  const wanted = (await listeners(ctx)).filter(webhook => webhook[EVENTS[type]])
  if (!wanted.length) return
  const [event] = await ctx.db.insert(events).values({ companyId: ctx.companyId, type, data, contactId }).returning({ id: events.id })
  for (const { id: webhookId } of wanted) {
    await ctx.db.insert(eventDeliveries).values({ companyId: ctx.companyId, webhookId, eventId: event!.id })
    await wakeWebhook(ctx, webhookId)
  }
}
