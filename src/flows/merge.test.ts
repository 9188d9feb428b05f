import { expect, test } from 'bun:test'
import { and, eq, sql } from 'drizzle-orm'
import { transaction } from '#kernel/context'
import { testOffice } from '../../tests/office'
import { turn } from '../../tests/until'
import { messages, outbox } from '../modules/messages/schema'
import { ticketNotes } from '../modules/ticket-notes/schema'
import { tickets } from '../modules/tickets/schema'
import { deleteContact } from './delete-contact'
import { undoMerge } from './merge'
import { deleteTicket } from './tickets/delete'

const office = await testOffice()
const { norte } = office
const { db } = office.store
const { ana, admin } = norte.staff
const [sales] = norte.queues

type Kind = Partial<typeof tickets.$inferInsert>
/** Two contacts who each have a conversation on one connection: the one that stays, and the one that goes into it. */
async function two(kept: Kind = {}, gone: Kind = {}) {
  const [one, other] = [await norte.makeContact('Fica'), await norte.makeContact('Vai')]
  const stays = await norte.makeTicket({ contactId: one.id, queueId: sales.id, ...kept })
  const goes = await norte.makeTicket({ contactId: other.id, queueId: sales.id, ...gone })
  const post = (path: string, body?: object) => admin.client.post(`/contacts/${one.id}/${path}`, body)
  const merge = async () => expect((await post('merge', { contactId: other.id })).status).toBe(200)
  const undo = async () => expect((await post('unmerge')).status).toBe(200)
  return { one, other, stays, goes, merge, undo }
}
const row = async ({ id }: { id: number }) => (await db.select().from(tickets).where(eq(tickets.id, id)))[0]
const held = { status: 'open', userId: ana.id } as const

test('what waits to be sent goes, after a merge was taken back, to the person to whom it was said', async () => {
  const { one, other, goes, merge, undo } = await two({}, held)
  const body = 'só para quem volta'
  expect((await ana.client.post(`/messages/${goes.id}`, { body })).status).toBe(200)
  const chats = () =>
    db.select({ chatId: outbox.chatId }).from(outbox).innerJoin(messages, eq(messages.id, outbox.messageId)).where(eq(messages.body, body))
  await merge()
  expect(await chats()).toEqual([{ chatId: one.id }])
  await undo()
  expect(await chats()).toEqual([{ chatId: other.id }])
})

test('what was said and noted down in a conversation between a merge and its end goes with the conversation', async () => {
  const { one, other, goes, merge, undo } = await two({ status: 'closed', closedAt: new Date() }, held)
  await merge()
  await ana.client.post(`/messages/${goes.id}`, { body: 'dito no meio' })
  await ana.client.post('/ticket-notes', { ticketId: goes.id, note: 'anotado no meio' })
  await undo()
  const [message] = await db.select().from(messages).where(eq(messages.ticketId, goes.id))
  const [note] = await db.select().from(ticketNotes).where(eq(ticketNotes.ticketId, goes.id))
  expect([message!.chatId, note!.contactId]).toEqual([other.id, other.id])
  const page = (id: number) => ana.client.get<{ messages: { body: string }[] }>(`/messages/${id}?history=true`)
  expect((await page(goes.id)).body.messages.map(({ body }) => body)).toEqual(['dito no meio'])
  expect(await db.$count(messages, eq(messages.chatId, one.id))).toBe(0)
})

test('a conversation that somebody attends stays theirs where the other one waits, and waits again when the merge is taken back', async () => {
  const support = norte.queues[1].id
  const { stays, goes, merge, undo } = await two({ queueId: support }, held)
  const socket = await ana.client.socket(['joinTickets', 'open'])
  await merge()
  expect(await row(stays)).toMatchObject({ ...held, queueId: sales.id })
  await socket.next(`company-${norte.id}-ticket`, ({ action, ticketId }) => action === 'update' && ticketId === stays.id)
  const mine = await ana.client.get<{ tickets: { id: number }[] }>('/tickets?status=open')
  expect(mine.body.tickets.map(({ id }) => id)).toContain(stays.id)
  await undo()
  expect(await row(stays)).toMatchObject({ status: 'pending', userId: null, queueId: support })
  expect(await row(goes)).toMatchObject({ ...held, queueId: sales.id })
  socket.close()
})

