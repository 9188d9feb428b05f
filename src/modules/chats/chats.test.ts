import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { clientOf } from '../../../tests/client'
import { until, type Staff } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'
import { users } from '../users'
import { chatMessages, chats as table } from './schema'
import type { ShownChat, ShownChatMessage } from './index'

const office = await testOffice()
const { norte, store } = office
const { ana, bia, leo, rui, admin } = norte.staff
const as = (who: Staff) => norte.staff[who].client

type Said = ShownChatMessage & { chat: ShownChat }
const made = async (who: Staff, ...others: Staff[]) =>
  (await as(who).post<ShownChat>('/chats', { title: 'Plantão', users: others.map(other => ({ id: norte.staff[other].id })) })).body
const say = async (who: Staff, { id }: { id: number }, message: string, more: object = {}) =>
  (await as(who).post<Said>(`/chats/${id}/messages`, { message, ...more })).body
const listed = async (who: Staff) => (await as(who).get<ShownChat[]>('/chats/list')).body
const unreadsOf = async (who: Staff, { id }: { id: number }) =>
  (await listed(who)).find(room => room.id === id)?.users.find(({ userId }) => userId === norte.staff[who].id)?.unreads
const texts = async (who: Staff, { id }: { id: number }, query = '') =>
  (await as(who).get<{ records: ShownChatMessage[]; hasMore: boolean }>(`/chats/${id}/messages${query}`)).body

test('a room is shown to its members with who is in it, by the calls that clients of the family know', async () => {
  const room = await made('ana', 'bia', 'bia', 'ana')
  expect(room).toMatchObject({ title: 'Plantão', ownerId: ana.id, owner: { id: ana.id, name: ana.name }, lastMessage: '' })
  expect(room.users.map(({ userId, unreads, user }) => [userId, unreads, user.name])).toEqual([
    [ana.id, 0, ana.name],
    [bia.id, 0, bia.name],
  ])
  expect(JSON.stringify(room)).not.toContain('@')
  const page = await as('bia').get<{ records: ShownChat[] }>('/chats/?searchParam=plant&pageNumber=1')
  expect(page.body).toMatchObject({ records: [room], count: 1, hasMore: false })
  expect((await as('bia').get(`/chats/${room.uuid}`)).body).toMatchObject({ id: room.id, uuid: room.uuid, title: 'Plantão' })
})

test('a room needs a title and somebody else', async () => {
  expect((await as('ana').post('/chats', { title: ' ', users: [{ id: bia.id }] })).body).toMatchObject({
    error: 'Por favor, preencha o título da conversa.',
  })
  expect((await as('ana').post('/chats', { title: 'Eu', users: [] })).body).toMatchObject({
    error: 'Por favor, selecione pelo menos um usuário.',
  })
})

test('a message is unread for the others until they say that they read, and the room stands where it was last written in', async () => {
  const [first, second] = [await made('ana', 'bia', 'leo'), await made('ana', 'bia')]
  const said = await say('ana', first, 'Queda na Compensa')
  expect(said).toMatchObject({ message: 'Queda na Compensa', senderId: ana.id, sender: { id: ana.id, name: ana.name } })
  expect(said.chat).toMatchObject({ id: first.id, lastMessage: `${ana.name}: Queda na Compensa` })
  await say('ana', first, 'Já voltou')
  expect((await listed('bia')).map(({ id }) => id).filter(id => id === first.id || id === second.id)).toEqual([first.id, second.id])
  expect([await unreadsOf('ana', first), await unreadsOf('bia', first), await unreadsOf('leo', first)]).toEqual([0, 2, 2])
  // Whoever is named: it is who asks that has read.
  await as('bia').post(`/chats/${first.id}/read`, { userId: leo.id })
  expect([await unreadsOf('bia', first), await unreadsOf('leo', first)]).toEqual([0, 2])
  await say('leo', first, 'Obrigado')
  expect([await unreadsOf('ana', first), await unreadsOf('bia', first), await unreadsOf('leo', first)]).toEqual([1, 1, 0])
})

test('what is deleted before it was read is not unread any more', async () => {
  const room = await made('ana', 'bia', 'leo')
  const said = [await say('ana', room, 'um'), await say('ana', room, 'dois')]
  await as('bia').post(`/chats/${room.id}/read`)
  await say('ana', room, 'três')
  await as('ana').delete(`/chats/${room.id}/messages/${said[1]!.id}`)
  expect([await unreadsOf('bia', room), await unreadsOf('leo', room)]).toEqual([1, 2])
  expect((await texts('bia', room)).records.map(({ message, isDeleted }) => [message, isDeleted])).toEqual([
    ['um', false],
    ['', true],
    ['três', false],
  ])
})

