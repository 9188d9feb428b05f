import { beforeAll, expect, test } from 'bun:test'
import { connections } from '#modules/connections'
import { numberHealth } from '#modules/number-health'
import { until } from '../../tests/factories'
import { testOffice } from '../../tests/office'
import type { Control } from '../sandbox/network'

const SHOP = '5511940000091'
const HOUR = 3600_000
type Shown = {
  id: number
  status: string
  sendAt: string
  sentAt: string | null
  failReason: string | null
  recurrence: string
  ticketId: number | null
  ticket: { uuid: string } | null
}
type Ticket = { id: number; status: string; userId: number | null; queueId: number | null; unreadMessages: number }

const office = await testOffice()
const { norte, sul } = office
const { client } = norte.staff.admin
let control: Control
beforeAll(async () => {
  control = (await office.product.sandbox.start()).control
  office.product.channel.start(norte.connection)
  expect(await office.product.sandbox.link(() => connections.load(norte.ctx, norte.connection.id), SHOP)).toBe(true)
}, 30_000)

async function customer(name = 'Helena Prado') {
  const contact = await norte.makeContact(name)
  control.addPhone({ phone: contact.number!, name })
  const heard = () => control.transcript({ phone: contact.number!, chat: SHOP }).map(entry => entry.text)
  return { ...contact, heard, said: (text: string) => until(() => heard().includes(text)) }
}
const now = () => new Date().toISOString()
const tomorrow = () => new Date(Date.now() + 24 * HOUR).toISOString()
const plan = async (contactId: number, more: object = {}, by = client) =>
  (await by.post<Shown>('/schedules', { body: 'Lembrete da visita', contactId, sendAt: now(), whatsappId: norte.connection.id, ...more }))
    .body
const read = async (id: number) => (await client.get<Shown>(`/schedules/${id}`)).body
const is = (id: number, status: string) => until(async () => (await read(id)).status === status, undefined, `schedule ${id} is ${status}`)
const ticket = async (id: number) => (await client.get<Ticket>(`/tickets/${id}`)).body
/** Has the time of one come so long ago, as for a process that was down. */
async function overdue(id: number, ms: number) {
  const { client: store } = office.store
  await store.execute({ sql: 'update schedules set send_at = ? where id = ?', args: [Date.now() - ms, id] })
  await store.execute({ sql: "update jobs set due_at = ? where kind = 'schedule' and key = ?", args: [Date.now() - ms, String(id)] })
  office.product.jobs.runner.wake()
}
/** As they were made. */
const rows = async (contactId: number) =>
  (await client.get<{ schedules: Shown[] }>(`/schedules?contactId=${contactId}`)).body.schedules.toSorted((a, b) => a.id - b.id)

test('what is due is a message of the contact’s ticket, its variables filled in, and sent when the network took it', async () => {
  const helena = await customer()
  const { id, status } = await plan(helena.id, { body: 'Oi, {{firstName}}, até logo' })
  expect(status).toBe('PENDENTE')
  await helena.said('Oi, Helena, até logo')
  await is(id, 'ENVIADA')
  const sent = await read(id)
  expect(sent.sentAt).not.toBeNull()
  expect(await ticket(sent.ticketId!)).toMatchObject({ status: 'open', userId: norte.staff.admin.id })
  expect(helena.heard()).toHaveLength(1)
  expect(await client.put(`/schedules/${id}`, { body: 'Outra coisa' })).toMatchObject({ status: 409, body: { code: 'ERR_SCHEDULE_SENT' } })
})

test('the author’s name stands above it where they want that, and its file goes with it', async () => {
  const helena = await customer()
  const { id } = await plan(helena.id, { sendAt: tomorrow(), signMessage: true })
  const form = new FormData()
  form.set('file', new File(['%PDF-1.4'], 'boleto.pdf', { type: 'application/pdf' }))
  expect((await client.post(`/schedules/${id}/media-upload`, form)).body).toEqual({ mensagem: 'Arquivo Anexado' })
  await overdue(id, 0)
  await helena.said(`*${norte.staff.admin.name}:*\nLembrete da visita`)
  expect(control.transcript({ phone: helena.number!, chat: SHOP })).toHaveLength(1)
})

