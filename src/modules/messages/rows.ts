import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import type { Db } from '#kernel/storage/libsql'
import { oneOf } from '#kernel/storage/one-of'
import { preparedInsert, preparedRow } from '#kernel/storage/prepared'
import { record } from '../event-webhooks'
import { tickets, type AuthorizedTicket } from '../tickets'
import { indexTexts } from './text-index'
import { messages as table } from './schema'
import type { Message } from './shape'

const mine = (ctx: Ctx) => eq(table.companyId, ctx.companyId)

/** With its public id: that of who made the message, or `uidOfArrival`. */
type NewMessage = Omit<typeof table.$inferInsert, 'companyId'>

const add = preparedInsert(table)
export async function insert(ctx: Ctx, values: NewMessage): Promise<Message> {
  const message = await add(ctx.db, { ...values, companyId: ctx.companyId })
  await countMonth(ctx, message.createdAt)
  await ctx.store.lastly(ctx.db, indexTexts)
  const { uid: id, ticketId, chatId, fromMe, body, mediaType, createdAt } = message
  const data = { message: { id, ticketId, contactId: chatId, text: body, mediaType, createdAt } }
  await record(ctx, fromMe ? 'message.sent' : 'message.received', data, chatId)
  return message
}

/** Of a company that may be gone by then. */
const MONTH = `insert into message_months (company_id, month, messages) select id, ?2, ?3 from companies where id = ?1
  on conflict do update set messages = messages + excluded.messages`
const countMonth = ({ db, store, companyId }: Ctx, at: Date) =>
  store.count(db, { sql: MONTH, args: [companyId, at.toISOString().slice(0, 7)] })

/** A message by its public id, with the ticket, if the actor may see it. */
export async function byUid(ctx: Ctx, uid: string): Promise<{ message: Message; ticket: AuthorizedTicket }> {
  const [message] = await ctx.db
    .select()
    .from(table)
    .where(and(mine(ctx), eq(table.uid, uid)))
  if (!message) throw new AppError('ERR_NO_MESSAGE_FOUND', 404)
  return { message, ticket: await tickets.load(ctx, message.ticketId) }
}

/** When a message was said. */
export async function timeOf(ctx: Ctx, uid: string): Promise<Date | undefined> {
  const [row] = await ctx.db
    .select({ createdAt: table.createdAt })
    .from(table)
    .where(and(mine(ctx), eq(table.uid, uid)))
  return row?.createdAt
}

const sentAs = preparedRow(table, 'where ticket_id = ? and client_id = ?')
/** By the idempotency key of the sender, which is of its ticket. */
export const byClientId = (ctx: Ctx, { id: ticketId }: AuthorizedTicket, clientId: string): Promise<Message | undefined> =>
  sentAs(ctx.db, [ticketId, clientId])
/** Whether something was sent in a ticket under a name, also where the ticket is somebody else's by now; and by the actor, who alone may hear of it. */
export async function isSent(ctx: Ctx, ticketId: number, clientId: string): Promise<'no' | 'own' | 'yes'> {
  const sent = await sentAs(ctx.db, [ticketId, clientId])
  if (!sent) return 'no'
  return sent.companyId === ctx.companyId && sent.userId === ctx.actor.userId ? 'own' : 'yes'
}

/** Whether the actor said something under a name to a contact, in whichever of their tickets. */
export const isOwnSaid = async (ctx: Ctx, contactId: number, clientId: string): Promise<boolean> =>
  (
    await ctx.db.all(sql`select 1 from tickets t cross join ${table} m on m.ticket_id = t.id and m.client_id = ${clientId}
      where t.contact_id = ${contactId} and t.company_id = ${ctx.companyId} and m.user_id = ${ctx.actor.userId} limit 1`)
  ).length > 0

/** The stored message that a key of one connection names; `chatId` narrows it to the conversation it must be in. */
export async function byKey(ctx: Ctx, connectionId: number, wid: string, chatId?: number): Promise<Message | undefined> {
  const where = and(
    mine(ctx),
    eq(table.connectionId, connectionId),
    eq(table.wid, wid),
    chatId === undefined ? undefined : eq(table.chatId, chatId),
  )
  return (await ctx.db.select().from(table).where(where).limit(1))[0]
}

/** By their ids: the index of the company, which SQLite would take for a small one, is not asked. */
export const findMany = (ctx: Ctx, ids: number[]): Promise<Message[]> =>
  ctx.db
    .select()
    .from(table)
    .where(and(sql`+${table.companyId} = ${ctx.companyId}`, oneOf(table.id, ids)))
export const find = async (ctx: Ctx, id: number): Promise<Message | undefined> => (await findMany(ctx, [id]))[0]

/** The last messages of a ticket, newest first. */
export const newest = (ctx: Ctx, ticketId: number, limit = 1): Promise<Message[]> =>
  ctx.db
    .select()
    .from(table)
    .where(and(mine(ctx), eq(table.ticketId, ticketId)))
    .orderBy(desc(table.id))
    .limit(limit)

/** Whether the company ever said anything in a ticket. */
export const isAnswered = async (ctx: Ctx, ticketId: number): Promise<boolean> =>
  (
    await ctx.db
      .select({ id: table.id })
      .from(table)
      .where(and(mine(ctx), eq(table.ticketId, ticketId), eq(table.fromMe, true)))
      .limit(1)
  ).length > 0

/** Whether the customer has said more in a ticket since a message. */
export const isFollowed = async (ctx: Ctx, ticketId: number, id: number): Promise<boolean> =>
  (
    await ctx.db
      .select({ id: table.id })
      .from(table)
      .where(and(mine(ctx), eq(table.ticketId, ticketId), gt(table.id, id), eq(table.fromMe, false)))
      .limit(1)
  ).length > 0

/** Whether the customer has said more in a ticket since the message with a public id. */
export async function isFollowedUid({ db, companyId }: Ctx, ticketId: number, uid: string): Promise<boolean> {
  const { rows } = await db.$client.execute({ sql: FOLLOWED, args: [companyId, uid, ticketId] })
  return rows.length > 0
}
const FOLLOWED = `select 1 from messages where ticket_id = ?3 and from_me = 0
  and id > (select id from messages where company_id = ?1 and uid = ?2) limit 1`

/** What was said in a ticket before a message, newest first. */
export const before = (ctx: Ctx, ticketId: number, id: number, limit: number): Promise<Message[]> =>
  ctx.db
    .select()
    .from(table)
    .where(and(mine(ctx), eq(table.ticketId, ticketId), lt(table.id, id)))
    .orderBy(desc(table.id))
    .limit(limit)

/** What was sent under an id, for the recipient's phone that asks a connection again. */
export async function sentRawAcrossTenants(db: Db, connectionId: number, wid: string): Promise<string | null> {
  const [sent] = await db
    .select({ raw: table.dataJson })
    .from(table)
    .where(and(eq(table.connectionId, connectionId), eq(table.wid, wid), eq(table.fromMe, true)))
    .limit(1)
  return sent?.raw ?? null
}