test('one’s own message is edited and deleted, nobody else’s, and the list says what remains', async () => {
  const room = await made('ana', 'bia')
  const [first, last] = [await say('ana', room, 'Boa tarde'), await say('ana', room, 'Vem ai')]
  const path = `/chats/${room.id}/messages/${last.id}`
  expect([(await as('bia').put(path, { message: 'x' })).status, (await as('bia').delete(path)).status]).toEqual([403, 403])
  expect((await as('ana').put<Said>(path, { message: 'Vem aí' })).body).toMatchObject({ message: 'Vem aí', isEdited: true })
  expect((await listed('bia')).find(({ id }) => id === room.id)!.lastMessage).toBe(`${ana.name}: Vem aí`)
  await as('ana').delete(path)
  expect((await listed('bia')).find(({ id }) => id === room.id)!.lastMessage).toBe(`${ana.name}: Boa tarde`)
  expect([(await as('ana').put(path, { message: 'x' })).status, (await as('ana').delete(path)).status]).toEqual([404, 404])
  await as('ana').delete(`/chats/${room.id}/messages/${first.id}`)
  expect((await listed('bia')).find(({ id }) => id === room.id)!.lastMessage).toBe('')
})

test('an answer brings what it answers, of the same room alone', async () => {
  const [room, other] = [await made('ana', 'bia'), await made('ana', 'bia')]
  const asked = await say('ana', room, 'Previsão?')
  expect(await say('bia', room, '40 minutos', { quotedId: asked.id })).toMatchObject({
    quotedMsg: { id: asked.id, message: 'Previsão?', sender: { name: ana.name } },
  })
  expect((await as('bia').post(`/chats/${other.id}/messages`, { message: 'x', quotedId: asked.id })).status).toBe(404)
})

test('what is sent twice under one name is said once', async () => {
  const room = await made('ana', 'bia')
  const clientId = crypto.randomUUID()
  const twice = await Promise.all([say('ana', room, 'oi', { clientId }), say('ana', room, 'oi', { clientId })])
  expect(twice[0]!.id).toBe(twice[1]!.id)
  expect(await unreadsOf('bia', room)).toBe(1)
})

test('older messages come before one that is known, however many came meanwhile', async () => {
  const room = await made('ana', 'bia')
  for (let n = 1; n <= 45; n++) await say('ana', room, `nº ${n}`)
  const newest = await texts('bia', room)
  expect([newest.records.length, newest.records[0]!.message, newest.records.at(-1)!.message]).toEqual([20, 'nº 26', 'nº 45'])
  expect(newest).toMatchObject({ count: 45, hasMore: true })
  await say('ana', room, 'nº 46')
  const older = await texts('bia', room, `?before=${newest.records[0]!.id}`)
  expect([older.records[0]!.message, older.records.at(-1)!.message, older.hasMore]).toEqual(['nº 6', 'nº 25', true])
  const oldest = await texts('bia', room, `?before=${older.records[0]!.id}`)
  expect([oldest.records.length, oldest.hasMore]).toEqual([5, false])
})

test('a file is kept with its name and opens by an address of its own; one file a message', async () => {
  const room = await made('ana', 'bia')
  const form = new FormData()
  form.set('message', 'Escala')
  form.set('medias', new File(['conteúdo'], 'escala.txt', { type: 'text/plain' }))
  const { body } = await as('ana').post<Said>(`/chats/${room.id}/messages`, form)
  expect(body).toMatchObject({ message: 'Escala', mediaName: 'escala.txt', mediaType: 'application', mimetype: 'text/plain' })
  expect((await texts('bia', room)).records[0]!.mediaPath).toBe(body.mediaPath)
  expect((await as('bia').get(body.mediaPath!)).text).toBe('conteúdo')
  form.append('medias', new File(['mais'], 'mais.txt'))
  expect((await as('ana').post(`/chats/${room.id}/messages`, form)).body).toMatchObject({ code: 'ERR_TOO_MANY_FILES' })
})