test('a conversation that goes on stays with whom it is, what is unread in it too', async () => {
  const helena = await customer()
  const { id: ticketId } = await norte.makeTicket({
    contactId: helena.id,
    queueId: norte.queues[0].id,
    status: 'open',
    userId: norte.staff.ana.id,
    unreadMessages: 2,
  })
  const { id } = await plan(helena.id)
  await is(id, 'ENVIADA')
  expect((await read(id)).ticketId).toBe(ticketId)
  expect(await ticket(ticketId)).toMatchObject({ status: 'open', userId: norte.staff.ana.id, unreadMessages: 2 })
})

test('an agent’s is not said into a conversation that they do not see by then, and elsewhere under their name', async () => {
  const helena = await customer()
  const { ana, bia } = norte.staff
  const { id } = await plan(helena.id, { sendAt: tomorrow() }, ana.client)
  await norte.makeTicket({ contactId: helena.id, queueId: norte.queues[1].id, status: 'open', userId: bia.id })
  await overdue(id, 0)
  await is(id, 'ERRO')
  expect((await ana.client.get(`/schedules/${id}`)).body).toMatchObject({ failReason: 'out_of_sight', ticketId: null })
  expect(helena.heard()).toEqual([])
  const seen = { queueId: norte.queues[0].id, status: 'pending', userId: null, waitingSince: new Date(), unreadMessages: 1 } as const
  const iara = await customer('Iara')
  const { id: ticketId } = await norte.makeTicket({ contactId: iara.id, ...seen })
  const { id: said } = await plan(iara.id, {}, ana.client)
  await is(said, 'ENVIADA')
  const { messages } = (await client.get<{ messages: { body: string; userId: number }[] }>(`/messages/${ticketId}`)).body
  expect(messages).toMatchObject([{ body: 'Lembrete da visita', userId: ana.id }])
  // It answers nobody.
  expect((await client.get(`/tickets/${ticketId}`)).body).toMatchObject({ unreadMessages: 1, waitingSince: seen.waitingSince.toJSON() })
})

test('what leaders planned, or somebody who is gone, is said wherever the customer is', async () => {
  const helena = await customer()
  const login = { name: 'Sai', email: 'sai@norte.com', password: 'fita-amarela', profile: 'user', queueIds: [norte.queues[0].id] }
  const { body: gone } = await client.post<{ id: number }>('/users', login)
  const { supervisor, admin } = norte.staff
  const ids = [await plan(helena.id, { sendAt: tomorrow() }, supervisor.client), await plan(helena.id, { sendAt: tomorrow() })].map(
    ({ id }) => id,
  )
  const { id: orphan } = await plan(helena.id, { sendAt: tomorrow() })
  await office.store.client.execute({ sql: 'update schedules set user_id = ? where id = ?', args: [gone.id, orphan] })
  const third = (await client.post<{ id: number }>('/queue', { name: 'Reservada', color: '#112233' })).body
  const { id: ticketId } = await norte.makeTicket({ contactId: helena.id, queueId: third.id, status: 'open', userId: admin.id })
  expect((await client.delete(`/users/${gone.id}`)).status).toBe(200)
  for (const id of [...ids, orphan]) {
    await overdue(id, 0)
    await is(id, 'ENVIADA')
  }
  const { messages } = (await client.get<{ messages: { userId: number | null }[] }>(`/messages/${ticketId}`)).body
  expect(messages.map(message => message.userId)).toEqual([supervisor.id, admin.id, null])
})

test('one that opens no conversation leaves nobody waiting, before the first and after the last', async () => {
  const helena = await customer()
  const first = await plan(helena.id, { openTicket: false })
  await is(first.id, 'ENVIADA')
  const { ticketId } = await read(first.id)
  expect(await ticket(ticketId!)).toMatchObject({ status: 'closed' })
  // A conversation that nobody had counts nowhere.
  expect((await office.store.client.execute(`select 1 from ticket_trackings where ticket_id = ${ticketId}`)).rows).toEqual([])
  const second = await plan(helena.id, { openTicket: false })
  await is(second.id, 'ENVIADA')
  expect((await read(second.id)).ticketId).toBe(ticketId)
  expect(await ticket(ticketId!)).toMatchObject({ status: 'closed' })
})

test('an author who does not serve the queue gets no ticket: it waits there', async () => {
  const helena = await customer()
  const { id: closedId } = await norte.makeTicket({
    contactId: helena.id,
    queueId: norte.queues[1].id,
    status: 'closed',
    closedAt: new Date(),
  })
  const { id } = await plan(helena.id, {}, norte.staff.ana.client)
  await is(id, 'ENVIADA')
  expect(await ticket(closedId)).toMatchObject({ status: 'pending', userId: null, queueId: norte.queues[1].id })
})

