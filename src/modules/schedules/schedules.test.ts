import { expect, test } from 'bun:test'
import { connections } from '#modules/connections'
import { testOffice } from '../../../tests/office'

const { norte, sul, store } = await testOffice()
const { admin, supervisor, ana, bia } = norte.staff

type Shown = {
  id: number
  body: string
  sendAt: string
  status: string
  userId: number
  contact: { id: number; name: string }
  user: { id: number; name: string } | null
  isRepeat?: boolean
}
const contactId = norte.tickets.open.contactId
const planned = (more: object = {}) => ({ body: 'Lembrete da visita', contactId, sendAt: '2030-01-01T12:00', ...more })
const make = async (more: object = {}, by = ana) => (await by.client.post<Shown>('/schedules', planned(more))).body
const ids = async (by: typeof ana, query = '') =>
  (await by.client.get<{ schedules: Shown[] }>(`/schedules${query}`)).body.schedules.map(row => row.id)
const details = async (more: object) =>
  (await ana.client.post<{ details: Record<string, string[]> }>('/schedules', planned(more))).body.details

test('a time without a zone is one on the company’s clock; one with a zone is what it is', async () => {
  const { id, ...row } = await make({ userId: bia.id })
  expect(row).toMatchObject({
    body: 'Lembrete da visita',
    sendAt: '2030-01-01T15:00:00.000Z',
    sentAt: null,
    ticketId: null,
    status: 'PENDENTE',
    mediaPath: null,
    userId: ana.id,
    contact: { id: contactId },
    user: { id: ana.id, name: ana.name },
  })
  const { body } = await ana.client.put<Shown>(`/schedules/${id}`, { sendAt: '2030-01-01T12:00:00-05:00' })
  expect(body.sendAt).toBe('2030-01-01T17:00:00.000Z')
  expect((await ana.client.delete(`/schedules/${id}`)).body).toEqual({ message: 'Schedule deleted' })
})

test('what is short, missing, over or nonsense is refused at its field', async () => {
  expect(await details({ body: 'abc' })).toEqual({ body: ['Mensagem muito curta'] })
  expect(await details({ sendAt: '' })).toEqual({ sendAt: ['Obrigatório'] })
  expect(await details({ sendAt: '2030-02-30T12:00' })).toEqual({ sendAt: ['Informe data e hora'] })
  for (const sendAt of ['2030-01-01T12:00+99:99', '2030-01-01T12:00:99Z', '2030-01-01T12:00:99'])
    expect(await details({ sendAt })).toEqual({ sendAt: ['Informe data e hora'] })
  expect(await details({ sendAt: '2020-01-01T12:00' })).toEqual({ sendAt: ['Escolha uma hora que ainda não passou'] })
  expect(await details({ contactId: null })).toEqual({ contactId: ['Obrigatório'] })
  expect(await details({ recurrence: 'daily', recurrenceUntil: '2029-12-31' })).toEqual({
    recurrenceUntil: ['A data final vem antes da inicial'],
  })
})

test('agents have their own, leaders see to all of the company, and no other company does', async () => {
  const { id } = await make()
  expect(await ids(ana)).toContain(id)
  for (const leader of [admin, supervisor]) expect(await ids(leader)).toContain(id)
  expect(await ids(bia)).not.toContain(id)
  expect(await ids(admin, `?userId=${bia.id}`)).not.toContain(id)
  expect((await bia.client.put(`/schedules/${id}`, { body: 'De outra pessoa' })).status).toBe(404)
  expect((await supervisor.client.put<Shown>(`/schedules/${id}`, { body: 'Mudado por quem lidera' })).body.userId).toBe(ana.id)
  expect((await sul.staff.admin.client.get(`/schedules/${id}`)).status).toBe(404)
})

test('nothing is planned into a conversation that one does not see, unless one leads', async () => {
  const refused = { status: 403, body: { code: 'ERR_SCHEDULE_OUT_OF_SIGHT' } }
  const whatsappId = norte.connection.id
  for (const more of [{}, { whatsappId }]) {
    expect(await bia.client.post('/schedules', planned(more))).toMatchObject(refused)
    for (const by of [ana, supervisor, admin]) expect((await make(more, by)).userId).toBe(by.id)
  }
  // By another connection it is another conversation.
  const other = await connections.create(norte.ctx, { name: 'Outra', sandbox: true })
  expect((await make({ whatsappId: other.id }, bia)).userId).toBe(bia.id)
  const { id } = await make({ contactId: (await norte.makeContact()).id, whatsappId }, bia)
  expect(await bia.client.put(`/schedules/${id}`, { contactId })).toMatchObject(refused)
  const { contactId: endedId } = norte.tickets.closed
  expect(await bia.client.put(`/schedules/${id}`, { contactId: endedId })).toMatchObject({ status: 200, body: { contactId: endedId } })
})

