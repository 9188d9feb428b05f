import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { jobKind, PRIORITY } from '#kernel/jobs/kind'
import { jsonTexts } from '#kernel/storage/json-rows'
import { asCommitted, shapedRows } from '#kernel/storage/row-cache'
import type { tickets } from '../tickets/schema'
import { userQueues, users } from '../users/schema'

export type About = { ticketId: number } | { mentionId: number } | { chatId: number }
/** Tells one device of something. It is read when it is told: what was seen meanwhile is told to nobody. */
export const push = jobKind<{ subscriptionId: number; about: About }>('push', PRIORITY.person)

type Device = { id: number; userId: number }
const DEVICES = `select json_object('id', ?1, 'devices', json_group_array(json_object('id', id, 'userId', user_id)))
  from push_subscriptions where company_id = ?1`
const ofCompanies = shapedRows<{ id: number; devices: Device[] }>({
  name: 'push devices',
  follows: [{ table: 'push_subscriptions', part: 'devices of company', id: 'row.company_id' }],
  partsOf: ({ id }) => [['devices of company', id]],
})
/** Cached: most companies have no devices, and every message asks. */
async function devicesOf(ctx: Ctx): Promise<readonly Device[]> {
  const { db } = asCommitted(ctx)
  const rows = await ofCompanies({ db, store: ctx.store }, '', [ctx.companyId], ([id]) => jsonTexts(db, DEVICES, [id!]))
  return rows.get(ctx.companyId)!.devices
}

/** Tells people, on each of their devices, but for who does it; part of the transaction of its reason. Deduplicated while it waits. */
export async function tell(ctx: Ctx, userIds: readonly (number | null)[], about: About) {
  const key = Object.entries(about).join()
  for (const { id: subscriptionId, userId } of await devicesOf(ctx))
    if (userIds.includes(userId) && userId !== ctx.actor.userId)
      await jobs.enqueue(ctx, push, { subscriptionId, about }, { key: `${subscriptionId}:${key}` })
}

type Ticket = Pick<typeof tickets.$inferSelect, 'id' | 'status' | 'userId' | 'queueId' | 'useIntegration' | 'chatbot'>
/** Nobody has it, not even a robot. */
export const waitsForPeople = ({ status, userId, useIntegration, chatbot }: Omit<Ticket, 'id'>) =>
  status === 'pending' && userId === null && !useIntegration && !chatbot

/** Who holds the queue of a ticket; without one, who may take those. */
async function holders(ctx: Ctx, { queueId }: Ticket, among: number[]) {
  const holds =
    queueId === null
      ? or(eq(users.profile, 'admin'), eq(users.allTicket, 'enabled'))
      : inArray(users.id, ctx.db.select({ id: userQueues.userId }).from(userQueues).where(eq(userQueues.queueId, queueId)))
  const rows = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(sql`+${users.companyId} = ${ctx.companyId}`, inArray(users.id, among), holds))
  return rows.map(({ id }) => id)
}

/** A ticket calls its owner; while nobody has it, whoever holds its queue, where the wait begins. */
export async function tellOfTicket(ctx: Ctx, ticket: Ticket, { begins }: { begins: boolean }) {
  const about = { ticketId: ticket.id }
  if (ticket.status === 'open') return tell(ctx, [ticket.userId], about)
  if (!begins || !waitsForPeople(ticket)) return
  const among = [...new Set((await devicesOf(ctx)).map(({ userId }) => userId))]
  if (among.length) await tell(ctx, await holders(ctx, ticket, among), about)
}

/** A ticket that was changed calls whom it did not call before. */
export async function tellOfChange(ctx: Ctx, before: Ticket | undefined, after: Ticket) {
  const isHandedOver = after.status === 'open' && after.userId !== before?.userId
  const begins = waitsForPeople(after) && !(before && waitsForPeople(before) && before.queueId === after.queueId)
  if (isHandedOver || begins) await tellOfTicket(ctx, after, { begins })
}
