import { expect, test } from 'bun:test'
import { testOffice } from '../../../tests/office'

const { norte } = await testOffice()

type Queue = { id: number; name: string; color: string; orderQueue: number | null }
const admin = () => norte.staff.admin.client
let made = 0
const make = (more: object = {}) =>
  admin().post<Queue>('/queue', { name: `Fila ${++made}`, color: `#aa00${String(made).padStart(2, '0')}`, ...more })

test('queues stand in their order', async () => {
  const late = (await make({ orderQueue: 9 })).body
  const early = (await make({ orderQueue: 1 })).body
  const { body } = await norte.staff.ana.client.get<Queue[]>('/queue')
  const order = body.map(queue => queue.id)
  expect(order.indexOf(early.id)).toBeLessThan(order.indexOf(late.id))
})

test('name and colour are taken once a company, in codes that clients know', async () => {
  const { body } = await make()
  expect(await make({ name: body.name })).toMatchObject({ status: 400, body: { error: 'ERR_QUEUE_NAME_ALREADY_EXISTS' } })
  expect(await make({ color: body.color })).toMatchObject({ status: 400, body: { error: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' } })
  expect((await make({ name: 'A' })).body).toMatchObject({ details: { name: ['ERR_QUEUE_INVALID_NAME'] } })
  expect((await make({ color: 'azul' })).body).toMatchObject({ details: { color: ['ERR_QUEUE_INVALID_COLOR'] } })
})

test('an empty field of an older client is none', async () => {
  const { body } = await make()
  const changed = await admin().put<Queue>(`/queue/${body.id}`, { orderQueue: '', integrationId: '' })
  expect(changed).toMatchObject({ status: 201, body: { orderQueue: null, integrationId: null } })
})

test('the tickets of a deleted queue stay, without a queue', async () => {
  const { body } = await make()
  const ticket = await norte.makeTicket({ queueId: body.id })
  expect((await admin().delete(`/queue/${body.id}`)).status).toBe(200)
  expect((await admin().get(`/tickets/${ticket.id}`)).body).toMatchObject({ queueId: null, status: 'pending' })
})

test('who held a deleted queue loses it at once', async () => {
  const { body } = await make()
  const { rui } = norte.staff
  await admin().put(`/users/${rui.id}`, { queueIds: [body.id] })
  const ticket = await norte.makeTicket({ queueId: body.id })
  expect((await rui.client.get(`/tickets/${ticket.id}`)).status).toBe(200)
  await admin().delete(`/queue/${body.id}`)
  expect((await rui.client.get(`/tickets/${ticket.id}`)).status).toBe(403)
})
