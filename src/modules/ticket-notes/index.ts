import { and, desc, eq, gte, lte, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { notFound } from '#kernel/errors'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { RowId } from '#kernel/ids'
import type { NounEvent } from '#kernel/noun/api'
import { noun } from '#kernel/noun/noun'
import { nounRoutes } from '#kernel/noun/routes'
import { ofCompany, type Scope } from '#kernel/noun/scope'
import { oneOf } from '#kernel/storage/one-of'
import { contacts } from '../contacts/schema'
import { allow } from '../rights'
import type { Span } from '../ticket-activities'
import { tickets, visible, type AuthorizedTicket } from '../tickets'
import { tickets as ticketTable } from '../tickets/schema'
import { users } from '../users'
import { users as userTable } from '../users/schema'
import { ticketNoteApi } from './api'
import { mention, mentions, readersOf, purgeMentions, sawMentions, unseenMention } from './mentions'
import { TicketNoteBody, TicketNotePatch } from './body'
import { ticketNotes as table } from './schema'

export * as noteMoves from './moves'

type TicketNote = typeof table.$inferSelect

const company = ofCompany<TicketNote>(table)
/** Those of the company but what is about somebody in the trash. */
const here = (ctx: Ctx) =>
  and(
    company.read(ctx),
    sql`exists (select 1 from ${contacts} where ${contacts.id} = ${table.contactId} and ${contacts.companyId} = ${table.companyId})`,
  )

/** Who may see the ticket, may see its notes; those of a ticket that is no more are for administrators. Its author and they change one. */
const scope: Scope<TicketNote> = {
  kind: 'owner',
  read(ctx) {
    const seen = visible(ctx.actor)
    if (!seen) return here(ctx)
    const ofTicket = and(eq(ticketTable.id, table.ticketId), eq(ticketTable.companyId, table.companyId), seen)
    return and(here(ctx), sql`exists (select 1 from ${ticketTable} where ${ofTicket})`)
  },
  write: ctx => (ctx.actor.profile === 'admin' ? undefined : eq(table.userId, ctx.actor.userId!)),
  owner: ctx => ({ companyId: ctx.companyId, userId: ctx.actor.userId }),
  // Whoever has the conversation open, which the server lets in by the same rule.
  rooms: (_, row) => (row.ticketId === null ? [] : [`ticket-${row.ticketId}`]),
}

const base = noun({
  name: 'ticketNote',
  api: ticketNoteApi,
  table,
  scope,
  body: TicketNoteBody,
  patch: TicketNotePatch,
  whole: false,
  pageSize: 20,
  order: 'id desc',
  search: [table.note],
  filters: { ticketId: table.ticketId, contactId: table.contactId },
  rights: { write: allow('tickets:write') },
  view: shown,
  contract: { deleted: 'Observação removida' },
})

/** With who wrote it, whom it is about, and its ticket while that is the company's. */
async function shown(ctx: Ctx, rows: TicketNote[]) {
  const ids = (key: 'userId' | 'contactId' | 'ticketId') => rows.flatMap(row => row[key] ?? [])
  const { id, name } = { id: userTable.id, name: userTable.name }
  const [authors, about, of] = await Promise.all([
    ctx.db
      .select({ id, name })
      .from(userTable)
      .where(
        and(
          oneOf(userTable.id, ids('userId')), // An operator who was in the company wrote under their own name.
          sql`(+${userTable.companyId} = ${ctx.companyId} or ${userTable.super})`,
        ),
      ),
    ctx.db
      .select({ id: contacts.id, name: contacts.name })
      .from(contacts)
      .where(and(oneOf(contacts.id, ids('contactId')), sql`+${contacts.companyId} = ${ctx.companyId}`)),
    ctx.db
      .select({ id: ticketTable.id, status: ticketTable.status, createdAt: ticketTable.createdAt })
      .from(ticketTable)
      .where(and(oneOf(ticketTable.id, ids('ticketId')), sql`+${ticketTable.companyId} = ${ctx.companyId}`)),
  ])
  const by = <T extends { id: number }>(found: T[]) => new Map(found.map(row => [row.id, row]))
  const [user, contact, ticket] = [by(authors), by(about), by(of)]
  return rows.map(({ clientId: _, ...row }) => ({
    ...row,
    user: user.get(row.userId ?? 0) ?? null,
    contact: contact.get(row.contactId) ?? null,
    ticket: ticket.get(row.ticketId ?? 0) ?? null,
  }))
}

declare module '#kernel/context' {
  interface Events {
    ticketNote: NounEvent<typeof ticketNoteApi, Awaited<ReturnType<typeof shown>>[number]>
  }
}

/** Writes a note down in a ticket, under the name of who asks. */
const add = (ctx: Ctx, ticket: AuthorizedTicket, note: string, named: number[] = [], clientId?: string) =>
  transaction(ctx, async ctx => {
    const row = await base.insert(ctx, { note, ticketId: ticket.id, contactId: ticket.contactId, clientId })
    await mention(ctx, ticket, row.id, named)
    return base.tell(ctx, 'create', row)
  })

/** Those that the actor wrote in a ticket, whoever has it by now. */
const ownIn = (ctx: Ctx, ticketId: number) => and(company.read(ctx), eq(table.ticketId, ticketId), eq(table.userId, ctx.actor.userId!))
/** Whether the actor wrote this in a ticket before. */
const isWritten = async (ctx: Ctx, { id }: AuthorizedTicket, note: string) =>
  (
    await ctx.db
      .select({ id: table.id })
      .from(table)
      .where(and(ownIn(ctx, id), eq(table.note, note)))
      .limit(1)
  ).length > 0

const create = (ctx: Ctx, { note, ticketId, contactId, mentions, clientId }: v.InferOutput<typeof TicketNoteBody>) =>
  transaction(ctx, async ctx => {
    // Idempotent: what is sent again is answered before anything of it is asked anew.
    const [written] = clientId
      ? await ctx.db
          .select()
          .from(table)
          .where(and(ownIn(ctx, ticketId), eq(table.clientId, clientId)))
      : []
    if (written) return (await shown(ctx, [written]))[0]!
    const ticket = await tickets.load(ctx, ticketId)
    if (contactId && contactId !== ticket.contactId) throw notFound('contact')
    await users.mustOwn(ctx, mentions)
    return add(ctx, ticket, note, mentions, clientId)
  })

/** What a conversation shows of a stretch at most: the newest of them. */
const MOST = 200

/** The notes about a contact of a stretch of time, as far as the actor sees their tickets, oldest first. */
async function during(ctx: Ctx, contactId: number, { from, until }: Span) {
  const rows = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.contactId, contactId), scope.read(ctx), from && gte(table.createdAt, from), until && lte(table.createdAt, until)))
    .orderBy(desc(table.id))
    .limit(MOST)
  return shown(ctx, rows.reverse())
}

/** When a note about a ticket's contact was written. */
async function writtenAt(ctx: Ctx, { contactId }: AuthorizedTicket, id: number) {
  const note = await base.find(ctx, id)
  if (note?.contactId !== contactId) throw notFound('message')
  return note.createdAt
}

export const ticketNotes = { ...base, create, add, isWritten, during, writtenAt, mentions, sawMentions, unseenMention, purgeMentions }
export const ticketNoteRoutes = nounRoutes(ticketNotes)
/** Where one is named oneself, until one has looked. */
export const mentionRoutes = router()
  .get('/', async c => c.json({ mentions: await mentions(c.var.ctx) }))
  .get('/readers', valid('query', v.object({ ticketId: RowId })), async c => {
    const { ctx } = c.var
    return c.json({ userIds: await readersOf(ctx, await tickets.load(ctx, c.req.valid('query').ticketId)) })
  })
  .post('/seen', valid('json', v.object({ ticketId: RowId })), async c => {
    const { ctx } = c.var
    await sawMentions(ctx, await tickets.load(ctx, c.req.valid('json').ticketId))
    return c.body(null, 200)
  })
