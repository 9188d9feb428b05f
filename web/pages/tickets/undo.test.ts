import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openOffice, type Office } from '../../../tests/factories'
import { openPage } from '../../../tests/page'
import type { User } from '../../session'
import type { Ticket } from './types'

let office: Office
let page: ReturnType<typeof openPage>
let kit: typeof import('../../kit/errors') &
  typeof import('./verbs') &
  typeof import('./undo') &
  typeof import('./change') &
  typeof import('./ticket-verbs') &
  typeof import('../../session') &
  typeof import('../../kit/api')

beforeAll(async () => {
  office = await openOffice()
  page = openPage(office.product.server.port, office.norte.staff.ana.client)
  kit = {
    ...(await import('../../kit/api')),
    ...(await import('../../session')),
    ...(await import('../../kit/errors')),
    ...(await import('./verbs')),
    ...(await import('./undo')),
    ...(await import('./change')),
    ...(await import('./ticket-verbs')),
  }
})
afterAll(async () => {
  page.close()
  kit.user.value = null
  await office.close()
})

test('a transfer can be undone where it is said to be, by whoever made it', async () => {
  const { norte } = office
  const { queues, connection, staff, makeTicket } = norte
  const said: [string, boolean][] = []
  const done: [string, boolean][] = []
  for (const [name, held] of [
    ['admin', []],
    ['supervisor', [0, 1]],
    ['ana', [0]],
  ] as const)
    for (const to of [0, 1] as const)
      for (const colleague of [undefined, staff[to === 0 ? 'ana' : 'bia'].id]) {
        const who = staff[name]
        const { id } = await makeTicket({ queueId: queues[0].id, status: 'open', userId: who.id })
        const { body: ticket } = await who.client.get<Ticket>(`/tickets/${id}`)
        const place = { queueId: queues[to].id, whatsappId: connection.id }
        const moved = colleague ? { ...place, userId: colleague } : { ...place, status: 'pending', userId: null }
        const { status, body: after } = await who.client.put<Ticket>(`/tickets/${id}`, moved)
        expect(status).toBe(200)
        kit.setToken(who.client.token)
        kit.user.value = { ...who, companyId: norte.id, queues: held.map(at => queues[at]), rights: [] } as unknown as User
        const what = `${name} to ${to}${colleague ? ', a colleague' : ''}`
        said.push([what, kit.mayUndo(place.queueId, colleague)])
        done.push([
          what,
          await kit.asBefore(ticket, after).then(
            () => true,
            () => false,
          ),
        ])
      }
  expect(said).toEqual(done)
  expect(said).toContainEqual(['ana to 0', true])
  expect(said).toContainEqual(['ana to 1', false])
  expect(said).toContainEqual(['ana to 1, a colleague', true])
})

test('a ticket without a queue that was accepted into one has none when that is undone', async () => {
  const { queues, staff, makeTicket } = office.norte
  const { admin } = staff
  const { id } = await makeTicket({ queueId: null, status: 'pending' })
  const read = async () => (await admin.client.get<Ticket>(`/tickets/${id}`)).body
  const before = await read()
  kit.setToken(admin.client.token)
  kit.user.value = { ...admin, companyId: office.norte.id, queues: queues.slice(0, 1), rights: [] } as unknown as User
  await kit.accept(before)
  expect(await read()).toMatchObject({ status: 'open', userId: admin.id, queueId: queues[0].id })
  await kit.asBefore(before)
  expect(await read()).toMatchObject({ status: 'pending', userId: null, queueId: null })
})

test('what a colleague made of a ticket since is not undone', async () => {
  const { queues, staff, makeTicket } = office.norte
  const { client } = staff.admin
  const { id } = await makeTicket({ queueId: queues[0].id, status: 'pending' })
  const { body: before } = await client.get<Ticket>(`/tickets/${id}`)
  const { body: after } = await client.put<Ticket>(`/tickets/${id}`, { queueId: queues[1].id, status: 'pending', userId: null })
  kit.setToken(client.token)
  const undo = async () => kit.errorText(await kit.asBefore(before, after).catch((error: unknown) => error))
  expect((await staff.bia.client.put(`/tickets/${id}`, { status: 'open', userId: staff.bia.id })).status).toBe(200)
  expect(await undo()).toBe(`${staff.bia.name} já assumiu este atendimento.`)
  expect((await staff.bia.client.put(`/tickets/${id}`, { status: 'closed' })).status).toBe(200)
  expect(await undo()).toBe('Foi mexido desde então, e fica como está.')
  expect((await client.get<Ticket>(`/tickets/${id}`)).body).toMatchObject({ status: 'closed', queueId: queues[1].id })
})

