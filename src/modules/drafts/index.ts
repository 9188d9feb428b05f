import { and, eq, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { Id } from '#kernel/http/paging'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { allow } from '../rights'
import { tickets, type AuthorizedTicket } from '../tickets'
import { tickets as ticketTable } from '../tickets/schema'
import { DraftBody } from './body'
import { ticketDrafts as table } from './schema'

export type Draft = v.InferOutput<typeof DraftBody> & { ticketId: number }

declare module '#kernel/context' {
  interface Events {
    /** To the windows of the person who writes, and to nobody else. */
    ticketDraft: { action: 'update'; draft: Draft }
  }
}

/** Of one person; beyond that the oldest goes, and before it what was sent. */
const MOST = 300

const shown = { ticketId: table.ticketId, text: table.text, note: table.note, version: table.version }
const isEmpty = sql`(${table.text} = '' and ${table.note} = '')`

const list = (ctx: Ctx): Promise<Draft[]> =>
  ctx.db
    .select(shown)
    .from(table)
    .innerJoin(ticketTable, eq(ticketTable.id, table.ticketId))
    .where(and(eq(table.userId, ctx.actor.userId ?? 0), eq(ticketTable.companyId, ctx.companyId), sql`not ${isEmpty}`))

/**
 * Keeps what was written on top of the version that is there (optimistic concurrency). Where another window was first, nothing is written,
 * and its draft is the answer: who asked joins both.
 */
const save = (ctx: Ctx, ticketId: number, { version, text, note }: v.InferOutput<typeof DraftBody>) =>
  transaction(ctx, async ctx => {
    const userId = ctx.actor.userId!
    const own = and(eq(table.userId, userId), eq(table.ticketId, ticketId))
    const [known] = await ctx.db.select(shown).from(table).where(own)
    if (known && known.version !== version) return known
    // What was sent is a draft no more, though the ticket may be somebody else's by then.
    const isGone = text === '' && note === ''
    if (isGone && !known) return { ticketId, version, text, note }
    if (!isGone) await tickets.load(ctx, ticketId)
    const now = new Date()
    // The first version of a row is later than all of a row that made room before it.
    const values = { text, note, version: known ? known.version + 1 : now.getTime(), updatedAt: now }
    const [draft] = known
      ? await ctx.db.update(table).set(values).where(own).returning(shown)
      : await ctx.db
          .insert(table)
          .values({ userId, ticketId, ...values })
          .returning(shown)
    if (!known)
      await ctx.db.run(sql`delete from ${table} where user_id = ${userId} and ticket_id in (
        select ticket_id from ${table} where user_id = ${userId} order by text = '' and note = '', updated_at desc, rowid desc limit -1 offset ${MOST})`)
    tell(ctx, userId, draft!)
    return draft!
  })

const tell = (ctx: Ctx, userId: number, draft: Draft) => ctx.publish('ticketDraft', { action: 'update', draft }, [`user-${userId}`])

/** What somebody had begun in a ticket. */
type Begun = { userId: number; text: string; note: string }

/** Of two tickets that turn out to be one, both drafts of a person are one. Gives what was begun in the one that goes. */
async function moveTo(ctx: Ctx, from: AuthorizedTicket, to: AuthorizedTicket): Promise<Begun[]> {
  const begun = await ctx.db
    .select({ userId: table.userId, text: table.text, note: table.note })
    .from(table)
    .where(and(eq(table.ticketId, from.id), sql`not ${isEmpty}`))
  const moved = await ctx.db.all<
    Omit<Draft, 'ticketId'> & { userId: number }
  >(sql`insert into ${table} (user_id, ticket_id, text, note, version, updated_at)
    select user_id, ${to.id}, text, note, version, updated_at from ${table} where ticket_id = ${from.id}
    on conflict do update set version = max(ticket_drafts.version, excluded.version) + 1,
      text = trim(ticket_drafts.text || char(10) || excluded.text, char(10)), note = trim(ticket_drafts.note || char(10) || excluded.note, char(10))
    returning user_id as userId, text, note, version`)
  for (const { userId, ...draft } of moved) tell(ctx, userId, { ticketId: to.id, ...draft })
  return begun
}

const unlined = (words: string) => words.replace(/^\n+|\n+$/g, '')
/** What `part` was joined to, which left out the empty lines at the ends; nothing where it was changed since. */
function without(all: string, part: string) {
  if (unlined(all) === unlined(part)) return ''
  const end = part.replace(/\n+$/, '')
  if (!end) return all
  return all.endsWith(`\n${end}`) ? all.slice(0, -end.length - 1) : undefined
}

/** The same back: what stands as it was joined is two again, what was sent or changed since stays. */
async function moveBack(ctx: Ctx, begun: Begun[], from: number, back: AuthorizedTicket) {
  for (const { userId, text, note } of begun) {
    const here = and(eq(table.userId, userId), eq(table.ticketId, from))
    const [joined] = await ctx.db.select(shown).from(table).where(here)
    const rest = joined && { text: without(joined.text, text), note: without(joined.note, note) }
    if (rest?.text === undefined || rest.note === undefined) continue
    const updatedAt = new Date()
    const left = { text: rest.text, note: rest.note, version: joined!.version + 1, updatedAt }
    const own = { userId, ticketId: back.id, text, note, version: updatedAt.getTime(), updatedAt }
    const rows = [
      ...(await ctx.db.update(table).set(left).where(here).returning(shown)),
      ...(await ctx.db.insert(table).values(own).onConflictDoNothing().returning(shown)),
    ]
    for (const row of rows) tell(ctx, userId, row)
  }
}

export const drafts = { list, save, moveTo, moveBack }

export const draftRoutes = router()
  .get('/', async c => c.json(await drafts.list(c.var.ctx)))
  .put('/:id', allow('tickets:write'), valid('param', Id), valid('json', DraftBody), async c =>
    c.json(await drafts.save(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