test('what an outage held back goes out late, and what is more than two hours late is marked so', async () => {
  const helena = await customer()
  const [late, lost] = [await plan(helena.id, { sendAt: tomorrow() }), await plan(helena.id, { sendAt: tomorrow(), body: 'Nunca dito' })]
  await overdue(late.id, HOUR)
  await overdue(lost.id, 3 * HOUR)
  await is(late.id, 'ENVIADA')
  await is(lost.id, 'ERRO')
  expect(await read(lost.id)).toMatchObject({ failReason: 'late', sentAt: null })
  expect(helena.heard()).toEqual(['Lembrete da visita'])
})

test('one that is repeated is followed by its next when its time came, also where it could not be sent', async () => {
  const helena = await customer()
  await plan(helena.id, { recurrence: 'daily' })
  await until(async () => (await rows(helena.id))[0]?.status === 'ENVIADA')
  const [first, second] = await rows(helena.id)
  expect([first!.recurrence, second!.recurrence, second!.status]).toEqual(['none', 'daily', 'PENDENTE'])
  expect(Date.parse(second!.sendAt) - Date.parse(first!.sendAt)).toBe(24 * HOUR)
  await overdue(second!.id, 3 * HOUR)
  await is(second!.id, 'ERRO')
  // The time of today may have come too meanwhile.
  const [sent, missed, ...next] = (await rows(helena.id)).map(({ status, recurrence }) => [status, recurrence])
  expect([sent, missed, next.at(-1)]).toEqual([
    ['ENVIADA', 'none'],
    ['ERRO', 'none'],
    ['PENDENTE', 'daily'],
  ])
})

test('a series ends with its last day', async () => {
  const helena = await customer()
  const { id } = await plan(helena.id, { recurrence: 'daily', recurrenceUntil: new Date(Date.now() - 3 * HOUR).toISOString().slice(0, 10) })
  await is(id, 'ENVIADA')
  expect(await rows(helena.id)).toHaveLength(1)
})

test('another time is another try of one that was not sent; a time that was moved is the only one', async () => {
  const helena = await customer()
  const { id } = await plan(helena.id, { sendAt: tomorrow() })
  await overdue(id, 3 * HOUR)
  await is(id, 'ERRO')
  expect((await client.put<Shown>(`/schedules/${id}`, { sendAt: tomorrow() })).body).toMatchObject({ status: 'PENDENTE', failReason: null })
  await client.put(`/schedules/${id}`, { sendAt: now() })
  await is(id, 'ENVIADA')
  const open = { sql: "select state from jobs where kind = 'schedule' and key = ? and state <> 'failed'", args: [String(id)] }
  await until(async () => (await office.store.client.execute(open)).rows.length === 0)
  expect(helena.heard()).toHaveLength(1)
})

test('a number that nobody has is an error with its reason, and not called sent', async () => {
  const { id: contactId } = await norte.makeContact('Ninguém')
  const { id } = await plan(contactId)
  await is(id, 'ERRO')
  expect((await read(id)).failReason).toBe('not_on_whatsapp')
})

test('a lock of the number is waited for as long as what is late is still sent; a longer one is an error', async () => {
  const [helena, iara] = [await customer(), await customer('Iara Bastos')]
  const locked = (lockedUntil: Date | null) => numberHealth.save(norte.ctx, norte.connection.id, { lockedUntil })
  const soon = Date.now() + HOUR
  const [waits, lost] = [await plan(helena.id, { sendAt: tomorrow() }), await plan(iara.id, { sendAt: tomorrow() })]
  await locked(new Date(soon))
  await overdue(waits.id, 0)
  await overdue(lost.id, 1.5 * HOUR)
  await is(lost.id, 'ERRO')
  expect(await read(lost.id)).toMatchObject({ failReason: 'restricted', sentAt: null })
  const dueAt = () =>
    office.store.client.execute({ sql: "select due_at from jobs where kind = 'schedule' and key = ?", args: [String(waits.id)] })
  await until(async () => Number((await dueAt()).rows[0]?.['due_at']) >= soon, undefined, 'it waits for the end of the lock')
  expect(await read(waits.id)).toMatchObject({ status: 'PENDENTE', failReason: null })
  await locked(null)
  await overdue(waits.id, HOUR)
  await is(waits.id, 'ENVIADA')
  expect([helena.heard(), iara.heard()]).toEqual([['Lembrete da visita'], []])
})

