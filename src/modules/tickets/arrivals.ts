import { eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { preparedRow } from '#kernel/storage/prepared'
import { trackings } from '../trackings'
import { happened } from './happenings'
import { authorize, type AuthorizedTicket } from './authorized'
import { insert } from './changes'
import { tickets as table } from './schema'
import { BELONGS, COLUMNS } from './trash'

const lastOf = preparedRow(table, 'where company_id = ? and contact_id = ? and whatsapp_id = ? order by id desc', BELONGS)
const active = preparedRow(table, "where company_id = ? and contact_id = ? and whatsapp_id = ? and status <> 'closed'", BELONGS)
export async function activeOf(ctx: Ctx, contactId: number, whatsappId: number): Promise<AuthorizedTicket | undefined> {
  const ticket = await active(ctx.db, [ctx.companyId, contactId, whatsappId])
  return ticket && authorize(ticket)
}

/**
 * The ticket for what the company says by itself to whoever may answer: the active one, the last one as it is, or a new one that has ended
 * already, so that nobody is served before they answer.
 */
export async function forBroadcast(
  ctx: Ctx,
  { id: contactId, isGroup }: { id: number; isGroup: boolean },
  whatsappId: number,
  { queueId = null, now = new Date() }: { queueId?: number | null; now?: Date } = {},
): Promise<AuthorizedTicket> {
  const active = await activeOf(ctx, contactId, whatsappId)
  if (active) return active
  const last = await lastOf(ctx.db, [ctx.companyId, contactId, whatsappId])
  if (last) return authorize(last)
  return insert(ctx, { contactId, isGroup, whatsappId, queueId, status: 'closed', closedAt: now })
}

/** The conversation's ticket for a message from the network: the active one, the last one reopened within the window, or a new one. */
export async function forInbound(
  ctx: Ctx,
  input: {
    contactId: number
    isGroup: boolean
    whatsappId: number
    fromMe: boolean
    reopenHours(): Promise<number>
    /** Where it goes on that stood in a queue before, or in none, or begins. */
    queueId(before: number | null): Promise<number | null>
    /** Whether what was said belongs to the last conversation, although that has ended. */
    staysClosed?: ((last: AuthorizedTicket) => Promise<boolean>) | undefined
  },
): Promise<{ ticket: AuthorizedTicket; before: AuthorizedTicket | undefined }> {
  const active = await activeOf(ctx, input.contactId, input.whatsappId)
  if (active) return { ticket: active, before: active }
  const row = await lastOf(ctx.db, [ctx.companyId, input.contactId, input.whatsappId])
  const last = row && authorize(row)
  if (last && (input.fromMe || (await input.staysClosed?.(last)))) return { ticket: last, before: last }
  const reopens = last?.closedAt && Date.now() - last.closedAt.getTime() < (await input.reopenHours()) * 3600_000
  if (last && reopens) {
    const [ticket] = await ctx.db
      .update(table)
      .set({
        ...{ status: 'pending', userId: null, closedAt: null, waitingSince: null, returnedBy: null },
        queueId: await input.queueId(last.queueId),
      })
      .where(eq(table.id, last.id))
      .returning(COLUMNS)
    await trackings.track(ctx, [ticket!])
    await happened(ctx, last, ticket!)
    return { ticket: authorize(ticket!), before: last }
  }
  const { contactId, isGroup, whatsappId } = input
  const queueId = await input.queueId(null)
  return { ticket: await insert(ctx, { contactId, isGroup, whatsappId, queueId, status: 'pending' }), before: undefined }
}

/**
 * Writes what a new message changes of its ticket. The wait begins with the customer's first message and ends with a person's, who has read
 * what there was: what a bot says answers nobody, and to what a customer says after the end nobody has to answer. A message that comes
 * late, as after an outage, has been waited with since it was written. What a customer writes wakes a ticket that sleeps.
 */
export async function touch(
  ctx: Ctx,
  ticket: AuthorizedTicket,
  { body, fromMe, effect, at }: { body: string; fromMe: boolean; effect: 'waits' | 'answers' | 'rests'; at: Date },
) {
  const now = Date.now()
  const waitsSince = effect === 'waits' ? Math.min(at.getTime(), now) : null
  const goesOn = Number(effect !== 'answers')
  const args = [body.slice(0, 255), Number(fromMe), goesOn, Number(effect === 'waits'), waitsSince, now, ticket.id]
  await ctx.db.$client.execute({ sql: TOUCH, args })
}
const TOUCH = `update tickets set last_message = ?1, from_me = ?2, unread_messages = unread_messages * ?3 + ?4,
  waiting_since = coalesce(iif(?3, waiting_since, null), ?5), updated_at = ?6,
  snoozed_at = iif(?2, snoozed_at, null), snoozed_until = iif(?2, snoozed_until, null),
  returned_by = case when not ?3 then null when ?2 or snoozed_at is null then returned_by else 'message' end
  where id = ?7`
