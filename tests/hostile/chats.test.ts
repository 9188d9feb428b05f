import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { ShownChat, ShownChatMessage } from '#modules/chats'
import { companies } from '../../src/modules/companies/schema'
import { plans } from '../../src/modules/plans/schema'
import type { Client } from '../client'
import { testOffice } from '../office'

const office = await testOffice()
const { norte, sul } = office
const { ana, bia, leo, admin } = norte.staff
const SECRET = 'palavra-que-só-a-sala-conhece'

/** A room of Ana and Bia. The administrator of the company, and everyone else, are outsiders. */
async function secretRoom() {
  const { body: room } = await ana.client.post<ShownChat>('/chats', { title: `Sala ${SECRET}`, users: [{ id: bia.id }] })
  const { body: said } = await ana.client.post<ShownChatMessage>(`/chats/${room.id}/messages`, { message: SECRET })
  return { room, said }
}
const outsiders: [string, Client][] = [
  ['another company’s administrator', sul.staff.admin.client],
  ['the company’s own administrator, who operates the installation', admin.client],
  ['a colleague', leo.client],
]
const file = (text: string) => {
  const form = new FormData()
  form.set('medias', new File([text], `${text}.txt`, { type: 'text/plain' }))
  return form
}

test.each(outsiders)('for %s a room is as one that never was, by every door', async (_, client) => {
  const { room, said } = await secretRoom()
  const doors = (id: number, uuid: string, messageId: number): [string, string, unknown?][] => [
    ['GET', `/chats/${uuid}`],
    ['GET', `/chats/${id}/messages`],
    ['GET', `/chats/${id}/messages?before=${messageId + 1}`],
    ['PUT', `/chats/${id}`, { title: 'Minha', users: [{ id: leo.id }] }],
    ['DELETE', `/chats/${id}`],
    ['POST', `/chats/${id}/leave`],
    ['POST', `/chats/${id}/read`, { userId: ana.id }],
    ['POST', `/chats/${id}/typing`],
    ['POST', `/chats/${id}/messages`, { message: 'oi' }],
    ['POST', `/chats/${id}/messages`, file('de-fora')],
    ['PUT', `/chats/${id}/messages/${messageId}`, { message: 'oi' }],
    ['DELETE', `/chats/${id}/messages/${messageId}`],
  ]
  const never = doors(999_999_999, crypto.randomUUID(), 999_999_999)
  for (const [i, [method, path, body]] of doors(room.id, room.uuid, said.id).entries()) {
    const [answer, unknown] = [await client.call(method, path, body), await client.call(never[i]![0], never[i]![1], never[i]![2])]
    expect([method, path, answer.status, answer.text]).toEqual([method, path, 404, unknown.text])
  }
  for (const path of ['/chats', `/chats?searchParam=${SECRET}`, '/chats/list', `/tickets?searchParam=${SECRET}`])
    expect((await client.get(path)).text).not.toContain(SECRET)
  const kept = await bia.client.get<{ records: ShownChatMessage[] }>(`/chats/${room.id}/messages`)
  expect(kept.body.records.map(({ message }) => message)).toEqual([SECRET])
})

test('no outsider hears of what happens in a room, whatever they ask to follow', async () => {
  const sockets = await Promise.all(
    outsiders.map(async ([, client]) => client.socket(['joinNotification'], ['joinTickets', 'open'], ['joinChatBox', '1'])),
  )
  const { room, said } = await secretRoom()
  for (const socket of sockets) await socket.join('joinChatBox', String(room.id))
  await bia.client.post(`/chats/${room.id}/typing`)
  await bia.client.post(`/chats/${room.id}/messages`, file(SECRET))
  await ana.client.put(`/chats/${room.id}/messages/${said.id}`, { message: `${SECRET} outra` })
  await ana.client.delete(`/chats/${room.id}/messages/${said.id}`)
  await ana.client.put(`/chats/${room.id}`, { title: `${SECRET} nova` })
  await bia.client.post(`/chats/${room.id}/read`)
  await ana.client.delete(`/chats/${room.id}`)
  for (const socket of sockets) {
    expect((await socket.settled()).filter(({ event }) => event.includes('-chat'))).toEqual([])
    socket.close()
  }
})