test('the list shows what was said last in either conversation, and nothing that was deleted since', async () => {
  const { stays, goes, merge, undo } = await two({}, held)
  await norte.makeMessage(stays, { body: 'antes' })
  expect((await ana.client.post(`/messages/${goes.id}`, { body: 'um segredo' })).status).toBe(200)
  await merge()
  expect(await row(stays)).toMatchObject({ lastMessage: 'um segredo', fromMe: true })
  const [secret] = await db.select().from(messages).where(eq(messages.body, 'um segredo'))
  expect((await ana.client.delete(`/messages/${secret!.uid}`)).status).toBe(200)
  await undo()
  expect(await row(stays)).toMatchObject({ lastMessage: 'antes', fromMe: false })
  expect((await row(goes))!.lastMessage).toContain('Mensagem Apagada')
})

test('what was answered between a merge and its end waits no more, and what was not waits as it did', async () => {
  const [early, late] = [new Date(Date.now() - 7_200_000), new Date(Date.now() - 3_600_000)]
  const answered = await two(held, { unreadMessages: 2, waitingSince: early })
  await answered.merge()
  await ana.client.post(`/messages/${answered.stays.id}`, { body: 'respondido' })
  await answered.undo()
  expect(await row(answered.goes)).toMatchObject({ unreadMessages: 0, waitingSince: null })
  const silent = await two({ unreadMessages: 1, waitingSince: late }, { unreadMessages: 2, waitingSince: early })
  await silent.merge()
  expect(await row(silent.stays)).toMatchObject({ unreadMessages: 3, waitingSince: early })
  await silent.undo()
  expect(await row(silent.stays)).toMatchObject({ unreadMessages: 1, waitingSince: late })
  expect(await row(silent.goes)).toMatchObject({ unreadMessages: 2, waitingSince: early })
})

test('nothing of a contact, or of a conversation, that was deleted comes back with the other', async () => {
  const whole = await two()
  await whole.merge()
  await transaction(norte.ctx, async ctx => {
    await deleteContact(ctx, whole.one.id)
    expect(await undoMerge(ctx, whole.one.id).catch(error => (error as Error).message)).toBe('ERR_NO_CONTACT_FOUND')
  })
  const { one, stays, goes, merge } = await two()
  await norte.makeMessage(goes, { body: 'apagada com a conversa' })
  await merge()
  await transaction(norte.ctx, async ctx => {
    await deleteTicket(ctx, (await row(stays)) as Parameters<typeof deleteTicket>[1])
    await undoMerge(ctx, one.id)
  })
  expect(await row(goes)).toBeUndefined()
})

test('thousands of messages go and return in pieces, and meanwhile nobody sees a part of them gone', async () => {
  const { one, other, stays, goes, merge, undo } = await two({}, held)
  const { id: _, ...said } = (
    await db
      .select()
      .from(messages)
      .where(eq(messages.id, (await norte.makeMessage(goes)).id))
  )[0]!
  const MANY = 2_500
  for (let from = 0; from < MANY - 1; from += 500)
    await db
      .insert(messages)
      .values(
        Array.from({ length: Math.min(500, MANY - 1 - from) }, (_, i) => ({ ...said, uid: `peça ${from + i}`, wid: `peça ${from + i}` })),
      )
  const has = async () => {
    const [now] = await db.all<{ kept: number; joined: number; apart: number }>(sql`select total(chat_id = ${one.id}) kept,
      total(ticket_id = ${stays.id}) joined, total(chat_id = ${other.id} and ticket_id = ${goes.id}) apart from messages`)
    return Object.values(now!).join()
  }
  /** All that anybody sees until it is done. */
  async function seen(work: () => Promise<void>) {
    const states = new Set<string>()
    let isOver = false
    const working = work().finally(() => (isOver = true))
    for (; !isOver; await turn()) states.add(await has())
    await working
    return [...states, await has()].filter((state, i, all) => all.indexOf(state) === i)
  }
  const [apart, together] = [`0,0,${MANY}`, `${MANY},${MANY},0`]
  expect(await seen(merge)).toEqual([apart, together])
  expect(await db.$count(messages, and(eq(messages.chatId, one.id), eq(messages.contactId, other.id)))).toBe(0)
  expect(await seen(undo)).toEqual([together, apart])
})
