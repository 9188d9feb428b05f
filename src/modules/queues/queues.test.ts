import { expect, test } from 'bun:test'
import { testOffice } from '../../../tests/office'

const { norte, sul } = await testOffice()

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

test('a queue has hours of its own and says something outside them', async () => {
  const sunday = { weekday: 'Domingo', weekdayEn: 'sunday', startTime: '00:00', endTime: '00:00' }
  const values = { outOfHoursMessage: 'Voltamos amanhã.', schedules: [sunday, { ...sunday, weekday: 'Natal', date: '2026-12-25' }] }
  const { body } = await make(values)
  expect((await admin().get(`/queue/${body.id}`)).body).toMatchObject(values)
  const half = await admin().put(`/queue/${body.id}`, { schedules: [{ ...sunday, endTime: '' }] })
  expect(half).toMatchObject({ status: 400, body: { details: { 'schedules.0': ['Informe o início e o fim'] } } })
})

test('a queue is answered by a prompt of its own company, until that is deleted', async () => {
  const prompt = (of: typeof norte) => of.rows['/prompt']!.id
  const { body } = await make({ promptId: prompt(norte) })
  expect(body).toMatchObject({ promptId: prompt(norte) })
  expect(await make({ promptId: prompt(sul) })).toMatchObject({ status: 404, body: { code: 'ERR_NO_PROMPT_FOUND' } })
  const socket = await admin().socket()
  await admin().delete(`/prompt/${prompt(norte)}`)
  const { payload } = await socket.next(`company-${norte.id}-queue`)
  expect(payload).toMatchObject({ action: 'update', queue: { id: body.id, promptId: null } })
  socket.close()
})

test('the file of a queue is told as clients know it, and its connections show it by an address', async () => {
  const { body } = await make()
  await admin().put(`/whatsapp/${norte.connection.id}`, { queueIds: [body.id] })
  const form = new FormData()
  form.set('file', new File(['cardápio'], 'cardapio.pdf', { type: 'application/pdf' }))
  expect((await admin().post(`/queue/${body.id}/media-upload`, form)).body).toEqual({ mensagem: 'Arquivo Salvo' })
  const { queues } = (await admin().get<{ queues: { mediaPath: string }[] }>(`/whatsapp/${norte.connection.id}`)).body
  expect((await admin().get(queues[0]!.mediaPath)).text).toBe('cardápio')
  expect((await admin().delete(`/queue/${body.id}/media-upload`)).body).toEqual({ mensagem: 'Arquivo excluído' })
})
