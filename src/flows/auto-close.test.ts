import { expect, setSystemTime, test } from 'bun:test'
import { until } from '../../tests/factories'
import { testOffice } from '../../tests/office'

const office = await testOffice()
const { norte } = office

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
const configure = (values: object, id = norte.connection.id) => norte.staff.admin.client.put(`/whatsapp/${id}`, values)
const plan = async () =>
  (await office.store.client.execute("select state, due_at from jobs where kind = 'auto-close' order by id")).rows.map(row => ({
    state: row.state,
    inHours: Math.round((10 * (Number(row.due_at) - Date.now())) / HOUR) / 10,
  }))
/** Resolves when all connections have closed what there was to close. */
const closed = () => until(async () => (await plan()).every(job => job.state === 'scheduled'))
const closeAfter = async (hours: number, more: object = {}) => {
  await configure({ expiresTicket: 0 })
  expect((await configure({ expiresTicket: hours, ...more })).status).toBe(200)
  await closed()
}
const shown = async (id: number) => (await norte.staff.admin.client.get<{ status: string; lastMessage: string }>(`/tickets/${id}`)).body

test('what was answered and left silent for the connection’s hours closes, with its farewell', async () => {
  const silent = await answered(3)
  const socket = await norte.staff.ana.client.socket(['joinTickets', 'open'])
  await closeAfter(2, { expiresInactiveMessage: 'Encerramos por aqui.' })
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
  await closeAfter(2)
  for (const { id, status } of stays) expect((await shown(id)).status).toBe(status)
})

test('nothing is looked for before the oldest silence can be over, and another number of hours counts at once', async () => {
  await answered(1.9)
  await closeAfter(5)
  expect(await plan()).toEqual([{ state: 'scheduled', inHours: 3.1 }])
  const ticket = await answered(1.5)
  await configure({ expiresTicket: 1 })
  await until(async () => (await shown(ticket.id)).status === 'closed')
})

test('a connection without hours closes nothing, and one without a farewell says nothing', async () => {
  const made = await norte.staff.admin.client.post<{ id: number }>('/whatsapp', { name: 'Sem prazo', sandbox: true })
  const never = await answered(1000, { whatsappId: made.body.id })
  await closeAfter(2)
  expect((await shown(never.id)).status).toBe('open')
  await configure({ expiresTicket: 1 }, made.body.id)
  await until(async () => (await shown(never.id)).status === 'closed')
  expect((await shown(never.id)).lastMessage).toBe('')
})

test('more than one batch closes, each ticket once', async () => {
  const { id } = await answered(5)
  await office.store.client
    .execute(`insert into tickets (uuid, company_id, contact_id, whatsapp_id, status, from_me, created_at, updated_at)
    select 'silent ' || value, ${norte.id}, (select contact_id from tickets where id = ${id}), null, 'open', 1, 0, 0 from generate_series(1, 130)`)
  await office.store.client.execute(`insert into contacts (company_id, name, created_at, updated_at)
    select ${norte.id}, 'silent ' || value, 0, 0 from generate_series(1, 130)`)
  await office.store.client.execute(`update tickets set whatsapp_id = ${norte.connection.id},
    contact_id = (select id from contacts where name = tickets.uuid) where uuid like 'silent %'`)
  await closeAfter(2, { expiresInactiveMessage: 'Encerramos por aqui.' })
  const { rows } = await office.store.client.execute(`select t.status, count(m.id) as said, count(distinct t.id) as n
    from tickets t left join messages m on m.ticket_id = t.id where t.uuid like 'silent %' group by t.status`)
  expect(rows.map(({ status, said, n }) => ({ status, said, n }))).toEqual([{ status: 'closed', said: 130, n: 130 }])
})

test('while the clock may be wrong nothing closes, and it is looked at again', async () => {
  setSystemTime(new Date(Date.now() + 2 * HOUR))
  await office.product.jobs.run('clock')
  setSystemTime()
  const ticket = await answered(5)
  await configure({ expiresTicket: 0 })
  await configure({ expiresTicket: 1 })
  await until(async () => (await plan()).some(job => job.inHours === 0.1 && job.state === 'scheduled'))
  expect((await shown(ticket.id)).status).toBe('open')
})
