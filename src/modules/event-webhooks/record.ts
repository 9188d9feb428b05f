import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { jobKind, PRIORITY } from '#kernel/jobs/kind'
import { prepared } from '#kernel/storage/prepared'
import { integrations } from '../integrations/schema'
import { eventDeliveries, events, eventWebhooks } from './schema'

/** What can happen, and which switch of a webhook asks for it. */
export const EVENTS = {
  'ticket.opened': 'tickets',
  'ticket.closed': 'tickets',
  'ticket.transferred': 'tickets',
  'ticket.rated': 'ratings',
  'message.received': 'messages',
  'message.sent': 'messages',
  'contact.created': 'contacts',
} as const satisfies Record<string, 'tickets' | 'messages' | 'contacts' | 'ratings'>
export type EventType = keyof typeof EVENTS

/** Tells one webhook what waits for it. */
export const deliver = jobKind<{ webhookId: number }>('event-delivery')

const listeners = prepared(db =>
  db
    .select()
    .from(eventWebhooks)
    .where(and(eq(eventWebhooks.companyId, sql.placeholder('companyId')), eq(eventWebhooks.enabled, true)))
    .prepare(),
)

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
  const wanted = (await listeners(ctx.db).all({ companyId: ctx.companyId })).filter(webhook => webhook[EVENTS[type]])
  if (!wanted.length) return
  const [event] = await ctx.db.insert(events).values({ companyId: ctx.companyId, type, data, contactId }).returning({ id: events.id })
  for (const { id: webhookId } of wanted) {
    await ctx.db.insert(eventDeliveries).values({ companyId: ctx.companyId, webhookId, eventId: event!.id })
    await wakeWebhook(ctx, webhookId)
  }
}