test('the list finds words of the message and names of contacts', async () => {
  const contact = await norte.makeContact('Zulmira Ferreira')
  const [first, second] = [await make({ contactId: contact.id }), await make({ body: 'Sobre a zulmira' })]
  expect(await ids(ana, '?searchParam=ZULMIRA')).toEqual([first.id, second.id])
  expect(await ids(ana, '?searchParam=Zulmira F')).toEqual([first.id])
  expect(await ids(ana, `?contactId=${contact.id}`)).toEqual([first.id])
})

test('the list begins with what is to be said next; what was said stands below it, the last first', async () => {
  const contact = await norte.makeContact('Quem espera')
  const due = async (sendAt: string) => (await make({ contactId: contact.id, sendAt })).id
  const [late, early, said, saidBefore] = [
    await due('2031-05-02T10:00'),
    await due('2031-05-01T10:00'),
    await due('2031-04-02T10:00'),
    await due('2031-04-01T10:00'),
  ]
  for (const id of [said, saidBefore]) await norte.ctx.db.run(`update schedules set status = 'ENVIADA' where id = ${id}`)
  expect(await ids(ana, '?searchParam=Quem espera')).toEqual([early, late, said, saidBefore])
})

test('the author and leaders hear of a schedule, and nobody else', async () => {
  const [own, leader, other] = [await ana.client.socket(), await supervisor.client.socket(), await bia.client.socket()]
  const { id } = await make()
  for (const socket of [own, leader]) {
    const { payload } = await socket.next(`company${norte.id}-schedule`)
    expect(payload).toMatchObject({ action: 'create', schedule: { id } })
  }
  expect((await other.settled()).filter(({ event }) => event.includes('schedule'))).toEqual([])
  for (const socket of [own, leader, other]) socket.close()
})

test('a calendar has the days that were asked for, on the company’s clock, with those that will be said again', async () => {
  const contact = await norte.makeContact()
  const early = await make({ contactId: contact.id, sendAt: '2031-03-01T00:00' })
  await make({ contactId: contact.id, sendAt: '2031-02-28T23:59' })
  const weekly = await make({ contactId: contact.id, sendAt: '2031-03-05T09:00', recurrence: 'weekly', recurrenceUntil: '2031-03-20' })
  const read = async (by: typeof ana, query: string) =>
    (await by.client.get<{ schedules: Shown[]; repeats: Shown[] }>(`/schedules/calendar?${query}`)).body
  const march = await read(ana, 'from=2031-03-01&to=2031-03-31')
  expect(march.schedules.map(row => row.id)).toEqual([early.id, weekly.id])
  expect(march.repeats.map(({ id, sendAt }) => [id, sendAt])).toEqual([
    [weekly.id, '2031-03-12T12:00:00.000Z'],
    [weekly.id, '2031-03-19T12:00:00.000Z'],
  ])
  expect((await read(bia, 'from=2031-03-01&to=2031-03-31')).schedules).toEqual([])
  expect((await read(admin, `from=2031-03-01&to=2031-03-31&userId=${bia.id}`)).repeats).toEqual([])
  expect((await ana.client.get('/schedules/calendar?from=2031-03-01&to=2031-09-01')).status).toBe(400)
  expect((await ana.client.get('/schedules/calendar?from=2031-03-09&to=2031-03-01')).status).toBe(400)
})

test('a plan without schedules has none of it', async () => {
  const { client } = sul.staff.admin
  await store.client.execute(`update plans set use_schedules = 0`)
  sul.ctx.access.changed({ companyId: sul.id })
  expect(await client.get('/schedules')).toMatchObject({ status: 403, body: { code: 'ERR_NOT_IN_PLAN' } })
  expect((await client.get('/schedules/calendar?from=2031-03-01&to=2031-03-02')).status).toBe(403)
  await store.client.execute(`update plans set use_schedules = 1`)
  sul.ctx.access.changed({ companyId: sul.id })
  expect((await client.get('/schedules')).status).toBe(200)
})
