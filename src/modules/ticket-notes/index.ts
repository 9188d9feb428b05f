import { and, eq, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { notFound } from '#kernel/errors'
import type { NounEvent } from '#kernel/noun/api'
import { noun } from '#kernel/noun/noun'
import { nounRoutes } from '#kernel/noun/routes'
import { ofCompany, type Scope } from '#kernel/noun/scope'
import { oneOf } from '#kernel/storage/one-of'
import { contacts } from '../contacts/schema'
import { allow } from '../rights'
import { tickets, visible, type AuthorizedTicket } from '../tickets'
import { tickets as ticketTable } from '../tickets/schema'
import { users } from '../users/schema'
import { ticketNoteApi } from './api'
import { TicketNoteBody, TicketNotePatch } from './body'
import { ticketNotes as table } from './schema'

export * as noteMoves from './moves'

export type TicketNote = typeof table.$inferSelect

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
  const { id, name } = { id: users.id, name: users.name }
  const [authors, about, of] = await Promise.all([
    ctx.db
      .select({ id, name })
      .from(users)
      .where(
        and(
          oneOf(users.id, ids('userId')), // An operator who was in the company wrote under their own name.
          sql`(+${users.companyId} = ${ctx.companyId} or ${users.super})`,
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
  return rows.map(row => ({
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
const add = (ctx: Ctx, { id: ticketId, contactId }: AuthorizedTicket, note: string) =>
  transaction(ctx, async ctx => base.tell(ctx, 'create', await base.insert(ctx, { note, ticketId, contactId })))

async function create(ctx: Ctx, { note, ticketId, contactId }: v.InferOutput<typeof TicketNoteBody>) {
  const ticket = await tickets.load(ctx, ticketId)
  if (contactId && contactId !== ticket.contactId) throw notFound('contact')
  return add(ctx, ticket, note)
}

export const ticketNotes = { ...base, create, add }
export const ticketNoteRoutes = nounRoutes(ticketNotes)