test('whoever handed a ticket on too long ago, or to a colleague who went on with it, is told that it is late, and not that a right is lacking', async () => {
  const { queues, staff, connection, makeTicket, id: companyId } = office.norte
  const { client } = staff.ana
  kit.setToken(client.token)
  kit.user.value = { ...staff.ana, companyId, queues: queues.slice(0, 1), rights: [] } as unknown as User
  const late = 'Tarde demais para desfazer: o atendimento já seguiu adiante.'
  for (const meanwhile of [
    (id: number) => staff.bia.client.post(`/messages/${id}`, { body: 'Já vejo isso' }),
    (id: number) => staff.bia.client.put(`/tickets/${id}`, { userId: staff.supervisor.id }),
  ]) {
    const { id } = await makeTicket({ queueId: queues[0].id, status: 'open', userId: staff.ana.id })
    const { body: before } = await client.get<Ticket>(`/tickets/${id}`)
    const to = { userId: staff.bia.id, queueId: queues[1].id, whatsappId: connection.id }
    const { body: after } = await client.put<Ticket>(`/tickets/${id}`, to)
    expect((await meanwhile(id)).status).toBe(200)
    expect(kit.errorText(await kit.asBefore(before, after).catch((error: unknown) => error))).toBe(late)
  }
})

test('what a colleague took is given back to its queue by nobody who did not know that, and stays in the queue where it is', async () => {
  const { queues, staff, makeTicket } = office.norte
  const client = asAdmin()
  const { id } = await makeTicket({ queueId: queues[0].id, status: 'open', userId: staff.admin.id })
  const { body: before } = await client.get<Ticket>(`/tickets/${id}`)
  const taken = { userId: staff.bia.id, queueId: queues[1].id }
  expect((await client.put(`/tickets/${id}`, taken)).status).toBe(200)
  await kit.giveBack(before)
  const { body: now } = await client.get<Ticket>(`/tickets/${id}`)
  expect(now).toMatchObject(taken)
  await kit.giveBack(now)
  expect((await client.get<Ticket>(`/tickets/${id}`)).body).toMatchObject({ status: 'pending', userId: null, queueId: queues[1].id })
})

/** Signs the page in as who leads. */
function asAdmin() {
  const { queues, staff, id } = office.norte
  kit.setToken(staff.admin.client.token)
  kit.user.value = { ...staff.admin, companyId: id, queues: queues.slice(0, 1), rights: [] } as unknown as User
  return staff.admin.client
}
const said = async (id: number) =>
  (await office.norte.staff.admin.client.get<{ messages: { body: string }[] }>(`/messages/${id}`)).body.messages.map(({ body }) => body)

test('a customer hears of no move that is only taken back', async () => {
  const { queues, makeTicket } = office.norte
  const client = asAdmin()
  expect((await client.put('/settings/sendMsgTransfTicket', { value: 'enabled' })).status).toBe(200)
  const { id } = await makeTicket({ queueId: queues[0].id, status: 'pending' })
  const { body: before } = await client.get<Ticket>(`/tickets/${id}`)
  const after = await kit.change(before, { queueId: queues[1].id, status: 'pending', userId: null })
  const once = await said(id)
  expect(once).toEqual([expect.stringContaining(queues[1].name)])
  expect(await kit.asBefore(before, after)).toMatchObject({ status: 'pending', queueId: queues[0].id })
  expect(await said(id)).toEqual(once)
  expect((await client.put('/settings/sendMsgTransfTicket', { value: 'disabled' })).status).toBe(200)
})

test('a customer whose conversation was given back by mistake is not greeted anew', async () => {
  const { queues, staff, makeTicket } = office.norte
  const client = asAdmin()
  expect((await client.put('/settings/sendGreetingAccepted', { value: 'enabled' })).status).toBe(200)
  const { id } = await makeTicket({ queueId: queues[0].id, status: 'open', userId: staff.admin.id })
  const { body: before } = await client.get<Ticket>(`/tickets/${id}`)
  const after = await kit.change(before, { status: 'pending', userId: null, queueId: before.queueId })
  expect(await kit.asBefore(before, after)).toMatchObject({ status: 'open', userId: staff.admin.id })
  expect(await said(id)).toEqual([])
  expect((await client.put('/settings/sendGreetingAccepted', { value: 'disabled' })).status).toBe(200)
})

test.each([
  ['accepted', () => ({ status: 'open', userId: office.norte.staff.admin.id })],
  ['resolved', () => ({ status: 'closed' })],
])('the robot of a ticket that was %s by mistake goes on', async (_, body) => {
  const { queues, makeTicket } = office.norte
  const client = asAdmin()
  const { id } = await makeTicket({ queueId: queues[0].id, status: 'pending', chatbot: true })
  const { body: before } = await client.get<Ticket>(`/tickets/${id}`)
  expect(before.chatbot).toBe(true)
  const after = await kit.change(before, body())
  expect(after.chatbot).toBe(false)
  expect(await kit.asBefore(before, after)).toMatchObject({ status: 'pending', userId: null, queueId: queues[0].id })
  const { rows } = await office.store.client.execute(`select holder, reason from ticket_bots where ticket_id = ${id}`)
  expect(rows).toMatchObject([{ holder: 'resumed', reason: 'resumed' }])
})
