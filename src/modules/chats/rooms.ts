import { and, asc, eq, getTableColumns, gt, inArray, ne, notInArray, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { noPermission, notFound } from '#kernel/errors'
import { noun } from '#kernel/noun/noun'
import { ofCompany, type Scope } from '#kernel/noun/scope'
import { type JsonOf, jsonPairs, jsonRow, jsonTexts } from '#kernel/storage/json-rows'
import { shapedRows } from '#kernel/storage/row-cache'
import { releaseFiles } from '#kernel/media/release-files'
import { discard, purgeDiscarded, TRASH } from '../companies'
import { allow } from '../rights'
import { users } from '../users'
import { users as userTable } from '../users/schema'
import { chatApi } from './api'
import { ChatBody, type ChatPatch } from './body'
import { chatMessages, chats as table, chatUsers } from './schema'

type Chat = typeof table.$inferSelect

const company = ofCompany<Chat>(table)
const membership = (ctx: Ctx) => ctx.db.select({ id: chatUsers.chatId }).from(chatUsers).where(eq(chatUsers.userId, ctx.actor.userId!))

/** A room exists for its members alone; its owner changes it. */
const scope: Scope<Chat> = {
  kind: 'owner',
  read: ctx => and(company.read(ctx), inArray(table.id, membership(ctx))),
  write: ctx => eq(table.ownerId, ctx.actor.userId!),
  owner: ctx => ({ companyId: ctx.companyId, ownerId: ctx.actor.userId }),
}

const base = noun({
  name: 'chat',
  api: chatApi,
  table,
  scope,
  body: ChatBody,
  whole: false,
  pageSize: 20,
  order: 'created_at desc, id desc',
  search: [table.title],
  refs: { users: () => users },
  rights: { write: allow('chats:use') },
  view: shown,
})

type Member = Omit<JsonOf<typeof chatUsers.$inferSelect>, 'readId'> & { user: { id: number; name: string } }
const SHOWN = Object.keys(getTableColumns(chatUsers)).filter(key => key !== 'readId')
/** Who was deleted is in the trash before the memberships are gone. */
const MEMBERS = `select json_object('id', value, 'users', (
    select json_group_array(json_object(${jsonPairs(chatUsers, 'm', SHOWN)}, 'user', ${jsonRow(userTable, 'u', ['id', 'name'])}) order by m.id)
    from chat_users m join users u on u.id = m.user_id and +u.company_id = ?1 where m.chat_id = value))
  from json_each(?2)`
const membersById = shapedRows<{ id: number; users: Member[] }>({
  name: 'members of chat',
  follows: ['users', { table: 'chat_users', part: 'members of chat', id: 'row.chat_id' }],
  partsOf: ({ id, users }) => [['members of chat', id], ...users.map(({ userId }) => ['users', userId] as const)],
})

/** Rooms with their members. */
async function shown(ctx: Ctx, rows: Chat[]) {
  const ids = rows.map(({ id }) => id)
  const members = await membersById(ctx, ctx.companyId, ids, missing =>
    jsonTexts(ctx.db, MEMBERS, [ctx.companyId, JSON.stringify(missing)]),
  )
  return rows.map(row => {
    const { users } = members.get(row.id)!
    return { ...row, users, owner: users.find(({ userId }) => userId === row.ownerId)?.user ?? null }
  })
}
export type ShownChat = Awaited<ReturnType<typeof shown>>[number]

/** The sockets of people, by what the rows say at this moment: whoever was taken out is told nothing more. */
const roomsOf = (userIds: number[]) => userIds.map(id => `user-${id}`)
export const membersOf = ({ users }: ShownChat) => roomsOf(users.map(({ userId }) => userId))

/** All of one's rooms, the last that was written in first. */
const all = async (ctx: Ctx) => (await base.all(ctx)).toSorted((a, b) => +b.updatedAt - +a.updatedAt)

/** Which rooms those are. */
const ids = async (ctx: Ctx) => (await ctx.db.select({ id: table.id }).from(table).where(scope.read(ctx))).map(({ id }) => id)

async function byUuid(ctx: Ctx, uuid: string) {
  const [row] = await ctx.db.select({ id: table.id }).from(table).where(eq(table.uuid, uuid))
  if (!row) throw notFound('chat')
  return base.get(ctx, row.id)
}

const newestId = async (ctx: Ctx, chatId: number) =>
  (
    await ctx.db
      .select({ id: sql<number>`coalesce(max(${chatMessages.id}), 0)` })
      .from(chatMessages)
      .where(eq(chatMessages.chatId, chatId))
  )[0]!.id

/** What was said before somebody came is there to be read, and is not news. */
async function letIn(ctx: Ctx, chatId: number, userIds: number[]) {
  if (!userIds.length) return
  const readId = await newestId(ctx, chatId)
  await ctx.db.insert(chatUsers).values(userIds.map(userId => ({ chatId, userId, readId })))
}

/** Tells each of some members of their room, as clients of this family know it. */
function tellEach(ctx: Ctx, action: 'create' | 'update', record: ShownChat, userIds: number[]) {
  for (const id of userIds) ctx.publish(`chat-user-${id}`, { action, record }, roomsOf([id]))
}
const tellGone = (ctx: Ctx, id: number, userIds: number[]) => ctx.publish('chat', { action: 'delete', id }, roomsOf(userIds))

/** Whoever is here as an operator is no colleague: nobody would own the room when they leave. */
const create = (ctx: Ctx, input: v.InferOutput<typeof ChatBody>) =>
  transaction(ctx, async ctx => {
    if (ctx.actor.isVisitor) throw noPermission()
    const { id } = await base.insert(ctx, input)
    const members = [...new Set([ctx.actor.userId!, ...input.users])]
    await letIn(ctx, id, members)
    const record = await base.get(ctx, id)
    tellEach(ctx, 'create', record, members)
    return record
  })

/** The owner renames it and says who is in it; the owner stays. */
const update = (ctx: Ctx, id: number, input: v.InferOutput<typeof ChatPatch>) =>
  transaction(ctx, async ctx => {
    const before = await base.loadWritable(ctx, id)
    const known = await memberIds(ctx, id)
    await base.change(ctx, before, input)
    const wanted = input.users ? [...new Set([ctx.actor.userId!, ...input.users])] : known
    const removed = known.filter(userId => !wanted.includes(userId))
    const added = wanted.filter(userId => !known.includes(userId))
    if (removed.length) await ctx.db.delete(chatUsers).where(and(eq(chatUsers.chatId, id), notInArray(chatUsers.userId, wanted)))
    await letIn(ctx, id, added)
    const record = await base.get(ctx, id)
    tellGone(ctx, id, removed)
    tellEach(ctx, 'create', record, added)
    tellEach(
      ctx,
      'update',
      record,
      wanted.filter(userId => !added.includes(userId)),
    )
    return record
  })

async function memberIds(ctx: Ctx, chatId: number): Promise<number[]> {
  const rows = await ctx.db
    .select({ userId: chatUsers.userId })
    .from(chatUsers)
    .where(eq(chatUsers.chatId, chatId))
    .orderBy(asc(chatUsers.id))
  return rows.map(({ userId }) => userId)
}

/** Part of the journey that deletes a room. */
async function remove(ctx: Ctx, id: number) {
  await base.loadWritable(ctx, id)
  tellGone(ctx, id, await memberIds(ctx, id))
  await discard(ctx, table, id)
}

/** Takes somebody out of a room. The longest there owns it when its owner goes; true when nobody is left, and so the room is gone. */
async function takeOut(ctx: Ctx, chat: Chat, userId: number): Promise<boolean> {
  await ctx.db.delete(chatUsers).where(and(eq(chatUsers.chatId, chat.id), eq(chatUsers.userId, userId)))
  tellGone(ctx, chat.id, [userId])
  const left = await memberIds(ctx, chat.id)
  if (!left.length) {
    await discard(ctx, table, chat.id)
    return true
  }
  const ownerId = chat.ownerId === userId ? left[0]! : chat.ownerId
  const [row] = await ctx.db
    .update(table)
    .set({ ownerId, updatedAt: sql`${table.updatedAt}` })
    .where(eq(table.id, chat.id))
    .returning()
  tellEach(ctx, 'update', (await shown(ctx, [row!]))[0]!, left)
  return false
}

const leave = async (ctx: Ctx, id: number) => takeOut(ctx, await base.load(ctx, id), ctx.actor.userId!)

/** Takes somebody who is deleted out of some rooms: how many they were, and those that nobody is left in. */
async function leaveSome(ctx: Ctx, userId: number, limit: number) {
  const of = ctx.db.select({ id: chatUsers.chatId }).from(chatUsers).where(eq(chatUsers.userId, userId))
  const rooms = await ctx.db
    .select()
    .from(table)
    .where(and(inArray(table.id, of), ne(table.companyId, TRASH)))
    .limit(limit)
  const emptied: number[] = []
  for (const room of rooms) if (await takeOut(ctx, room, userId)) emptied.push(room.id)
  return { left: rooms.length, emptied }
}

/** Some messages outlive who wrote them. */
const forgetSender = async (ctx: Ctx, userId: number, limit: number) =>
  (
    await ctx.db
      .update(chatMessages)
      .set({ senderId: null, updatedAt: sql`${chatMessages.updatedAt}` })
      .where(sql`id in (select id from chat_messages where sender_id = ${userId} limit ${limit})`)
  ).rowsAffected

/** Deletes some of the messages of a room that was taken out, and then the room. */
async function purge(ctx: Ctx, id: number, limit: number) {
  const gone = await ctx.db
    .delete(chatMessages)
    .where(sql`id in (select id from chat_messages where chat_id = ${id} limit ${limit})`)
    .returning({ media: chatMessages.media })
  await releaseFiles(
    ctx,
    gone.map(({ media }) => media?.hash),
  )
  return gone.length || purgeDiscarded(ctx, table, id)
}

/** One has seen all that is there; the own other windows hear it. */
const markRead = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    await base.load(ctx, id)
    const own = and(eq(chatUsers.chatId, id), eq(chatUsers.userId, ctx.actor.userId!))
    const { rowsAffected } = await ctx.db
      .update(chatUsers)
      .set({ unreads: 0, readId: await newestId(ctx, id) })
      .where(and(own, gt(chatUsers.unreads, 0)))
    const chat = await base.get(ctx, id)
    if (rowsAffected) ctx.publish('chat', { action: 'update', chat }, roomsOf([ctx.actor.userId!]))
    return chat
  })

async function typing(ctx: Ctx, id: number) {
  const { userId, name } = ctx.actor
  const chat = await base.get(ctx, id)
  const others = chat.users.filter(member => member.userId !== userId).map(member => member.userId)
  ctx.publish('chatTyping', { action: 'update', chatId: id, user: { id: userId!, name } }, roomsOf(others))
}

export const rooms = { ...base, all, ids, byUuid, create, update, remove, leave, leaveSome, forgetSender, purge, markRead, typing }