test('one that waits for the end of a lock goes at once to another who wrote to the number', async () => {
  const [helena, iara] = [await customer(), await customer('Iara Bastos')]
  const lockedUntil = Date.now() + HOUR
  await office.receive(norte, { from: { pn: iara.number! }, text: 'oi' })
  const { id } = await plan(helena.id, { sendAt: tomorrow() })
  await numberHealth.save(norte.ctx, norte.connection.id, { lockedUntil: new Date(lockedUntil) })
  // At the full minute, as it is planned: nothing is moved by what follows.
  await overdue(id, Date.now() % 60_000)
  const dueAt = async () =>
    Number(
      (await office.store.client.execute({ sql: "select due_at from jobs where kind = 'schedule' and key = ?", args: [String(id)] }))
        .rows[0]?.['due_at'],
    )
  await until(async () => (await dueAt()) >= lockedUntil, undefined, 'it waits for the end of the lock')
  expect((await client.put(`/schedules/${id}`, { contactId: iara.id })).status).toBe(200)
  await is(id, 'ENVIADA')
  await numberHealth.save(norte.ctx, norte.connection.id, { lockedUntil: null })
  expect([helena.heard(), iara.heard()]).toEqual([[], ['Lembrete da visita']])
})

test('a connection that is deleted takes what was to go by it with it, and one that stays away is an error after ten minutes', async () => {
  const contact = await norte.makeContact()
  const { body: other } = await client.post<{ id: number }>('/whatsapp', { name: 'Que vai', sandbox: true })
  const gone = await plan(contact.id, { sendAt: tomorrow(), whatsappId: other.id })
  await client.delete(`/whatsapp/${other.id}`)
  expect(await read(gone.id)).toMatchObject({ status: 'ERRO', failReason: 'connection_gone' })

  const theirs = await sul.makeContact()
  const { body: away } = await sul.staff.admin.client.post<Shown>('/schedules', { body: 'Lembrete', contactId: theirs.id, sendAt: now() })
  const job = async () =>
    (
      await office.store.client.execute({
        sql: "select state, attempts from jobs where kind = 'schedule' and key = ?",
        args: [String(away.id)],
      })
    ).rows[0]!
  const status = async () => (await sul.staff.admin.client.get<Shown>(`/schedules/${away.id}`)).body
  for (let attempt = 1; attempt < 14; attempt++) {
    await until(async () => Number((await job()).attempts) === attempt && (await job()).state === 'scheduled')
    expect((await status()).status).toBe('PENDENTE')
    await office.store.client.execute({
      sql: "update jobs set due_at = ? where kind = 'schedule' and key = ?",
      args: [Date.now(), String(away.id)],
    })
    office.product.jobs.runner.wake()
  }
  await until(async () => (await status()).status === 'ERRO')
  expect((await status()).failReason).toBe('disconnected')
})

test('a contact that is deleted is written to no more, and one that is merged keeps what was planned', async () => {
  const [kept, merged] = [await customer('Maria Um'), await customer('Maria Dois')]
  const { id } = await plan(merged.id, { sendAt: tomorrow() })
  expect((await client.post(`/contacts/${kept.id}/merge`, { contactId: merged.id })).status).toBe(200)
  expect((await rows(kept.id)).map(row => row.id)).toEqual([id])
  await client.delete(`/contacts/${kept.id}`)
  expect((await client.get(`/schedules/${id}`)).status).toBe(404)
  await overdue(id, 0)
  await until(async () => (await office.store.client.execute(`select 1 from schedules where id = ${id}`)).rows.length === 0)
  expect(kept.heard()).toEqual([])
})

test('nothing goes out for a company without schedules in its plan, or that is switched off', async () => {
  const helena = await customer()
  const { id } = await plan(helena.id, { sendAt: tomorrow() })
  const set = (sql: string) => office.store.client.execute(sql)
  await set(`update companies set due_date = '2020-01-01' where id = ${norte.id}`)
  await overdue(id, 0)
  await until(async () => (await set(`select status from schedules where id = ${id}`)).rows[0]!['status'] === 'ERRO')
  await set(`update companies set due_date = null where id = ${norte.id}`)
  expect((await set(`select fail_reason from schedules where id = ${id}`)).rows[0]!['fail_reason']).toBe('not_in_plan')
  expect(helena.heard()).toEqual([])
})
