import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { AppError, invalid } from '#kernel/errors'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { RowId } from '#kernel/ids'
import type { NounEvent } from '#kernel/noun/api'
import { noun } from '#kernel/noun/noun'
import { nounRoutes } from '#kernel/noun/routes'
import { ofCompany } from '#kernel/noun/scope'
import { cachedScalar } from '#kernel/storage/page-ids'
import { discard, purgeDiscarded } from '../companies'
import { allow, may, must } from '../rights'
import { tagApi } from './api'
import { board, lanesOn, leaveBoard } from './board'
import { BoardOrder, TagBody } from './body'
import { giveBack, inherit } from './merges'
import { addToContact, passToContact, purgeContacts, returnToContact, setOfContact, tagIdsOf } from './of-contacts'
import { tags as table, ticketTags } from './schema'

export type { InheritedTags } from './merges'
export type { ContactTagsMoved } from './of-contacts'
type Tag = typeof table.$inferSelect
/** Which tags go on a ticket, and which off it. */
export type TagChange = { add: number[]; remove: number[] }

/** Beyond so many only leaders make more, who may delete them: who makes them without end takes nobody's room. */
const MOST_OF_ALL = 4_000

const base = noun({
  name: 'tag',
  api: tagApi,
  table,
  scope: ofCompany<Tag>(table),
  body: TagBody,
  pageSize: 100,
  order: 'sort_name, id',
  search: [table.name, table.color],
  unique: { name: 'Já existe uma tag com este nome' },
  /** Only leaders make a lane of a tag; one that is a lane already may be renamed by whoever writes it. */
  async check(ctx, { kanban }, before) {
    if (!before && !may(ctx.actor, 'tags:write') && (await ctx.db.$count(table, eq(table.companyId, ctx.companyId))) >= MOST_OF_ALL)
      throw new AppError('ERR_LIST_LIMIT', 400)
    if (kanban === 1 && before?.kanban !== 1) must(ctx.actor, 'tags:kanban')
  },
  rights: { create: allow('tags:create'), write: allow('tags:write') },
  async view(ctx, rows) {
    const ids = JSON.stringify(rows.map(tag => tag.id))
    const counts = JSON.parse(await cachedScalar<string>(ctx, COUNTS, [ids])) as Record<number, number>
    return rows.map(tag => ({ ...tag, ticketsCount: String(counts[tag.id] ?? 0) }))
  },
})
const COUNTS = `select json_group_object(tag_id, n) from (
  select tag_id, count(*) n from ticket_tags where tag_id in (select value from json_each(?)) group by tag_id)`

type Shown = Awaited<ReturnType<typeof base.get>>
declare module '#kernel/context' {
  interface Events {
    tag: NounEvent<typeof tagApi, Shown>
  }
}

/** Takes a tag out of its company at once: no ticket shows it any more, and its name is free. */
const remove = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    await base.load(ctx, id)
    await discard(ctx, table, id, { name: crypto.randomUUID() })
    ctx.publish('tag', { action: 'delete', tagId: id })
  })

/** Takes some of the tickets from a tag. */
const purgeLinks = async (ctx: Ctx, id: number, limit: number) =>
  (await ctx.db.run(sql`delete from ticket_tags where rowid in (select rowid from ticket_tags where tag_id = ${id} limit ${limit})`))
    .rowsAffected

/** Deletes one that was taken out, when it is on no ticket any more. */
const purge = (ctx: Ctx, id: number) => purgeDiscarded(ctx, table, id)

/** Puts the lanes into this order; those that are not named stay behind them as they are. */
const arrange = (ctx: Ctx, tagIds: number[]) =>
  transaction(ctx, async ctx => {
    const lanes = new Map((await board(ctx)).map(lane => [lane.id, lane]))
    if (tagIds.some(id => !lanes.has(id))) throw new AppError('ERR_NO_TAG_FOUND', 404)
    const order = new Set([...tagIds, ...lanes.keys()])
    for (const [position, id] of [...order].entries()) {
      const lane = lanes.get(id)!
      if (lane.position !== position) await base.tell(ctx, 'update', await base.change(ctx, lane, { position }))
    }
    return board(ctx)
  })

