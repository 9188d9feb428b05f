import { describe, expect, test } from 'bun:test'
import type { Staff } from '../factories'
import { testOffice } from '../office'

const office = await testOffice()
const norte = () => office.norte
const as = (who: Staff) => norte().staff[who].client
const sales = () => norte().queues[0].id
type Shown = { id: number; status: string; userId: number | null }

/** What the header of a conversation sends. */
const resolve = (userId: number) => ({ status: 'closed', userId, useIntegration: false, promptId: false, integrationId: false })

test('a conversation is resolved from its header', async () => {
  const ticket = await norte().makeTicket({ queueId: sales(), status: 'open', userId: norte().staff.ana.id })
  const answer = await as('ana').put<Shown>(`/tickets/${ticket.id}`, resolve(norte().staff.ana.id))
  expect(answer).toMatchObject({ status: 200, body: { status: 'closed' } })
})

test('a transfer sends what is not chosen as false or empty', async () => {
  const ticket = await norte().makeTicket({ queueId: sales(), status: 'open', userId: norte().staff.admin.id })
  const sent = { queueId: String(norte().queues[1].id), whatsappId: false, userId: '', status: 'pending' }
  expect((await as('admin').put<object>(`/tickets/${ticket.id}`, sent)).body).toMatchObject({
    queueId: norte().queues[1].id,
    whatsappId: norte().connection.id,
    userId: null,
  })
})

describe('whom a ticket goes to', () => {
  type Found = {
    users: ({ id: number; name: string; queues: { id: number; name: string; UserQueue: object }[] } & Record<string, unknown>)[]
  }
  const find = async (who: Staff, text: string) => (await as(who).get<Found>(`/users/?searchParam=${text}&pageNumber=1`)).body.users

  test('is found by everyone, with the queues', async () => {
    for (const who of ['ana', 'supervisor', 'rui', 'admin'] as const) {
      const [bia] = await find(who, 'bia')
      expect(bia).toMatchObject({
        id: norte().staff.bia.id,
        name: 'bia Norte',
        queues: [{ id: norte().queues[1].id, name: 'Suporte Norte' }],
      })
    }
  })

  test('without what only administrators read, nor by it', async () => {
    const [bia] = await find('ana', 'bia')
    expect(Object.keys(bia!).toSorted()).toEqual(['availability', 'company', 'companyId', 'createdAt', 'id', 'name', 'online', 'queues'])
    expect(await find('ana', 'bia@norte')).toEqual([])
    expect((await find('admin', 'bia@norte'))[0]).toMatchObject({ email: 'bia@norte.com', profile: 'user' })
  })
})

test('the conflict of a new ticket names owner and queue, also where there is none', async () => {
  const { contactId } = norte().tickets.unqueued
  const { status, body } = await as('admin').post<{ error: string }>('/tickets', {
    contactId,
    queueId: sales(),
    userId: norte().staff.admin.id,
  })
  expect(status).toBe(400)
  expect(JSON.parse(body.error)).toMatchObject({ userId: null, user: { name: '' }, queue: { name: '' } })
})

test('closing all closes those without a queue, whatever queues are chosen', async () => {
  const { sul } = office
  const { client } = sul.staff.admin
  const waiting = await Promise.all(Array.from({ length: 5 }, () => sul.makeTicket()))
  const other = await sul.makeTicket({ queueId: sul.queues[1].id })
  expect((await client.post('/tickets/closeAll', { status: 'pending', selectedQueueIds: [sul.queues[0].id] })).status).toBe(200)
  const statusOf = async (id: number) => (await client.get<Shown>(`/tickets/${id}`)).body.status
  for (const ticket of waiting) expect(await statusOf(ticket.id)).toBe('closed')
  expect(await statusOf(other.id)).toBe('pending')
})

test('of two who accept at once, the second is told who has it', async () => {
  const { ana, supervisor, admin } = norte().staff
  for (const pair of [
    ['ana', 'supervisor'],
    ['supervisor', 'admin'],
    ['admin', 'ana'],
  ] as const) {
    const ticket = await norte().makeTicket({ queueId: sales() })
    const accept = (who: Staff) => as(who).put<Shown>(`/tickets/${ticket.id}`, { status: 'open', userId: norte().staff[who].id })
    const answers = await Promise.all(pair.map(accept))
    expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const first = answers.find(answer => answer.status === 200)!.body.userId!
    const name = [ana, supervisor, admin].find(one => one.id === first)!.name
    const second = answers.find(answer => answer.status === 409)!.body
    expect(second as unknown).toEqual({
      error: 'Outra pessoa já está com este atendimento.',
      code: 'ERR_TICKET_TAKEN',
      details: { user: { id: first, name } },
    })
    expect((await as('admin').get<Shown>(`/tickets/${ticket.id}`)).body.userId).toBe(first)
  }
})

test('who may not see a queue is not told who has its tickets', async () => {
  const { support } = norte().tickets
  const accept = { status: 'open', userId: norte().staff.ana.id }
  expect(await as('ana').put(`/tickets/${support.id}`, accept)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
})

test('the number of a deleted ticket is given to no other, nor is that of one whose contact is deleted', async () => {
  for (const remove of [
    (ticket: { id: number }) => `/tickets/${ticket.id}`,
    (ticket: { contactId: number }) => `/contacts/${ticket.contactId}`,
  ] as ((ticket: { id: number; contactId: number }) => string)[]) {
    const newest = await norte().makeTicket()
    expect((await as('admin').delete(remove(newest))).status).toBe(200)
    expect((await norte().makeTicket()).id).toBeGreaterThan(newest.id)
  }
})

test('a single ticket shows the contact’s facts and who answers for its queue', async () => {
  const [queue] = norte().queues
  const { integration } = norte()
  await as('admin').put(`/queue/${queue.id}`, { integrationId: integration.id })
  await as('admin').put(`/contacts/${norte().tickets.open.contactId}`, { extraInfo: [{ name: 'CPF', value: '1' }] })
  const { id, uuid } = norte().tickets.open
  const shape = {
    contact: { extraInfo: [{ name: 'CPF' }] },
    queue: { prompt: [], queueIntegrations: { id: integration.id, type: 'webhook' } },
  }
  for (const path of [`/tickets/${id}`, `/tickets/u/${uuid}`]) expect((await as('admin').get<object>(path)).body).toMatchObject(shape)
  expect((await as('admin').put<object>(`/tickets/${id}`, { chatbot: false })).body).toMatchObject(shape)
  expect((await as('ana').get<{ ticket: object }>(`/messages/${id}`)).body.ticket).toMatchObject(shape)
  await as('admin').put(`/queue/${queue.id}`, { integrationId: '' })
})
