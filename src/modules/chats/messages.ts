import { and, desc, eq, gt, lt, ne, sql } from 'drizzle-orm'
import { transaction, type Ctx } from '#kernel/context'
import { AppError, noPermission } from '#kernel/errors'
import { oneOf } from '#kernel/storage/one-of'
import { pageOf } from '#kernel/storage/page-ids'
import { STAND_INS, type StoredMedia } from '../messages'
import { pushSubscriptions } from '../push-subscriptions'
import { users } from '../users/schema'
import { membersOf, rooms, type ShownChat } from './rooms'
import { chatMessages as table, chats as chatTable, chatUsers } from './schema'

type Row = typeof table.$inferSelect

const PAGE = 20
/** The page of a jump to a message that was said long before. */
const JUMP = 500
/** What a list shows of a message. */
const EXCERPT = 200

/** What is said in a room: words, a file, or a file with words. */
type Saying = {
  message: string
  file?: { mediaType: string; media: StoredMedia }
  quotedId?: number | null
  clientId?: string | null
}

/** Messages as clients see them, with who wrote them and what they answer, in two queries however many they are. */
export async function shown(ctx: Ctx, rows: Row[]) {
  const quotedIds = rows.flatMap(({ quotedId }) => quotedId ?? [])
  const quoted = quotedIds.length ? await ctx.db.select().from(table).where(oneOf(table.id, quotedIds)) : []
  const senderIds = [...rows, ...quoted].flatMap(({ senderId }) => senderId ?? [])
  const senders = await ctx.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(oneOf(users.id, [...new Set(senderIds)]), sql`+${users.companyId} = ${ctx.companyId}`))
  const nameOf = new Map(senders.map(({ id, name }) => [id, name]))
  const one = ({ senderName, quotedId: _, media, ...row }: Row) => ({
    ...row,
    ...fileOf(ctx, media),
    sender: { id: row.senderId, name: nameOf.get(row.senderId ?? 0) ?? senderName },
  })
  const byId = new Map(quoted.map(row => [row.id, one(row)]))
  return rows.map(row => ({ ...one(row), quotedMsg: byId.get(row.quotedId ?? 0) ?? null }))
}
export type ShownChatMessage = Awaited<ReturnType<typeof shown>>[number]

const NO_FILE = { mediaPath: null, mediaName: null, mimetype: null, fileSize: null }
const fileOf = (ctx: Ctx, media: StoredMedia | null) => {
  const { hash = null, mimetype = '', fileName = null, size = null } = media ?? {}
  const about = {
    seconds: media?.seconds ?? null,
    waveform: media?.waveform ?? null,
    width: media?.width ?? null,
    height: media?.height ?? null,
  }
  if (!hash) return { ...NO_FILE, ...about }
  return { mediaPath: ctx.media.address({ hash, mimetype, fileName }), mediaName: fileName, mimetype, fileSize: size, ...about }
}

/** What is told of a room to those who are in it. */
type Told =
  | { action: 'new-message' | 'update-message'; newMessage: ShownChatMessage; chat: ShownChat }
  | { action: 'update'; chat: ShownChat }
  | { action: 'delete'; id: number }
declare module '#kernel/context' {
  interface Events {
    chat: Told
    /** What is said, once more under the name by which clients of this family follow the room on screen. */
    [name: `chat-${number}`]: Told
    [name: `chat-user-${number}`]: { action: 'create' | 'update'; record: ShownChat }
    /** Somebody else writes in a room, now. */
    chatTyping: { action: 'update'; chatId: number; user: { id: number; name: string } }
  }
}

function tell(ctx: Ctx, action: 'new-message' | 'update-message', newMessage: ShownChatMessage, chat: ShownChat) {
  const event = { action, newMessage, chat }
  ctx.publish('chat', event, membersOf(chat))
  ctx.publish(`chat-${chat.id}`, event, membersOf(chat))
}

const lineOf = ({ senderName, message, media }: Pick<Row, 'senderName' | 'message' | 'media'>) =>
  `${senderName}: ${message || (media?.voice ? STAND_INS.audio : (media?.fileName ?? STAND_INS.application))}`.slice(0, EXCERPT)

const inRoom = (chatId: number) => eq(table.chatId, chatId)

async function byId(ctx: Ctx, chatId: number, id: number): Promise<Row> {
  const [row] = await ctx.db
    .select()
    .from(table)
    .where(and(inRoom(chatId), eq(table.id, id), eq(table.isDeleted, false)))
  if (!row) throw new AppError('ERR_NO_MESSAGE_FOUND', 404)
  return row
}

/** By the idempotency key of the sender: what was said already. */
async function known(ctx: Ctx, chatId: number, clientId: string | null | undefined) {
  if (!clientId) return
  const own = and(eq(table.senderId, ctx.actor.userId!), inRoom(chatId), eq(table.clientId, clientId))
  return (await ctx.db.select().from(table).where(own))[0]
}

