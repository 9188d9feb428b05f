import { and, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { transaction, publishLazily, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import type { Db } from '#kernel/storage/libsql'
import { pageOf } from '#kernel/storage/page-ids'
import { prepared, preparedInsert } from '#kernel/storage/prepared'
import type { Receipt } from '../connections'
import { roomsOf, tickets, type Ticket } from '../tickets'
import * as tasks from './outbox'
import * as trash from './trash'
import { messages as table, outbox, type Reaction } from './schema'
import { shownById, type Message } from './shape'

export type { Message, ShownMessage } from './shape'
export type { OutboxTask, Reaction, StoredMedia } from './schema'
export { messageRoutes, type MessageJourneys, type Upload } from './routes'
export type { OutboxRow } from './outbox'

type NewMessage = Omit<typeof table.$inferInsert, 'uid' | 'companyId'>

const PAGE = 20
const DELETED = '🚫 _Mensagem Apagada_'
const mine = (ctx: Ctx) => eq(table.companyId, ctx.companyId)

/** A message id of our own, in the form that WhatsApp's clients use. */
export const newWid = () =>
  `3EB0${Buffer.from(crypto.getRandomValues(new Uint8Array(9)))
    .toString('hex')
    .toUpperCase()}`

const PLAIN = /^[\w.:-]{1,128}$/

const byUidOf = prepared(db =>
  db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.companyId, sql.placeholder('companyId')), eq(table.uid, sql.placeholder('uid'))))
    .prepare(),
)
/** The network's id, unless another chat of the company uses it too or it can't stand in an address. */
async function freeUid(ctx: Ctx, wid: string) {
  if (!PLAIN.test(wid)) return crypto.randomUUID()
  const [taken] = await byUidOf(ctx.db).all({ companyId: ctx.companyId, uid: wid })
  return taken ? `${wid}~${crypto.randomUUID().slice(0, 8)}` : wid
}

type Named = Pick<NewMessage, 'connectionId' | 'chatId' | 'wid' | 'fromMe'>
const byName = prepared(db =>
  db
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.connectionId, sql.placeholder('connectionId')),
        eq(table.chatId, sql.placeholder('chatId')),
        eq(table.wid, sql.placeholder('wid')),
        eq(table.fromMe, sql.placeholder('fromMe')),
      ),
    )
    .prepare(),
)

/** Whether a message is there already: the network delivers some twice. */
const isKnown = async (ctx: Ctx, named: Named) => (await byName(ctx.db).all(named)).length > 0

async function insert(ctx: Ctx, values: NewMessage): Promise<Message> {
  return add(ctx.db, { ...values, companyId: ctx.companyId, uid: await freeUid(ctx, values.wid) })
}
const add = preparedInsert(table)

/** Tells a new message, and its ticket, to whoever may see the ticket. */
const announce = (ctx: Ctx, id: number, ticket: Ticket) =>
  publishLazily(ctx, roomsOf(ctx.companyId, ticket), async ctx => {
    const [[message], shown] = await Promise.all([shownById(ctx, [id]), tickets.view(ctx, ticket.id)])
    if (!message) return
    const rooms = roomsOf(ctx.companyId, shown)
    ctx.publish('appMessage', { action: 'create', message, ticket: shown, contact: shown.contact }, rooms)
    ctx.publish('ticket', { action: 'update', ticket: shown, ticketId: ticket.id }, rooms)
  })

/** Tells changed messages to those who have the conversation open. */
function announceChange(ctx: Ctx, changed: Pick<Message, 'id' | 'ticketId'>[]) {
  for (const { id, ticketId } of changed)
    publishLazily(ctx, [`ticket-${ticketId}`], async ctx => {
      const [message] = await shownById(ctx, [id])
      if (message) ctx.publish('appMessage', { action: 'update', message }, [`ticket-${message.ticketId}`])
    })
}

async function change(ctx: Ctx, id: number, values: Partial<Message>) {
  const changed = await ctx.db
    .update(table)
    .set(values)
    .where(and(mine(ctx), eq(table.id, id)))
    .returning({ id: table.id, ticketId: table.ticketId })
  announceChange(ctx, changed)
}

async function list(ctx: Ctx, ticket: Pick<Ticket, 'id' | 'contactId'>, pageNumber: number, history: boolean) {
  const where = history ? await conversation(ctx, ticket) : eq(table.ticketId, ticket.id)
  const { ids, ...rest } = await pageOf(ctx, table, { where, orderBy: 'id desc', size: PAGE, pageNumber })
  return { messages: await shownById(ctx, ids), ...rest }
}

/** The messages of a contact in all its tickets, as far as the actor sees them. */
async function conversation(ctx: Ctx, { id, contactId }: Pick<Ticket, 'id' | 'contactId'>) {
  if (ctx.actor.profile === 'admin') return eq(table.chatId, contactId)
  const others = (await tickets.ofContact(ctx, contactId)).map(one => one.id)
  return and(eq(table.chatId, contactId), inArray(table.ticketId, [id, ...others]))
}