/** Replaces a ticket's tags; of several lanes the one that it comes to stays. The caller has checked the ticket. */
const replace = (ctx: Ctx, ticketId: number, tagIds: number[]) =>
  transaction(ctx, async ctx => {
    const ids = [...new Set(tagIds)]
    const own = ids.length
      ? await ctx.db
          .select({ id: table.id, kanban: table.kanban })
          .from(table)
          .where(and(eq(table.companyId, ctx.companyId), inArray(table.id, ids)))
      : []
    if (own.length !== ids.length) throw new AppError('ERR_NO_TAG_FOUND', 404)
    const lanes = new Set(own.flatMap(tag => (tag.kanban ? tag.id : [])))
    const before = lanes.size > 1 ? await lanesOn(ctx, ticketId) : []
    const [lane] = ids.filter(id => lanes.has(id)).toSorted((a, b) => Number(before.includes(a)) - Number(before.includes(b)))
    const kept = ids.filter(id => id === lane || !lanes.has(id))
    await ctx.db.delete(ticketTags).where(eq(ticketTags.ticketId, ticketId))
    if (kept.length) await ctx.db.insert(ticketTags).values(kept.map(tagId => ({ ticketId, tagId })))
  })

/** What a person puts on one ticket at most. */
const MOST_ON_TICKET = 50

/** Puts tags on a ticket and takes others off, as `replace` does: what else it has by now stays. The caller has checked the ticket. */
const amend = (ctx: Ctx, ticketId: number, { add, remove }: TagChange) =>
  transaction(ctx, async ctx => {
    const rows = await ctx.db.select({ id: table.id }).from(ticketTags).innerJoin(table, isOn(ctx)).where(eq(ticketTags.ticketId, ticketId))
    const ids = new Set([...rows.flatMap(({ id }) => (remove.includes(id) ? [] : id)), ...add])
    if (add.length && ids.size > MOST_ON_TICKET) throw new AppError('ERR_LIST_LIMIT', 400)
    return replace(ctx, ticketId, [...ids])
  })
const isOn = (ctx: Ctx) => and(eq(table.id, ticketTags.tagId), eq(table.companyId, ctx.companyId))

/** Adds one tag to a ticket, and takes it out of its lane when the tag is another; a tag that is there stays. The caller has checked the ticket. */
async function attach(ctx: Ctx, ticketId: number, tagId: number) {
  const { id, kanban } = await base.load(ctx, tagId)
  if (kanban) await leaveBoard(ctx, ticketId, id)
  const others = await ctx.db.$count(ticketTags, and(eq(ticketTags.ticketId, ticketId), ne(ticketTags.tagId, id)))
  if (others >= MOST_ON_TICKET) throw new AppError('ERR_LIST_LIMIT', 400)
  await ctx.db.insert(ticketTags).values({ ticketId, tagId: id }).onConflictDoNothing()
  const [link] = await ctx.db
    .select()
    .from(ticketTags)
    .where(and(eq(ticketTags.ticketId, ticketId), eq(ticketTags.tagId, id)))
  return link!
}

/** The names of a ticket's tags. The caller has checked the ticket. */
const namesOn = async (ctx: Ctx, ticketId: number) =>
  (
    await ctx.db
      .select({ name: table.name })
      .from(ticketTags)
      .innerJoin(table, isOn(ctx))
      .where(eq(ticketTags.ticketId, ticketId))
      .orderBy(table.name)
  ).map(({ name }) => name)

/** New tags of one list: each is looked for among all of the company's, and told, while nobody else can store anything. */
const MAX_NEW = 100
const TOO_MANY_NEW = 'Uma lista traz até 100 etiquetas novas'

/** How many new tags a list may still bring. */
export type ListRoom = { left: number }
const roomOfList = (): ListRoom => ({ left: MAX_NEW })

