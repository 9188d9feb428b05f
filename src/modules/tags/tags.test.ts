import { expect, test } from 'bun:test'
import { testOffice } from '../../../tests/office'

const office = await testOffice()

type Tag = { id: number; name: string; color: string; kanban: number }
const agent = () => office.norte.staff.ana.client
const leader = () => office.norte.staff.supervisor.client

test('anyone makes a tag, trimmed and with a colour of its own', async () => {
  const { status, body } = await agent().post<Tag>('/tags', { name: '  Retorno ' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ name: 'Retorno', color: '#A4CCCC', kanban: 0, companyId: office.norte.id })
})

test('a name of two letters is too short', async () => {
  const { status, body } = await agent().post('/tags', { name: 'ab' })
  expect(status).toBe(400)
  expect(body).toMatchObject({ error: 'Mensagem muito curta', code: 'ERR_VALIDATION', details: { name: ['Mensagem muito curta'] } })
})

test('a name is taken once a company', async () => {
  await agent().post('/tags', { name: 'Repetida' })
  expect(await agent().post('/tags', { name: 'Repetida' })).toMatchObject({
    status: 400,
    body: { error: 'Já existe uma tag com este nome' },
  })
  expect((await office.sul.staff.ana.client.post('/tags', { name: 'Repetida' })).status).toBe(200)
})

test('only leaders change and delete tags', async () => {
  const { body } = await agent().post<Tag>('/tags', { name: 'Da Ana' })
  expect((await agent().put(`/tags/${body.id}`, { name: 'Outra' })).status).toBe(403)
  expect((await agent().delete(`/tags/${body.id}`)).status).toBe(403)
  expect((await leader().put<Tag>(`/tags/${body.id}`, { name: 'Outra' })).body.name).toBe('Outra')
  expect(await leader().delete(`/tags/${body.id}`)).toMatchObject({ status: 200, body: { message: 'Tag deleted' } })
  expect((await leader().get(`/tags/${body.id}`)).status).toBe(404)
})

test('only leaders put a tag on the board', async () => {
  expect((await agent().post('/tags', { name: 'No quadro', kanban: true })).status).toBe(403)
  const { body } = await leader().post<Tag>('/tags', { name: 'No quadro', kanban: true })
  expect(body.kanban).toBe(1)
  expect((await agent().get<{ lista: Tag[] }>('/tags/kanban')).body.lista.map(tag => tag.id)).toContain(body.id)
})

test('the list says on how many tickets a tag is, in order of names', async () => {
  const { tag, tickets } = office.norte
  await office.norte.staff.admin.client.post('/tags/sync', { ticketId: tickets.open.id, tags: [{ id: tag.id }] })
  const { body } = await agent().get<{ tags: (Tag & { ticketsCount: string })[]; count: number; hasMore: boolean }>('/tags')
  expect(body.tags.find(one => one.id === tag.id)?.ticketsCount).toBe('1')
  expect(body.tags.map(one => one.name)).toEqual(body.tags.map(one => one.name).toSorted())
  expect(body).toMatchObject({ count: body.tags.length, hasMore: false })
})

test('signs of LIKE in a search have no meaning', async () => {
  expect((await agent().get<{ tags: Tag[] }>(`/tags?searchParam=${encodeURIComponent('Etiqueta')}`)).body.tags).toHaveLength(1)
  expect((await agent().get<{ tags: Tag[] }>(`/tags?searchParam=${encodeURIComponent('Eti%ta')}`)).body.tags).toEqual([])
})

test('syncing replaces the tags of a ticket and tells who sees it', async () => {
  const { tickets, tag, staff } = office.norte
  const socket = await staff.admin.client.socket(['joinTickets', 'open'])
  const { body } = await staff.ana.client.post<{ tags: Tag[] }>('/tags/sync', { ticketId: tickets.open.id, tags: [] })
  expect(body.tags).toEqual([])
  const again = await staff.ana.client.post<{ tags: Tag[] }>('/tags/sync', { ticketId: tickets.open.id, tags: [{ id: tag.id }] })
  expect(again.body.tags.map(one => one.id)).toEqual([tag.id])
  const { payload } = await socket.next(`company-${office.norte.id}-ticket`, told => (told.ticket as { tags: Tag[] }).tags.length === 1)
  expect(payload.ticketId).toBe(tickets.open.id)
  socket.close()
})