/** A message by its public id, with the ticket, if the actor may see it. */
async function byUid(ctx: Ctx, uid: string) {
  const [message] = await ctx.db
    .select()
    .from(table)
    .where(and(mine(ctx), eq(table.uid, uid)))
  if (!message) throw new AppError('ERR_NO_MESSAGE_FOUND', 404)
  return { message, ticket: await tickets.load(ctx, message.ticketId) }
}

const rows = (db: Db, ids: number[]) => db.select().from(table).where(inArray(table.id, ids))
const row = async (db: Db, id: number) => (await db.select().from(table).where(eq(table.id, id)))[0]

/** The stored message that a key of one connection names; `chatId` narrows it to the conversation it must be in. */
async function byKey(ctx: Ctx, connectionId: number, wid: string, chatId?: number): Promise<Message | undefined> {
  const where = and(
    mine(ctx),
    eq(table.connectionId, connectionId),
    eq(table.wid, wid),
    chatId === undefined ? undefined : eq(table.chatId, chatId),
  )
  return (await ctx.db.select().from(table).where(where).limit(1))[0]
}

/** What was sent under an id, for the recipient's phone that asks again. */
const sentRaw = async (db: Db, connectionId: number, wid: string) =>
  (
    await db
      .select({ raw: table.dataJson })
      .from(table)
      .where(and(eq(table.connectionId, connectionId), eq(table.wid, wid), eq(table.fromMe, true)))
      .limit(1)
  )[0]?.raw

const RANK = { received: 0, queued: 0, failed: 0, sent: 1, delivered: 2, read: 3, played: 4 } as const

/** Takes over what a receipt says. States only rise; accepted messages leave the outbox. */
const setStates = (ctx: Ctx, { connectionId, ids, state, reason }: Receipt) =>
  transaction(ctx, async ctx => {
    const rows = await ctx.db
      .select({ id: table.id, wid: table.wid, ticketId: table.ticketId, status: table.status })
      .from(table)
      .where(and(mine(ctx), eq(table.connectionId, connectionId), inArray(table.wid, ids), eq(table.fromMe, true)))
    const named = new Set(rows.map(row => row.wid))
    await tasks.accepted(
      ctx,
      connectionId,
      ids.filter(id => !named.has(id)),
    )
    const rising = rows.filter(({ status }) => (state === 'failed' ? RANK[status] < RANK.delivered : RANK[status] < RANK[state]))
    const moved = rising.map(message => message.id)
    if (!moved.length) return
    await ctx.db
      .update(table)
      .set({ status: state, failReason: state === 'failed' ? (reason ?? 'refused') : null })
      .where(inArray(table.id, moved))
    await ctx.db.delete(outbox).where(and(inArray(outbox.messageId, moved), sql`json_extract(${outbox.task}, '$.do') = 'send'`))
    announceChange(ctx, rising)
  })

const fail = (ctx: Ctx, id: number, reason: string) =>
  transaction(ctx, async ctx => {
    await ctx.db.delete(outbox).where(eq(outbox.messageId, id))
    await change(ctx, id, { status: 'failed', failReason: reason })
  })

const byClientId = prepared(db =>
  db
    .select()
    .from(table)
    .where(and(eq(table.companyId, sql.placeholder('companyId')), eq(table.clientId, sql.placeholder('clientId'))))
    .prepare(),
)

/** Adds a message of the company's to its ticket and to the outbox. The same clientId is one message. */
async function queueOutbound(
  ctx: Ctx,
  ticket: Ticket,
  values: Pick<NewMessage, 'body' | 'mediaType'> & Partial<NewMessage>,
): Promise<Message> {
  if (!ticket.whatsappId) throw new AppError('ERR_NO_WAPP_FOUND', 404)
  if (values.clientId) {
    const [sent] = await byClientId(ctx.db).all({ companyId: ctx.companyId, clientId: values.clientId })
    if (sent) return sent
  }
  const message = await insert(ctx, {
    ticketId: ticket.id,
    chatId: ticket.contactId,
    connectionId: ticket.whatsappId,
    queueId: ticket.queueId,
    userId: ctx.actor.userId,
    wid: newWid(),
    fromMe: true,
    read: true,
    status: 'queued',
    ...values,
  })
  await tasks.enqueue(ctx, { connectionId: ticket.whatsappId, chatId: ticket.contactId, messageId: message.id, task: { do: 'send' } })
  await tickets.touch(ctx, ticket.id, { body: lastLine(message), fromMe: true, unread: false })
  announce(ctx, message.id, ticket)
  return message
}

/** What the list of tickets shows of a message: words, never a link or a card's source. */
export function lastLine({ body, media, mediaType }: Pick<Message, 'body' | 'media' | 'mediaType'>) {
  if (mediaType === 'locationMessage') return `📍 ${body.split('|').at(-1)}`
  if (mediaType === 'contactMessage' || mediaType === 'contactsArrayMessage')
    return `👤 ${[...body.matchAll(/^FN[^:\n]*:(.+)$/gm)].map(card => card[1]!.trim()).join(', ')}`
  return body || media?.fileName || ''
}

