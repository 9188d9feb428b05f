import { expect, test } from 'bun:test'
import { until } from '../until'
import type { Ticket } from './client'
import { installed, HOUR, PATIENCE_MS } from './installation'

// What came due while nothing ran.

const SHOP = '5511940000003'
const house = await installed(SHOP)
const { customer, restart, whileDead } = house

test('what should have closed while nothing ran closes with the next start, once', async () => {
  const { phone, write, heard, ticket } = customer()
  await write('tchau')
  const { id } = await ticket()
  await house.client.put(`/tickets/${id}`, { status: 'open', userId: house.client.user.id })
  await house.client.post(`/messages/${id}`, { body: 'até logo', clientId: 'ate-logo-1' })
  await until(() => heard().includes('até logo'), PATIENCE_MS, 'the answer')
  await house.client.put(`/whatsapp/${house.connectionId}`, { expiresTicket: 2, expiresInactiveMessage: 'Encerrado.' })
  await whileDead(async database => {
    await database.execute({ sql: 'update tickets set updated_at = updated_at - ? where id = ?', args: [3 * HOUR, id] })
    await database.execute({ sql: "update jobs set due_at = due_at - ? where kind = 'auto-close'", args: [3 * HOUR] })
  })
  await until(async () => (await house.client.ask<Ticket>(`/tickets/${id}`)).status === 'closed', PATIENCE_MS, 'it is closed')
  await until(() => heard().includes('Encerrado.'), PATIENCE_MS, 'the farewell')
  await restart('SIGKILL')
  expect(house.control.transcript({ phone, chat: SHOP }).filter(entry => entry.text === 'Encerrado.')).toHaveLength(1)
}, 120_000)

test('what was planned for a time at which nothing ran goes out with the next start, and a kill while it does sends nothing twice', async () => {
  const { write, heard, ticket } = customer()
  await write('me lembre')
  const { id: ticketId } = await ticket()
  const { contactId } = await house.client.ask<{ contactId: number }>(`/tickets/${ticketId}`)
  const plan = (body: string, sendAt: Date, recurrence = 'none') =>
    house.client.post<{ id: number }>('/schedules', { body, contactId, sendAt, recurrence, whatsappId: house.connectionId })
  type Planned = { body: string; status: string }
  const planned = async () => (await house.client.ask<{ schedules: Planned[] }>(`/schedules?contactId=${contactId}`)).schedules
  const { id } = await plan('enquanto dormia', new Date(Date.now() + 24 * HOUR))
  await whileDead(async database => {
    await database.execute({ sql: 'update schedules set send_at = send_at - ? where id = ?', args: [25 * HOUR, id] })
    await database.execute({ sql: "update jobs set due_at = due_at - ? where kind = 'schedule'", args: [25 * HOUR] })
  })
  await until(() => heard().includes('enquanto dormia'), PATIENCE_MS, 'it goes out late')
  for (let round = 0; round < 3; round++) {
    await plan(`lembrete ${round}`, new Date(), 'daily')
    await restart('SIGKILL')
  }
  const words = ['enquanto dormia', 'lembrete 0', 'lembrete 1', 'lembrete 2']
  await until(
    async () => (await planned()).filter(({ status }) => status === 'ENVIADA').length === words.length,
    PATIENCE_MS,
    'all are sent',
  )
  expect(heard().toSorted()).toEqual(words)
  expect((await planned()).flatMap(({ body, status }) => (status === 'PENDENTE' ? body : [])).toSorted()).toEqual(words.slice(1))
}, 150_000)

test('a ticket whose time came while nothing ran is back with the next start', async () => {
  const { write, ticket } = customer()
  await write('depois eu volto')
  const { id } = await ticket()
  await house.client.put(`/tickets/${id}/snooze`, { until: new Date(Date.now() + HOUR).toISOString() })
  await whileDead(async database => {
    await database.execute({ sql: 'update tickets set snoozed_until = snoozed_until - ? where id = ?', args: [2 * HOUR, id] })
    await database.execute({ sql: "update jobs set due_at = due_at - ? where kind = 'snooze'", args: [2 * HOUR] })
  })
  const back = () => house.client.ask<{ returnedBy: string | null; snoozedAt: string | null }>(`/tickets/${id}`)
  await until(async () => (await back()).snoozedAt === null, PATIENCE_MS, 'it is awake')
  expect((await back()).returnedBy).toBe('due')
}, 120_000)
