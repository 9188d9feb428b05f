import { and, asc, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { AppError, isUniqueViolation, noPermission, notFound } from '#kernel/errors'
import { prepared } from '#kernel/storage/prepared'
import { connections } from '../connections'
import { contacts } from '../contacts'
import { integrations } from '../integrations'
import { queues } from '../queues'
import { must } from '../rights'
import { tags } from '../tags'
import { users } from '../users'
import type { TicketPatch } from './body'
import { listTickets, shownTickets, type ShownTicket } from './list'
import * as arrivals from './arrivals'
import * as merges from './merges'
import * as trash from './trash'
import { tickets as table } from './schema'
import { roomsOf, sees } from './visibility'

export { roomsOf, sees, visible } from './visibility'
export { ticketRoutes } from './routes'
export type { ShownTicket } from './list'
export type Ticket = typeof table.$inferSelect
type Patch = v.InferOutput<typeof TicketPatch>

const mine = (ctx: Ctx) => eq(table.companyId, ctx.companyId)

/** The row, if the actor may see it; another company's answers as an unknown one. */
async function load(ctx: Ctx, id: number): Promise<Ticket> {
  const [ticket] = await byId(ctx.db).all({ companyId: ctx.companyId, id })
  if (!ticket) throw notFound('ticket')
  if (!sees(ctx.actor, ticket)) throw noPermission()
  return ticket
}
const byId = prepared(db =>
  db
    .select()
    .from(table)
    .where(and(eq(table.companyId, sql.placeholder('companyId')), eq(table.id, sql.placeholder('id'))))
    .prepare(),
)

async function view(ctx: Ctx, id: number): Promise<ShownTicket> {
  const [ticket] = await shownTickets(ctx, [id])
  if (!ticket) throw notFound('ticket')
  return ticket
}

/** The shown ticket, if the actor may see it. */
async function loadView(ctx: Ctx, id: number) {
  const ticket = await view(ctx, id)
  if (!sees(ctx.actor, ticket)) throw noPermission()
  return ticket
}

async function details(ctx: Ctx, id: number) {
  const ticket = await loadView(ctx, id)
  return { ...ticket, contact: { ...ticket.contact, extraInfo: await contacts.fieldsOf(ctx, ticket.contactId) } }
}

async function byUuid(ctx: Ctx, uuid: string) {
  const [found] = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(and(mine(ctx), eq(table.uuid, uuid)))
  if (!found) throw notFound('ticket')
  return details(ctx, found.id)
}

/** Tells a ticket's state to whoever may see it, and its going to those who no longer do. */
async function announce(ctx: Ctx, id: number, before?: Pick<Ticket, 'id' | 'status' | 'userId' | 'queueId'>) {
  const ticket = await view(ctx, id)
  if (before && (before.status !== ticket.status || before.userId !== ticket.userId || before.queueId !== ticket.queueId))
    ctx.publish(
      'ticket',
      { action: 'delete', ticketId: id, oldStatus: before.status },
      roomsOf(ctx.companyId, before).filter(room => room !== `ticket-${id}`),
    )
  ctx.publish('ticket', { action: 'update', ticket, ticketId: id }, roomsOf(ctx.companyId, ticket))
  return ticket
}

/** The conflict in the form clients read: JSON text with who has the ticket. */
async function otherOpen(ctx: Ctx, contactId: number, whatsappId: number | null) {
  const [found] = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(
      and(mine(ctx), eq(table.contactId, contactId), ne(table.status, 'closed'), whatsappId ? eq(table.whatsappId, whatsappId) : undefined),
    )
    .limit(1)
  if (!found) return new AppError('ERR_OTHER_OPEN_TICKET', 400)
  const other = await view(ctx, found.id)
  const { id, uuid, status, userId, user, queueId, queue, contact } = other
  const told = {
    code: 'ERR_OTHER_OPEN_TICKET',
    id,
    uuid,
    status,
    userId,
    user,
    queueId,
    queue,
    contactId,
    contact: { id: contact.id, name: contact.name },
  }
  return new AppError(JSON.stringify(told), 400)
}

/** The open tickets of who leaves wait for somebody else. */
async function release(ctx: Ctx, userId: number) {
  const held = await ctx.db
    .select()
    .from(table)
    .where(and(mine(ctx), eq(table.userId, userId), eq(table.status, 'open')))
  for (const ticket of held) {
    await patch(ctx, ticket.id, { status: 'pending', userId: null })
    await announce(ctx, ticket.id, ticket)
  }
}

/** Opens a ticket that a person starts. */
async function open(ctx: Ctx, input: { contactId: number; queueId?: number | null; whatsappId?: number | null; userId?: number | null }) {
  const contact = await contacts.row(ctx, input.contactId)
  const whatsapp = await connections.preferred(ctx, input.whatsappId)
  if (input.queueId) await queues.mustOwn(ctx, [input.queueId])
  else if (ctx.actor.profile !== 'admin') throw new AppError('Selecione uma fila', 400)
  if (ctx.actor.profile !== 'admin' && !ctx.actor.queueIds.includes(input.queueId!)) throw noPermission()
  const userId = input.userId ?? ctx.actor.userId
  if (userId) await mustHold(ctx, userId, input.queueId ?? null)
  try {
    return await transaction(ctx, async ctx => {
      const [ticket] = await ctx.db
        .insert(table)
        .values({
          companyId: ctx.companyId,
          contactId: contact.id,
          whatsappId: whatsapp.id,
          queueId: input.queueId ?? null,
          userId,
          status: 'open',
          isGroup: contact.isGroup,
        })
        .returning()
      return announce(ctx, ticket!.id)
    })
  } catch (error) {
    throw isUniqueViolation(error) ? await otherOpen(ctx, contact.id, whatsapp.id) : error
  }
}

/** A ticket's new owner must exist in the company and hold its queue. */
async function mustHold(ctx: Ctx, userId: number, queueId: number | null) {
  const user = await users.get(ctx, userId)
  if (queueId && user.profile !== 'admin' && !user.queues.some(queue => queue.id === queueId))
    throw new AppError('Este usuário não atende esta fila', 400)
}

/** Accept, return, resolve, reopen and transfer: what a patch asks for, checked against the actor. */
const change = (ctx: Ctx, id: number, patch: Patch) =>
  transaction(ctx, async ctx => {
    // Read where it is written: of two who accept at once, the second meets the first one's ticket.
    const before = await load(ctx, id)
    const next: Partial<Ticket> = {}
    if (patch.queueId !== undefined) next.queueId = patch.queueId
    if (patch.whatsappId !== undefined && patch.whatsappId !== before.whatsappId) next.whatsappId = patch.whatsappId
    if (patch.useIntegration !== undefined) next.useIntegration = patch.useIntegration ?? false
    if (patch.chatbot !== undefined) next.chatbot = patch.chatbot
    if (patch.integrationId !== undefined) next.integrationId = patch.integrationId
    Object.assign(next, transition(ctx, before, patch))
    const after = { ...before, ...next }
    if (next.queueId) await queues.mustOwn(ctx, [next.queueId])
    if (next.whatsappId) await connections.row(ctx, next.whatsappId)
    await integrations.mustOwn(ctx, next.integrationId)
    if (after.status === 'open' && after.userId && (after.userId !== before.userId || after.queueId !== before.queueId))
      await mustHold(ctx, after.userId, after.queueId)
    try {
      await ctx.db
        .update(table)
        .set({ ...next, updatedAt: new Date() })
        .where(and(mine(ctx), eq(table.id, id)))
    } catch (error) {
      throw isUniqueViolation(error) ? await otherOpen(ctx, before.contactId, after.whatsappId) : error
    }
    return announce(ctx, id, before)
  })

function transition(ctx: Ctx, before: Ticket, patch: Patch): Partial<Ticket> {
  const status = patch.status ?? before.status
  const userId = patch.userId === undefined ? before.userId : patch.userId
  if (status === 'pending') return { status, userId: null, ...(before.status === 'closed' && { closedAt: null }) }
  if (status === 'closed')
    return before.status === 'closed'
      ? {}
      : { status, closedAt: new Date(), chatbot: false, useIntegration: false, integrationId: null, promptId: null, queueOptionId: null }
  // Accepting someone else's ticket is taking it away; only leaders do that.
  if (
    before.status === 'open' &&
    before.userId &&
    before.userId !== ctx.actor.userId &&
    userId === ctx.actor.userId &&
    before.userId !== userId
  )
    must(ctx.actor, 'tickets:showAll')
  const owner = userId ?? ctx.actor.userId
  return {
    status,
    userId: owner,
    closedAt: null,
    ...(before.status !== 'open' && { chatbot: false, useIntegration: false, integrationId: null }),
  }
}

const BATCH = 200

/** Closes all tickets of a status, in the given queues when there are any; returns how many. */
async function closeAll(ctx: Ctx, status: 'open' | 'pending', queueIds: number[]) {
  for (let closed = 0; ;) {
    const n = await transaction(ctx, async ctx => {
      const where = and(mine(ctx), eq(table.status, status), queueIds.length ? inArray(table.queueId, queueIds) : undefined)
      const rows = await ctx.db.select().from(table).where(where).limit(BATCH)
      if (rows.length)
        await ctx.db
          .update(table)
          .set({ status: 'closed', closedAt: new Date() })
          .where(
            inArray(
              table.id,
              rows.map(ticket => ticket.id),
            ),
          )
      for (const ticket of rows)
        ctx.publish('ticket', { action: 'delete', ticketId: ticket.id, oldStatus: status }, roomsOf(ctx.companyId, ticket))
      return rows.length
    })
    closed += n
    if (n < BATCH) return closed
  }
}

const patch = (ctx: Ctx, id: number, values: Partial<Ticket>) =>
  ctx.db
    .update(table)
    .set(values)
    .where(and(mine(ctx), eq(table.id, id)))

/** Replaces the tags and tells the ticket. */
async function retag(ctx: Ctx, id: number, tagIds: number[]) {
  await load(ctx, id)
  return transaction(ctx, async ctx => {
    await tags.replace(ctx, id, tagIds)
    return announce(ctx, id)
  })
}

async function attachTag(ctx: Ctx, id: number, tagId: number) {
  await load(ctx, id)
  return transaction(ctx, async ctx => {
    const link = await tags.attach(ctx, id, tagId)
    await announce(ctx, id)
    return link
  })
}

async function leaveBoard(ctx: Ctx, id: number) {
  await load(ctx, id)
  return transaction(ctx, async ctx => {
    await tags.leaveBoard(ctx, id)
    return announce(ctx, id)
  })
}

/** Open tickets of a connection that the company answered and nobody touched since: oldest first. */
const silentSince = (ctx: Ctx, whatsappId: number, since: Date, limit: number) =>
  ctx.db
    .select()
    .from(table)
    .where(
      and(
        eq(table.whatsappId, whatsappId),
        eq(table.status, 'open'),
        lt(table.updatedAt, since),
        eq(table.fromMe, true),
        eq(table.isGroup, false),
      ),
    )
    .orderBy(asc(table.updatedAt))
    .limit(limit)

/** The newest message reads differently now; the ticket keeps its place in the lists. */
async function setLastMessage(ctx: Ctx, id: number, lastMessage: string) {
  await ctx.db.run(sql`update tickets set last_message = ${lastMessage.slice(0, 255)} where id = ${id}`)
  await announce(ctx, id)
}

/** Nothing waits to be read any more; told to whoever shows the count. */
async function markRead(ctx: Ctx, ticket: Ticket) {
  await ctx.db.run(sql`update tickets set unread_messages = 0 where id = ${ticket.id}`)
  ctx.publish('ticket', { action: 'updateUnread', ticketId: ticket.id }, roomsOf(ctx.companyId, ticket))
}

/** Closes a ticket that is still open and untouched since; undefined when something happened in between. */
async function closeSilent(ctx: Ctx, id: number, since: Date) {
  const where = and(mine(ctx), eq(table.id, id), eq(table.status, 'open'), lt(table.updatedAt, since))
  const before = (await ctx.db.select().from(table).where(where))[0]
  if (!before) return
  await ctx.db.update(table).set({ status: 'closed', closedAt: new Date() }).where(where)
  return announce(ctx, id, before)
}

/** The tickets of one contact, as far as the actor sees them. */
async function ofContact(ctx: Ctx, contactId: number) {
  const rows = await ctx.db
    .select()
    .from(table)
    .where(and(mine(ctx), eq(table.contactId, contactId)))
    .orderBy(desc(table.id))
    .limit(200)
  return rows.filter(ticket => sees(ctx.actor, ticket))
}

export const tickets = {
  ...arrivals,
  ...merges,
  list: listTickets,
  load,
  view,
  loadView,
  details,
  byUuid,
  announce,
  release,
  open,
  change,
  ...trash,
  closeAll,
  patch,
  retag,
  attachTag,
  leaveBoard,
  silentSince,
  ofContact,
  markRead,
  setLastMessage,
  closeSilent,
}
