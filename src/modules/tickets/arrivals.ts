import { and, desc, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { prepared } from '#kernel/storage/prepared'
import type { Ticket } from './index'
import { tickets as table } from './schema'

const active = prepared(db =>
  db
    .select()
    .from(table)
    .where(
      and(
        eq(table.companyId, sql.placeholder('companyId')),
        eq(table.contactId, sql.placeholder('contactId')),
        eq(table.whatsappId, sql.placeholder('whatsappId')),
        sql`${table.status} <> 'closed'`,
      ),
    )
    .prepare(),
)
export const activeOf = async (ctx: Ctx, contactId: number, whatsappId: number): Promise<Ticket | undefined> =>
  (await active(ctx.db).all({ companyId: ctx.companyId, contactId, whatsappId }))[0]

/** The conversation's ticket for a message from the network: the active one, the last one reopened within the window, or a new one. */
export async function forInbound(
  ctx: Ctx,
  input: {
    contactId: number
    isGroup: boolean
    whatsappId: number
    fromMe: boolean
    reopenHours(): Promise<number>
    queueId(): Promise<number | null>
  },
) {
  const active = await activeOf(ctx, input.contactId, input.whatsappId)
  if (active) return { ticket: active, before: active as Ticket | undefined }
  const here = and(eq(table.companyId, ctx.companyId), eq(table.contactId, input.contactId), eq(table.whatsappId, input.whatsappId))
  const [last] = await ctx.db.select().from(table).where(here).orderBy(desc(table.id)).limit(1)
  const reopens = last?.closedAt && Date.now() - last.closedAt.getTime() < (await input.reopenHours()) * 3600_000
  if (last && input.fromMe) return { ticket: last, before: last as Ticket | undefined }
  if (last && reopens) {
    const [ticket] = await ctx.db
      .update(table)
      .set({ status: 'pending', userId: null, closedAt: null, waitingSince: null })
      .where(eq(table.id, last.id))
      .returning()
    return { ticket: ticket!, before: last as Ticket | undefined }
  }
  const { contactId, isGroup, whatsappId } = input
  const [ticket] = await ctx.db
    .insert(table)
    .values({ companyId: ctx.companyId, contactId, isGroup, whatsappId, queueId: await input.queueId(), status: 'pending' })
    .returning()
  return { ticket: ticket!, before: undefined }
}

/**
 * Writes what a new message changes of its ticket. The wait begins with the customer's first message and ends with a person's: what a bot
 * says answers nobody. A message that comes late, as after an outage, has been waited with since it was written.
 */
export async function touch(
  ctx: Ctx,
  id: number,
  { body, fromMe, answers, at }: { body: string; fromMe: boolean; answers: boolean; at: Date },
) {
  const now = Date.now()
  const waitsSince = fromMe ? null : Math.min(at.getTime(), now)
  const args = [body.slice(0, 255), Number(fromMe), Number(!fromMe), Number(!fromMe), Number(!answers), waitsSince, now, id]
  await ctx.db.$client.execute({ sql: TOUCH, args })
}
const TOUCH = `update tickets set last_message = ?, from_me = ?, unread_messages = unread_messages * ? + ?,
  waiting_since = coalesce(iif(?, waiting_since, null), ?), updated_at = ? where id = ?`