test('the owner renames, adds and removes, and each hears what concerns them', async () => {
  const room = await made('ana', 'bia')
  const [added, removed, kept] = await Promise.all([as('leo').socket(), as('bia').socket(), as('ana').socket()])
  expect((await as('bia').put(`/chats/${room.id}`, { title: 'Meu' })).status).toBe(403)
  expect((await as('bia').delete(`/chats/${room.id}`)).status).toBe(403)
  await say('ana', room, 'antes')
  const { body } = await as('ana').put<ShownChat>(`/chats/${room.id}`, { title: 'Noite', users: [{ id: leo.id }] })
  expect(body.users.map(({ userId }) => userId)).toEqual([ana.id, leo.id])
  const prefix = `company-${norte.id}-chat`
  await added.next(`${prefix}-user-${leo.id}`, told => told['action'] === 'create')
  await kept.next(`${prefix}-user-${ana.id}`, told => told['action'] === 'update')
  await removed.next(prefix, told => told['action'] === 'delete' && told['id'] === room.id)
  // Who comes later reads what was said, and none of it is news.
  expect((await texts('leo', room)).records.map(({ message }) => message)).toEqual(['antes'])
  expect(await unreadsOf('leo', room)).toBe(0)
  for (const socket of [added, removed, kept]) socket.close()
})

test('whoever leaves is out; the longest there owns the room then, and the last one takes it along', async () => {
  const room = await made('ana', 'bia', 'leo')
  await say('ana', room, 'tchau')
  expect((await as('ana').post(`/chats/${room.id}/leave`)).status).toBe(200)
  expect((await as('ana').get(`/chats/${room.id}/messages`)).status).toBe(404)
  expect((await listed('bia')).find(({ id }) => id === room.id)).toMatchObject({
    ownerId: bia.id,
    users: [{ userId: bia.id }, { userId: leo.id }],
  })
  for (const who of ['leo', 'bia'] as const) await as(who).post(`/chats/${room.id}/leave`)
  await until(async () => !(await store.db.select().from(table).where(eq(table.id, room.id))).length)
  expect(await store.db.$count(chatMessages, eq(chatMessages.chatId, room.id))).toBe(0)
})

test('a deleted room is gone at once, and its rows after it', async () => {
  const room = await made('ana', 'bia')
  await say('bia', room, 'oi')
  const socket = await as('bia').socket()
  expect(await as('ana').delete(`/chats/${room.id}`)).toMatchObject({ status: 200, body: { message: 'Chat deleted' } })
  await socket.next(`company-${norte.id}-chat`, told => told['action'] === 'delete' && told['id'] === room.id)
  expect((await as('bia').get(`/chats/${room.uuid}`)).status).toBe(404)
  await until(async () => !(await store.db.select().from(table).where(eq(table.id, room.id))).length)
  socket.close()
})

test('who is deleted leaves the rooms, and what was said stays under the name', async () => {
  const hired = { name: 'Téo Alves', email: 'teo@norte.com', password: 'fita-amarela', queueIds: [] }
  const { body: user } = await admin.client.post<{ id: number }>('/users', hired)
  const teo = await office.signIn((await users.byEmail(store.db, hired.email))!)
  const { body: room } = await teo.post<ShownChat>('/chats', { title: 'Obras', users: [{ id: bia.id }] })
  await teo.post(`/chats/${room.id}/messages`, { message: 'Fica aqui' })
  const { body: alone } = await teo.post<ShownChat>('/chats', { title: 'Só', users: [{ id: rui.id }] })
  await as('rui').post(`/chats/${alone.id}/leave`)
  await admin.client.delete(`/users/${user.id}`)
  expect((await listed('bia')).find(({ id }) => id === room.id)).toMatchObject({ ownerId: bia.id, users: [{ userId: bia.id }] })
  const fromTeo = async () => (await texts('bia', room)).records[0]!
  expect(await fromTeo()).toMatchObject({ message: 'Fica aqui', sender: { name: 'Téo Alves' } })
  await until(async () => (await fromTeo()).senderId === null)
  expect((await fromTeo()).sender.name).toBe('Téo Alves')
  await until(async () => !(await store.db.select().from(table).where(eq(table.id, alone.id))).length)
})

test('one event tells a member all of a new message, and one that somebody writes', async () => {
  const room = await made('ana', 'bia')
  const [socket, own] = [await as('bia').socket(), await as('ana').socket()]
  await as('ana').post(`/chats/${room.id}/typing`)
  await say('ana', room, 'Bom dia')
  const heard = (await socket.settled()).filter(({ event }) => event.includes('chat'))
  expect(heard.map(({ event }) => event)).toEqual([
    `company-${norte.id}-chatTyping`,
    `company-${norte.id}-chat`,
    `company-${norte.id}-chat-${room.id}`,
  ])
  expect(heard[0]!.payload).toMatchObject({ chatId: room.id, user: { id: ana.id, name: ana.name } })
  expect(heard[1]!.payload).toMatchObject({
    action: 'new-message',
    newMessage: { message: 'Bom dia', sender: { name: ana.name } },
    chat: { id: room.id, users: [{ unreads: 0 }, { userId: bia.id, unreads: 1 }] },
  })
  expect((await own.settled()).some(({ event }) => event.endsWith('chatTyping'))).toBe(false)
  for (const one of [socket, own]) one.close()
})

