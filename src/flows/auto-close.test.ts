import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connections } from '#modules/connections'
import { openOffice, type Company, type Office } from '../../tests/factories'
import { autoCloseFlow } from './auto-close'

let office: Office
let norte: Company
let autoClose: ReturnType<typeof autoCloseFlow>
beforeAll(async () => {
  office = await openOffice()
  ;({ norte } = office)
  autoClose = autoCloseFlow(office.store, office.ctxFor)
  await connections.update(norte.ctx, norte.connection.id, { expiresTicket: 2, expiresInactiveMessage: 'Encerramos por aqui.' })
})
afterAll(() => office.close())

const HOUR = 3600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR)
const answered = (hours: number, more: object = {}) =>
  norte.makeTicket({
    queueId: norte.queues[0].id,
    status: 'open',
    userId: norte.staff.ana.id,
    fromMe: true,
    updatedAt: ago(hours),
    ...more,
  })
const shown = async (id: number) => (await norte.staff.admin.client.get<{ status: string; lastMessage: string }>(`/tickets/${id}`)).body

test('what was answered and left silent for the connection’s hours closes, with its farewell', async () => {
  const silent = await answered(3)
  const socket = await norte.staff.ana.client.socket(['joinTickets', 'open'])
  await autoClose()
  expect(await shown(silent.id)).toMatchObject({ status: 'closed', lastMessage: 'Encerramos por aqui.' })
  await socket.next(`company-${norte.id}-ticket`, told => told.action === 'delete' && told.ticketId === silent.id)
  socket.close()
})

test('what still waits for the company, is a group, waits in the queue or is not silent long enough stays', async () => {
  const stays = [
    await answered(3, { fromMe: false }),
    await answered(3, { isGroup: true }),
    await answered(3, { status: 'pending', userId: null }),
    await answered(1.9),
  ]
  await autoClose()
  for (const { id, status } of stays) expect((await shown(id)).status).toBe(status)
})

test('it is hours, not minutes', async () => {
  const ticket = await answered(0.1)
  await autoClose(new Date(Date.now() + 1.5 * HOUR))
  expect((await shown(ticket.id)).status).toBe('open')
  await autoClose(new Date(Date.now() + 2 * HOUR))
  expect((await shown(ticket.id)).status).toBe('closed')
})

test('a connection without hours closes nothing, and one without a farewell says nothing', async () => {
  const { id } = await connections.create(norte.ctx, { name: 'Sem prazo', sandbox: true })
  const never = await answered(1000, { whatsappId: id })
  await autoClose()
  expect((await shown(never.id)).status).toBe('open')
  await connections.update(norte.ctx, id, { expiresTicket: 1 })
  await autoClose()
  expect(await shown(never.id)).toMatchObject({ status: 'closed', lastMessage: '' })
})

test('many at once all close, each once', async () => {
  const all = []
  for (let i = 0; i < 30; i++) all.push(await answered(5))
  await Promise.all([autoClose(), autoClose()])
  for (const { id } of all) {
    expect((await shown(id)).status).toBe('closed')
    expect((await norte.staff.admin.client.get<{ count: number }>(`/messages/${id}`)).body.count).toBe(1)
  }
})
