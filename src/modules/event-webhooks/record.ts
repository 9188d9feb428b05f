import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { jobKind } from '#kernel/jobs/kind'
import { prepared } from '#kernel/storage/prepared'
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

/** Writes down what happened, for those who asked for it, in the transaction of its reason; nothing where nobody did. */
export async function record(ctx: Ctx, type: EventType, data: object, contactId: number | null = null) {
  const wanted = (await listeners(ctx.db).all({ companyId: ctx.companyId })).filter(webhook => webhook[EVENTS[type]])
  if (!wanted.length) return
  const [event] = await ctx.db.insert(events).values({ companyId: ctx.companyId, type, data, contactId }).returning({ id: events.id })
  for (const { id: webhookId } of wanted) {
    await ctx.db.insert(eventDeliveries).values({ companyId: ctx.companyId, webhookId, eventId: event!.id })
    await wakeWebhook(ctx, webhookId)
  }
}