test('nobody without a session reads a room', async () => {
  const room = await made('ana', 'bia')
  expect((await clientOf(office.product, '', '').get(`/chats/${room.id}/messages`)).status).toBe(401)
})

test('what was said is found by its words in the own rooms alone, without accents, newest first, and not when it is deleted', async () => {
  const [open, closed] = [await made('ana', 'bia'), await made('leo', 'rui')]
  const first = await say('ana', open, 'A reunião de manhã é na sala do fundo')
  const second = await say('bia', open, 'Reunião adiada')
  const secret = await say('leo', closed, 'reunião secreta')
  type Found = { records: ShownChatMessage[]; hasMore: boolean }
  const found = async (who: Staff, text: string) =>
    (await as(who).get<Found>(`/chats/search?${new URLSearchParams({ searchParam: text })}`)).body
  const ids = async (who: Staff, text: string) => (await found(who, text)).records.map(({ id }) => id)
  expect(await ids('ana', 'reuniao')).toEqual([second.id, first.id])
  expect(await ids('ana', 'manha REUN')).toEqual([first.id])
  // Where nothing has the whole words, each of three letters or more may go on.
  expect([await ids('ana', 'reun man sal'), await ids('ana', 're manha')]).toEqual([[first.id], []])
  expect((await found('ana', 'sala')).records[0]).toMatchObject({
    chatId: open.id,
    sender: { name: ana.name },
    message: '…de manhã é na sala do fundo',
  })
  expect(await ids('leo', 'reuniao')).toEqual([secret.id])
  for (const who of ['admin', 'rui'] as const) expect(await ids(who, 'fundo')).toEqual([])
  expect(await ids('ana', 'r')).toEqual([])
  const { client } = office.sul.staff.admin
  expect((await client.get<Found>('/chats/search?searchParam=reuniao')).body).toEqual({ records: [], hasMore: false })
  await as('bia').put(`/chats/${open.id}/messages/${second.id}`, { message: 'Encontro adiado' })
  await as('ana').delete(`/chats/${open.id}/messages/${first.id}`)
  expect([await ids('ana', 'reuniao'), await ids('ana', 'adiado')]).toEqual([[], [second.id]])
  // Who was taken out finds nothing of it any more.
  await as('ana').put(`/chats/${open.id}`, { users: [{ id: leo.id }] })
  expect([await ids('bia', 'adiado'), await ids('leo', 'adiado')]).toEqual([[], [second.id]])
})

test('a jump to what was said long before is one page down to it, with what stands around it', async () => {
  const room = await made('ana', 'bia')
  const said: Said[] = []
  for (let n = 0; n < 70; n++) said.push(await say('ana', room, `palavra ${n}`))
  const { records } = await texts('bia', room)
  const page = await texts('bia', room, `?before=${records[0]!.id}&from=${said[25]!.id}`)
  expect(page.records.map(({ message }) => message)).toEqual(said.slice(6, 50).map(({ message }) => message))
  expect(page.hasMore).toBe(true)
  const all = await texts('bia', room, `?before=${records[0]!.id}&from=1`)
  expect([all.records.length, all.hasMore]).toEqual([50, false])
})

test('who is in hundreds of rooms searches all of them', async () => {
  const now = Date.now()
  await store.client.execute(`insert into chats (company_id, uuid, title, owner_id, created_at, updated_at)
    select ${norte.id}, 'many ' || value, 'Sala', ${rui.id}, ${now}, ${now} from generate_series(1, 600)`)
  await store.client.execute(`insert into chat_users (chat_id, user_id, created_at, updated_at)
    select id, ${rui.id}, ${now}, ${now} from chats where uuid like 'many %'`)
  const [last] = (await as('rui').get<ShownChat[]>('/chats/list')).body
  await say('rui', last!, 'agulha no palheiro')
  const { body } = await as('rui').get<{ records: ShownChatMessage[] }>('/chats/search?searchParam=palheiro')
  expect(body.records.map(({ chatId }) => chatId)).toEqual([last!.id])
})