test('who is taken out hears nothing from that moment, and neither does who leaves', async () => {
  const { room } = await secretRoom()
  await ana.client.put(`/chats/${room.id}`, { users: [{ id: bia.id }, { id: leo.id }] })
  const [removed, left] = [await bia.client.socket(), await leo.client.socket()]
  await ana.client.put(`/chats/${room.id}`, { users: [{ id: leo.id }] })
  await leo.client.post(`/chats/${room.id}/leave`)
  await ana.client.post(`/chats/${room.id}/messages`, { message: SECRET })
  await ana.client.post(`/chats/${room.id}/typing`)
  await ana.client.put(`/chats/${room.id}`, { title: 'Sem eles' })
  for (const socket of [removed, left]) {
    const heard = (await socket.settled()).filter(({ event }) => event.includes('-chat'))
    expect(heard.at(-1)!.payload).toEqual({ action: 'delete', id: room.id })
    expect(JSON.stringify(heard.slice(heard.findIndex(({ payload }) => payload!['action'] === 'delete')))).not.toContain(SECRET)
    socket.close()
  }
  for (const client of [bia.client, leo.client]) expect((await client.get(`/chats/${room.id}/messages`)).status).toBe(404)
})

test('the address of a file is nobody’s but who was told, and no other opens it', async () => {
  const { room } = await secretRoom()
  const { body } = await ana.client.post<ShownChatMessage>(`/chats/${room.id}/messages`, file(SECRET))
  const address = new URL(body.mediaPath!, 'http://x')
  for (const change of [{ s: 'x' }, { n: 'outro.txt' }, { e: '9999999999999' }] as Record<string, string>[]) {
    const query = new URLSearchParams({ ...Object.fromEntries(address.searchParams), ...change })
    expect((await admin.client.get(`${address.pathname}?${query}`)).status).toBe(404)
  }
  expect((await admin.client.get(address.pathname)).status).toBe(404)
})

test('a message is what it says, of who says it, in the room of its address, whatever else is named', async () => {
  const [{ room }, { room: other }] = [await secretRoom(), await secretRoom()]
  const lies = { id: 424_242, chatId: other.id, senderId: bia.id, senderName: 'Bia', isDeleted: true, isEdited: true, createdAt: 0 }
  const media = { mediaType: 'image', mediaPath: '/media/x', media: { hash: 'x' } }
  const { body } = await ana.client.post<ShownChatMessage>(`/chats/${room.id}/messages`, { message: 'oi', ...lies, ...media })
  const honest = { chatId: room.id, senderId: ana.id, sender: { id: ana.id, name: ana.name }, isDeleted: false, mediaPath: null }
  expect(body).toMatchObject({ ...honest, isEdited: false, mediaType: 'chat' })
  const { body: edited } = await ana.client.put<ShownChatMessage>(`/chats/${room.id}/messages/${body.id}`, { message: 'olá', ...lies })
  expect(edited).toMatchObject({ ...honest, id: body.id, message: 'olá', createdAt: body.createdAt })
  expect((await ana.client.put(`/chats/${other.id}/messages/${body.id}`, { message: 'x' })).status).toBe(404)
})

test('people of another company are in no room, and are told as unknown ones', async () => {
  const ask = (id: number) => ana.client.post('/chats', { title: 'Juntos', users: [{ id: bia.id }, { id }] })
  const [foreign, unknown] = [await ask(sul.staff.ana.id), await ask(999_999_999)]
  expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
  const { room } = await secretRoom()
  expect((await ana.client.put(`/chats/${room.id}`, { users: [{ id: sul.staff.ana.id }] })).status).toBe(404)
})

test('a plan without the internal chat closes every door of it, in the sessions that are open too', async () => {
  const values = { name: 'Sem chat', users: 9, connections: 9, queues: 9, useInternalChat: false }
  const [plan] = await office.store.db.insert(plans).values(values).returning()
  await office.store.db.update(companies).set({ planId: plan!.id }).where(eq(companies.id, sul.id))
  sul.ctx.access.changed({ companyId: sul.id })
  const { chat, staff } = sul
  for (const [method, path, body] of [
    ['GET', '/chats'],
    ['GET', `/chats/${chat.id}/messages`],
    ['POST', '/chats', { title: 'x', users: [{ id: staff.ana.id }] }],
    ['POST', `/chats/${chat.id}/messages`, { message: 'x' }],
  ] as [string, string, unknown?][])
    expect(await staff.admin.client.call(method, path, body)).toMatchObject({ status: 403, body: { code: 'ERR_NOT_IN_PLAN' } })
})