async function retry(ctx: Ctx, message: Message) {
  if (message.status !== 'failed' || !message.connectionId) throw new AppError('Esta mensagem não está com falha', 400)
  await change(ctx, message.id, { status: 'queued', failReason: null })
  await tasks.enqueue(ctx, { connectionId: message.connectionId, chatId: message.chatId, messageId: message.id, task: { do: 'send' } })
}

const newest = async (ctx: Ctx, ticketId: number): Promise<Message | undefined> =>
  (await ctx.db.select().from(table).where(eq(table.ticketId, ticketId)).orderBy(desc(table.id)).limit(1))[0]

/** The ticket's list entry follows a change of its newest message. */
async function followNewest(ctx: Ctx, { id, ticketId }: Message, lastMessage: string) {
  if ((await newest(ctx, ticketId))?.id !== id) return
  await tickets.setLastMessage(ctx, ticketId, lastMessage)
}

/** Marks a message as deleted. One that was never written to the network is taken out of the outbox instead: true then. */
async function erase(ctx: Ctx, message: Message): Promise<boolean> {
  const dropped = await ctx.db
    .delete(outbox)
    .where(and(eq(outbox.messageId, message.id), isNull(outbox.writtenAt), eq(outbox.attempts, 0)))
    .returning({ task: outbox.task })
  await change(ctx, message.id, { isDeleted: true })
  await followNewest(ctx, message, DELETED)
  return dropped.some(({ task }) => task.do === 'send')
}

async function edit(ctx: Ctx, message: Message, body: string) {
  await change(ctx, message.id, { body, isEdited: true })
  await followNewest(ctx, message, body)
}

/** One reaction a person: a new one replaces it, '' takes it away. */
async function react(ctx: Ctx, message: Message, reaction: Reaction) {
  const others = message.reactions.filter(one => !(one.fromMe === reaction.fromMe && one.contactId === reaction.contactId))
  const reactions = reaction.type ? [...others, reaction] : others
  await change(ctx, message.id, { reactions })
  return reactions
}

/** What the customer wrote and nobody read, as the index of it says. */
const unread = (ticketId: number | SQL) => and(eq(table.ticketId, ticketId), sql`read = 0 and from_me = 0`)
const firstUnread = prepared(db =>
  db
    .select({ id: table.id })
    .from(table)
    .where(unread(sql`${sql.placeholder('ticketId')}`))
    .limit(1)
    .prepare(),
)
const hasUnread = async (ctx: Ctx, ticketId: number) => (await firstUnread(ctx.db).all({ ticketId })).length > 0

/** Unread messages from the customer become read; returns them for the network. */
async function markRead(ctx: Ctx, ticketId: number) {
  return ctx.db
    .update(table)
    .set({ read: true })
    .where(unread(ticketId))
    .returning({ id: table.id, chatId: table.chatId, connectionId: table.connectionId })
}

/** Moves the messages of one conversation into another's; those that stand there already are dropped. Returns the moved ids. */
async function moveChat(ctx: Ctx, from: number, to: number) {
  await ctx.db.run(sql`delete from messages where chat_id = ${from} and exists (
    select 1 from messages k where k.connection_id = messages.connection_id and k.chat_id = ${to} and k.wid = messages.wid and k.from_me = messages.from_me)`)
  await ctx.db.update(table).set({ contactId: to }).where(eq(table.contactId, from))
  const moved = await ctx.db.update(table).set({ chatId: to }).where(eq(table.chatId, from)).returning({ id: table.id })
  await ctx.db.update(outbox).set({ chatId: to }).where(eq(outbox.chatId, from))
  return moved.map(message => message.id)
}
const placeInTicket = (ctx: Ctx, ids: number[], ticketId: number) =>
  ctx.db
    .update(table)
    .set({ ticketId })
    .where(and(mine(ctx), inArray(table.id, ids)))
/** Gives messages back to a conversation that had been merged away. */
async function placeInChat(ctx: Ctx, ids: number[], from: number, to: number) {
  const those = and(mine(ctx), inArray(table.id, ids))
  await ctx.db
    .update(table)
    .set({ contactId: to })
    .where(and(those, eq(table.contactId, from)))
  await ctx.db.update(table).set({ chatId: to }).where(those)
}
const moveToTicket = async (ctx: Ctx, from: number, to: number) =>
  (await ctx.db.update(table).set({ ticketId: to }).where(eq(table.ticketId, from)).returning({ id: table.id })).map(message => message.id)

export const messages = {
  ...tasks,
  ...trash,
  newest,
  isKnown,
  insert,
  announce,
  change,
  list,
  byUid,
  byKey,
  sentRaw,
  row,
  rows,
  setStates,
  fail,
  queueOutbound,
  retry,
  erase,
  edit,
  react,
  hasUnread,
  markRead,
  moveChat,
  moveToTicket,
  placeInTicket,
  placeInChat,
}