/** Says something in a room: the message, what the others have not read, and what lists say of the room, in one transaction. */
const say = (ctx: Ctx, chatId: number, { message, file, quotedId, clientId }: Saying) =>
  transaction(ctx, async ctx => {
    await rooms.load(ctx, chatId)
    const said = await known(ctx, chatId, clientId)
    if (said) return withRoom(ctx, said)
    if (quotedId) await byId(ctx, chatId, quotedId)
    const { userId: senderId, name: senderName } = ctx.actor
    const [row] = await ctx.db
      .insert(table)
      .values({ chatId, senderId, senderName, message, quotedId, clientId, ...file })
      .returning()
    await ctx.db
      .update(chatUsers)
      .set({ unreads: sql`${chatUsers.unreads} + 1` })
      .where(and(eq(chatUsers.chatId, chatId), ne(chatUsers.userId, senderId!)))
    // Who answers has read.
    await ctx.db
      .update(chatUsers)
      .set({ unreads: 0, readId: row!.id })
      .where(and(eq(chatUsers.chatId, chatId), eq(chatUsers.userId, senderId!)))
    await ctx.db
      .update(chatTable)
      .set({ lastMessage: lineOf(row!), updatedAt: row!.createdAt })
      .where(eq(chatTable.id, chatId))
    const answer = await eventOf(ctx, 'new-message', row!)
    await pushSubscriptions.tell(
      ctx,
      answer.chat.users.map(({ userId }) => userId),
      { chatId },
    )
    return answer
  })

async function withRoom(ctx: Ctx, row: Row) {
  const [[newMessage], chat] = await Promise.all([shown(ctx, [row]), rooms.get(ctx, row.chatId)])
  return { ...newMessage!, chat }
}
async function eventOf(ctx: Ctx, action: 'new-message' | 'update-message', row: Row) {
  const { chat, ...newMessage } = await withRoom(ctx, row)
  tell(ctx, action, newMessage, chat)
  return { ...newMessage, chat }
}

async function ownIn(ctx: Ctx, chatId: number, id: number): Promise<Row> {
  await rooms.load(ctx, chatId)
  const row = await byId(ctx, chatId, id)
  if (row.senderId !== ctx.actor.userId) throw noPermission()
  return row
}

const change = async (ctx: Ctx, row: Row, values: Partial<Row>) => {
  const [changed] = await ctx.db.update(table).set(values).where(eq(table.id, row.id)).returning()
  const [newest] = await ctx.db
    .select()
    .from(table)
    .where(and(inRoom(row.chatId), eq(table.isDeleted, false)))
    .orderBy(desc(table.id))
    .limit(1)
  // A room stands where its last message put it.
  await ctx.db
    .update(chatTable)
    .set({ lastMessage: newest ? lineOf(newest) : '', updatedAt: sql`${chatTable.updatedAt}` })
    .where(eq(chatTable.id, row.chatId))
  return eventOf(ctx, 'update-message', changed!)
}

/** One's own words, with others in their place. */
const edit = (ctx: Ctx, chatId: number, id: number, message: string) =>
  transaction(ctx, async ctx => change(ctx, await ownIn(ctx, chatId, id), { message, isEdited: true }))

/** One's own message: that there was one stays. Who has not read it has nothing to read there. */
const erase = (ctx: Ctx, chatId: number, id: number) =>
  transaction(ctx, async ctx => {
    const row = await ownIn(ctx, chatId, id)
    const unseen = and(ne(chatUsers.userId, ctx.actor.userId!), lt(chatUsers.readId, id), gt(chatUsers.unreads, 0))
    await ctx.db
      .update(chatUsers)
      .set({ unreads: sql`${chatUsers.unreads} - 1` })
      .where(and(eq(chatUsers.chatId, chatId), unseen))
    return change(ctx, row, { message: '', media: null, mediaType: 'chat', isDeleted: true })
  })

/**
 * A page of a room, oldest first: by number, or by cursor (`before`, a message), so that nothing that came meanwhile moves it; with `from`
 * down to that one, as far as a page may go.
 */
async function list(ctx: Ctx, chatId: number, { pageNumber, before, from }: { pageNumber: number; before?: number; from?: number }) {
  await rooms.load(ctx, chatId)
  if (!before) {
    const { ids, ...rest } = await pageOf(ctx, table, { where: inRoom(chatId), orderBy: 'id desc', size: PAGE, pageNumber })
    const rows = await ctx.db.select().from(table).where(oneOf(table.id, ids)).orderBy(table.id)
    return { records: await shown(ctx, rows), ...rest }
  }
  const size = from ? JUMP : PAGE
  const rows = await ctx.db
    .select()
    .from(table)
    .where(and(inRoom(chatId), lt(table.id, before)))
    .orderBy(desc(table.id))
    .limit(size + 1)
  // What surrounds the one that was asked for is a page as well.
  const end = from ? Math.min(size, Math.max(PAGE, rows.findLastIndex(({ id }) => id >= from) + PAGE)) : size
  return { records: await shown(ctx, rows.slice(0, end).reverse()), hasMore: rows.length > end }
}

export const said = { say, edit, erase, list }
