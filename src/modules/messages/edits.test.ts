import { expect, setSystemTime, test } from 'bun:test'
import { messages, newPhone, until } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'

const office = await testOffice()
const { norte, sul } = office
const ana = norte.staff.ana.client

type History = { history: { body: string; writtenAt: string }[] }
const open = () => norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: norte.staff.ana.id })
const history = async (uid: string, client = ana) => (await client.get<History>(`/messages/${uid}/history`)).body.history
const texts = async (uid: string, client = ana) => (await history(uid, client)).map(({ body }) => body)
const kept = async (id: number) =>
  (await office.store.client.execute({ sql: 'select count(*) n from message_edits where message_id = ?', args: [id] })).rows[0]!['n']

test('an edited message has its earlier texts, each with when it was written', async () => {
  const ticket = await open()
  const { uid } = await norte.makeMessage(ticket, { fromMe: true, userId: norte.staff.ana.id, body: 'um', createdAt: new Date() })
  const start = Date.now()
  for (const [i, body] of ['dois', 'três'].entries()) {
    setSystemTime(start + (i + 1) * 60_000)
    expect((await ana.post(`/messages/edit/${uid}`, { body })).status).toBe(200)
  }
  setSystemTime()
  const told = await history(uid)
  expect(told.map(({ body }) => body)).toEqual(['um', 'dois'])
  expect(Math.round((Date.parse(told[1]!.writtenAt) - Date.parse(told[0]!.writtenAt)) / 60_000)).toBe(1)
})

test('a customer’s edits are kept too, so many at most', async () => {
  const from = { pn: '5511970011223', name: 'Helena' }
  const key = await office.receive(norte, { from, text: 'linha 0' })
  for (let i = 1; i <= 35; i++) await office.receive(norte, { from, content: { type: 'edit', target: key, body: `linha ${i}` } })
  await office.receive(norte, { from, content: { type: 'edit', target: key, body: 'linha 35' } })
  const { admin } = norte.staff
  const earlier = await history(key.id, admin.client)
  expect([earlier.length, earlier[0]!.body, earlier.at(-1)!.body]).toEqual([30, 'linha 5', 'linha 34'])
})

test('whoever does not see the message does not see what it said', async () => {
  const ticket = await open()
  const { uid } = await norte.makeMessage(ticket, { fromMe: true, userId: norte.staff.ana.id, body: 'um', createdAt: new Date() })
  await ana.post(`/messages/edit/${uid}`, { body: 'dois' })
  for (const { client } of [norte.staff.bia, norte.staff.rui]) expect((await client.get(`/messages/${uid}/history`)).status).toBe(403)
  expect((await sul.staff.admin.client.get(`/messages/${uid}/history`)).status).toBe(404)
  await ana.delete(`/messages/${uid}`)
  expect(await texts(uid)).toEqual([])
})

test('the earlier texts follow their message into another conversation, and go with it', async () => {
  const person = { pn: newPhone(), lid: '199900011122233' }
  await office.receive(norte, { from: { pn: person.pn, name: 'Helena' }, text: 'pelo número' })
  const key = await office.receive(norte, { from: { lid: person.lid }, text: 'um' })
  await office.receive(norte, { from: { lid: person.lid }, content: { type: 'edit', target: key, body: 'dois' } })
  await office.receive(norte, { from: person, text: 'pelos dois' })
  const { client } = norte.staff.admin
  expect(await texts(key.id, client)).toEqual(['um'])
  const { message, ticket } = await messages.byUid(norte.ctx, key.id)
  expect(ticket.lastMessage).toBe('pelos dois')
  expect((await client.delete(`/tickets/${ticket.id}`)).status).toBe(200)
  expect((await client.get(`/messages/${key.id}/history`)).status).toBe(404)
  await until(async () => (await kept(message.id)) === 0)
})