/** Finds the tags of names, however they are written; a name that is none yet becomes one, where the actor may make tags. Part of the caller's transaction. */
function naming(ctx: Ctx, room: ListRoom) {
  const known = new Map<string, number>()
  async function find(name: string) {
    const [found] = await ctx.db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.companyId, ctx.companyId), sql`lower(${table.name}) = lower(${name})`))
      .limit(1)
    return found?.id
  }
  return async (names: string[]) => {
    const missing: string[] = []
    for (const name of names) {
      const key = name.toLowerCase()
      const id = known.get(key) ?? (await find(name))
      if (id === undefined) missing.push(name)
      else known.set(key, id)
    }
    if (missing.length) must(ctx.actor, 'tags:create')
    if (missing.length > room.left) throw invalid({ tags: [TOO_MANY_NEW] })
    for (const name of missing) {
      if (known.has(name.toLowerCase())) continue
      known.set(name.toLowerCase(), (await base.create(ctx, { name })).id)
      room.left--
    }
    return [...new Set(names.map(name => known.get(name.toLowerCase())!))]
  }
}

export const tags = {
  ...base,
  remove,
  purgeLinks,
  purge,
  board,
  arrange,
  replace,
  amend,
  attach,
  leaveBoard,
  namesOn,
  inherit,
  giveBack,
  naming,
  roomOfList,
  tagIdsOf,
  addToContact,
  setOfContact,
  passToContact,
  returnToContact,
  purgeContacts,
}

const TagRefs = v.pipe(v.array(v.object({ id: RowId })), v.maxLength(MOST_ON_TICKET))
/** All that a ticket has from now on; or what goes on it and off it, which leaves there what others put on meanwhile. */
const SyncBody = v.pipe(
  v.object({ ticketId: RowId, tags: v.optional(TagRefs), add: v.optional(TagRefs), remove: v.optional(TagRefs) }),
  v.check(({ tags, add, remove }) => Boolean(tags) !== Boolean(add ?? remove), 'Obrigatório'),
)

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

type TicketTagVerbs = {
  attachTag(ctx: Ctx, ticketId: number, tagId: number): Promise<object>
  leaveBoard(ctx: Ctx, ticketId: number): Promise<unknown>
}

/** One tag of one ticket, as a board moves it. */
export const ticketTagRoutes = ({ attachTag, leaveBoard }: TicketTagVerbs) =>
  router()
    .put('/:ticketId/:tagId', allow('kanban:use'), valid('param', v.object({ ticketId: RowId, tagId: RowId })), async c => {
      const { ticketId, tagId } = c.req.valid('param')
      return c.json(await attachTag(c.var.ctx, ticketId, tagId), 201)
    })
    .delete('/:ticketId', allow('kanban:use'), valid('param', v.object({ ticketId: RowId })), async c => {
      await leaveBoard(c.var.ctx, c.req.valid('param').ticketId)
      return c.json({ message: 'Ticket tags removed successfully.' })
    })

type TagJourneys = {
  sync(ctx: Ctx, ticketId: number, change: number[] | TagChange): Promise<object>
  remove(ctx: Ctx, id: number): Promise<void>
}

export const tagRoutes = ({ sync, remove }: TagJourneys) =>
  router()
    .get('/kanban', allow('kanban:use'), async c => c.json({ lista: await board(c.var.ctx) }))
    .put('/kanban', allow('tags:kanban'), valid('json', BoardOrder), async c =>
      c.json({ lista: await arrange(c.var.ctx, c.req.valid('json').tagIds) }),
    )
    .post('/sync', valid('json', SyncBody), async c => {
      const { ticketId, tags, add = [], remove = [] } = c.req.valid('json')
      return c.json(await sync(c.var.ctx, ticketId, tags ? idsOf(tags) : { add: idsOf(add), remove: idsOf(remove) }))
    })
    .route('/', nounRoutes(tags, { remove }))