test('a ticket takes fifty tags of people, whichever way they come, and none of another company', async () => {
  const { makeTicket, queues, tag } = office.norte
  const { id: ticketId } = await makeTicket({ queueId: queues[0].id })
  const sync = (body: object) => agent().post<{ tags: Tag[] }>('/tags/sync', { ticketId, ...body })
  const all: { id: number }[] = []
  for (let i = 0; i < 51; i++) all.push({ id: (await agent().post<Tag>('/tags', { name: `Uma de muitas ${i}` })).body.id })
  expect((await sync({ tags: all })).status).toBe(400)
  expect([(await sync({})).status, (await sync({ tags: [], add: [tag] })).status]).toEqual([400, 400])
  expect((await sync({ add: all.slice(0, 50) })).body.tags).toHaveLength(50)
  expect(await sync({ add: all.slice(50) })).toMatchObject({ status: 400, body: { code: 'ERR_LIST_LIMIT' } })
  expect(await agent().put(`/ticket-tags/${ticketId}/${all[50]!.id}`)).toMatchObject({ status: 400, body: { code: 'ERR_LIST_LIMIT' } })
  expect((await sync({ add: all.slice(50), remove: all.slice(0, 1) })).body.tags).toHaveLength(50)
  expect((await sync({ remove: [...all.slice(1, 50), office.sul.tag] })).body.tags.map(({ id }) => id)).toEqual([all[50]!.id])
  expect((await sync({ add: [office.sul.tag] })).status).toBe(404)
  expect((await sync({ tags: [tag] })).body.tags.map(({ id }) => id)).toEqual([tag.id])
})

test('everyone of the company hears of a new tag', async () => {
  const socket = await agent().socket()
  const { body } = await leader().post<Tag>('/tags', { name: 'Ouvida' })
  expect((await socket.next(`company-${office.norte.id}-tag`)).payload).toMatchObject({ action: 'create', tag: { id: body.id } })
  socket.close()
})

test('a ticket moves on the board tag by tag, and keeps what is no lane', async () => {
  const { tag, tickets } = office.norte
  const admin = office.norte.staff.admin.client
  const { body: lane } = await leader().post<Tag>('/tags', { name: 'Em andamento', kanban: true })
  await admin.post('/tags/sync', { ticketId: tickets.pending.id, tags: [{ id: tag.id }] })
  const tagIds = async () =>
    (await admin.get<{ tags: Tag[] }>(`/tickets/${tickets.pending.id}`)).body.tags.map(one => one.id).toSorted((a, b) => a - b)

  const { status, body } = await admin.put(`/ticket-tags/${tickets.pending.id}/${lane.id}`, {})
  expect(status).toBe(201)
  expect(body).toMatchObject({ ticketId: tickets.pending.id, tagId: lane.id })
  expect((await admin.put(`/ticket-tags/${tickets.pending.id}/${lane.id}`, {})).status).toBe(201)
  expect(await tagIds()).toEqual([tag.id, lane.id].toSorted((a, b) => a - b))

  expect(await admin.delete(`/ticket-tags/${tickets.pending.id}`)).toMatchObject({ body: { message: 'Ticket tags removed successfully.' } })
  expect(await tagIds()).toEqual([tag.id])
})

test('another company’s tag and ticket are unknown to the board', async () => {
  const { tickets } = office.norte
  const admin = office.norte.staff.admin.client
  expect((await admin.put(`/ticket-tags/${tickets.pending.id}/${office.sul.tag.id}`, {})).status).toBe(404)
  expect((await admin.put(`/ticket-tags/${office.sul.tickets.pending.id}/${office.norte.tag.id}`, {})).status).toBe(404)
  expect((await admin.delete(`/ticket-tags/${office.sul.tickets.pending.id}`)).status).toBe(404)
})
