import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { transaction, type Ctx } from '#kernel/context'
import { AppError, notFound } from '#kernel/errors'
import { preparedInsert, preparedUpdate } from '#kernel/storage/prepared'
import { pushSubscriptions } from '../push-subscriptions'
import { trackings } from '../trackings'
import { announce } from './announce'
import { happened } from './happenings'
import { authorize, type AuthorizedTicket, load, type Ticket } from './authorized'
import { tickets as table } from './schema'
import { roomsOf } from './rooms'

const mine = (ctx: Ctx) => eq(table.companyId, ctx.companyId)

/** What every robot leaves behind: a conversation that a person takes, and one that ended, is no robot's. */
export const WITHOUT_BOT = {
  chatbot: false,
  useIntegration: false,
  integrationId: null,
  promptId: null,
  queueOptionId: null,
  typebotSessionId: null,
  typebotStatus: false,
  amountUsedBotQueues: 0,
} as const

/** Whoever has it was given it by nobody: they took it, or it came back to them. */
export const NOT_HANDED_OVER = { transferred: false, transferredBy: null } as const

/** Whoever moves a ticket has it on their desk: it sleeps no more. */
export const AWAKE = { snoozedAt: null, snoozedUntil: null, returnedBy: null } as const

type Values = Partial<Ticket>
type Opened = Pick<Ticket, 'contactId' | 'isGroup' | 'whatsappId' | 'queueId' | 'status'> & Values
const add = preparedInsert(table)
export async function insert(ctx: Ctx, values: Opened): Promise<AuthorizedTicket> {
  const row = await add(ctx.db, { ...values, companyId: ctx.companyId })
  await trackings.track(ctx, [row])
  await happened(ctx, undefined, row)
  return authorize(row)
}

/** What of a ticket its tracking follows. */
const isTracked = (values: Values) => 'status' in values || 'userId' in values || 'queueId' in values

const awake = (values: Values) => (isTracked(values) ? { ...AWAKE, ...values } : values)

/** Writes columns and tells nobody: the verbs of flows/tickets do both. */
export async function patch(ctx: Ctx, before: AuthorizedTicket, values: Values): Promise<AuthorizedTicket> {
  const [row] = await ctx.db
    .update(table)
    .set(awake(values))
    .where(and(mine(ctx), eq(table.id, before.id)))
    .returning()
  if (!row) throw notFound('ticket')
  if (isTracked(values)) {
    await trackings.track(ctx, [row])
    await happened(ctx, before, row)
  }
  await pushSubscriptions.tellOfChange(ctx, before, row)
  return authorize(row)
}

const update = preparedUpdate(table)
/** The same of a ticket that was read in this transaction: every answer of a robot does it, and reads nothing again. */
export async function steer(ctx: Ctx, before: AuthorizedTicket, values: Values): Promise<AuthorizedTicket> {
  const changed = { ...awake(values), updatedAt: new Date() }
  await update(ctx.db, before.id, changed)
  const row = { ...before, ...changed }
  if (isTracked(values)) {
    await trackings.track(ctx, [row])
    await happened(ctx, before, row)
  }
  return authorize(row)
}

/** The same columns of several that have not ended, which it returns. */
export async function patchActive(ctx: Ctx, active: AuthorizedTicket[], values: Values): Promise<AuthorizedTicket[]> {
  if (!active.length) return []
  const ids = active.map(ticket => ticket.id)
  const rows = await ctx.db
    .update(table)
    .set(awake(values))
    .where(and(mine(ctx), inArray(table.id, ids), ne(table.status, 'closed')))
    .returning()
  const beforeOf = (row: Ticket) => active.find(({ id }) => id === row.id)
  if (isTracked(values)) {
    await trackings.track(ctx, rows)
    for (const row of rows) await happened(ctx, beforeOf(row), row)
  }
  for (const row of rows) await pushSubscriptions.tellOfChange(ctx, beforeOf(row), row)
  return rows.map(authorize)
}

/** The newest message reads differently now; the ticket keeps its place in the lists. */
export async function setLastMessage(ctx: Ctx, ticket: AuthorizedTicket, lastMessage: string) {
  await ctx.db.run(sql`update tickets set last_message = ${lastMessage.slice(0, 255)} where id = ${ticket.id}`)
  await announce(ctx, ticket)
}

/** The customer waits for an answer, from then on if not longer; the ticket keeps its place in the lists. */
export const waitsSince = (ctx: Ctx, ticketId: number, since: Date) =>
  setWaiting(ctx, ticketId, since, sql`waiting_since is null or waiting_since > ${since.getTime()}`)
/** What was waited for before is answered. */
export const waitsNoLongerThan = (ctx: Ctx, ticketId: number, since: Date | null) =>
  setWaiting(ctx, ticketId, since, since ? sql`waiting_since < ${since.getTime()}` : sql`waiting_since is not null`)

async function setWaiting(ctx: Ctx, ticketId: number, waitingSince: Date | null, where: SQL) {
  const [row] = await ctx.db
    .update(table)
    .set({ waitingSince, updatedAt: sql`updated_at` })
    .where(and(mine(ctx), eq(table.id, ticketId), where))
    .returning()
  if (row) await announce(ctx, authorize(row))
}

/** Its owner has seen that it was handed over, or that it is back; the ticket keeps its place in the lists. */
export async function markOpened(ctx: Ctx, ticket: AuthorizedTicket) {
  // Handed on meanwhile, it waits to be opened by somebody else.
  const { rowsAffected } = await ctx.db.run(
    sql`update tickets set transferred = 0, returned_by = null
      where id = ${ticket.id} and user_id = ${ticket.userId} and (transferred or returned_by is not null)`,
  )
  if (rowsAffected) await announce(ctx, ticket)
}

/** It is to be looked at again, and keeps its place in the lists. */
export const markUnread = (ctx: Ctx, ticket: AuthorizedTicket) =>
  transaction(ctx, async ctx => {
    const now = await load(ctx, ticket.id)
    if (now.status === 'closed') throw new AppError('ERR_TICKET_CLOSED', 400)
    const { rowsAffected } = await ctx.db.run(sql`update tickets set unread_messages = 1 where id = ${now.id} and unread_messages = 0`)
    if (rowsAffected) await announce(ctx, now)
  })

/** So many messages wait to be read. */
export async function countUnread(ctx: Ctx, ticket: AuthorizedTicket, n: number) {
  if (!n) return markRead(ctx, ticket)
  await ctx.db.run(sql`update tickets set unread_messages = ${n} where id = ${ticket.id}`)
  await announce(ctx, ticket)
}

/** Nothing waits to be read any more; told to whoever shows the count. */
export async function markRead(ctx: Ctx, ticket: AuthorizedTicket) {
  await ctx.db.run(sql`update tickets set unread_messages = 0 where id = ${ticket.id}`)
  ctx.publish('ticket', { action: 'updateUnread', ticketId: ticket.id }, roomsOf(ctx.companyId, ticket))
}
