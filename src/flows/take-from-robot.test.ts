import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { newPhone, openOffice, until, type Company, type Office } from '../../tests/factories'

/** The robot's target: it answers when it is let. */
let gate = Promise.withResolvers<void>()
let asked = 0
const target = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch() {
    asked++
    await gate.promise
    return Response.json({ text: 'Sou o robô' })
  },
})

let office: Office
let norte: Company
beforeAll(async () => {
  office = await openOffice({ OUTBOUND_ALLOW: `127.0.0.1:${target.port}` })
  ;({ norte } = office)
  const { body } = await admin().post<{ id: number }>('/queueIntegration', {
    type: 'webhook',
    name: 'Robô',
    settings: { urlN8N: `http://127.0.0.1:${target.port}/` },
  })
  await admin().put(`/whatsapp/${norte.connection.id}`, { integrationId: body.id })
})
afterAll(async () => {
  await office?.close()
  await target.stop(true)
})
beforeEach(() => {
  gate = Promise.withResolvers()
  asked = 0
})

const admin = () => norte.staff.admin.client
type Ticket = { id: number; useIntegration: boolean; integrationId: number | null; contact: { number: string } }
const ticketOf = async (pn: string) => {
  const { body } = await admin().get<{ tickets: Ticket[] }>('/tickets?status=pending&showAll=true')
  return body.tickets.find(ticket => ticket.contact.number === pn)!
}
const said = async ({ id }: Ticket) =>
  (await admin().get<{ messages: { body: string }[] }>(`/messages/${id}`)).body.messages.map(message => message.body)
const turnsLeft = async () => (await office.store.client.execute("select 1 from jobs where kind = 'robot-turn'")).rows.length

/** A conversation whose robot was asked and has not answered yet. */
async function asking() {
  const pn = newPhone()
  await office.receive(norte, { from: { pn, name: 'Helena' }, text: 'Tem alguém?' })
  await until(() => asked === 1)
  const ticket = await ticketOf(pn)
  expect(ticket.useIntegration).toBe(true)
  return { pn, ticket }
}
async function answered() {
  gate.resolve()
  await until(async () => (await turnsLeft()) === 0)
}

test('a customer’s message and the robot’s turn are stored together, and the robot answers', async () => {
  const { ticket } = await asking()
  expect(await turnsLeft()).toBe(1)
  await answered()
  expect(await said(ticket)).toEqual(['Tem alguém?', 'Sou o robô'])
  expect((await ticketOf(ticket.contact.number)).useIntegration).toBe(true)
})

test('who answers in the panel has the conversation at once, and the robot says nothing more', async () => {
  const { pn, ticket } = await asking()
  const socket = await admin().socket(['joinTickets', 'pending'])
  await admin().post(`/messages/${ticket.id}`, { body: 'Oi, aqui é a dona' })
  const { payload } = await socket.next(`company-${norte.id}-ticket`, event => event.action === 'update' && event.ticketId === ticket.id)
  expect(payload).toMatchObject({ ticket: { useIntegration: false, integrationId: null } })
  await answered()
  expect(await said(ticket)).toEqual(['Tem alguém?', 'Oi, aqui é a dona'])
  await office.receive(norte, { from: { pn }, text: 'Obrigada' })
  expect(await turnsLeft()).toBe(0)
  expect(asked).toBe(1)
  socket.close()
})

test('so has who sends a file', async () => {
  const { ticket } = await asking()
  const form = new FormData()
  form.append('medias', new File(['nota'], 'nota.txt', { type: 'text/plain' }))
  await admin().post(`/messages/${ticket.id}`, form)
  await answered()
  expect(await said(ticket)).toEqual(['Tem alguém?', 'nota.txt'])
})

test('so has who answers on the phone', async () => {
  const { pn, ticket } = await asking()
  await office.receive(norte, { from: { pn }, text: 'Respondo eu', fromMe: true })
  await answered()
  expect(await said(ticket)).toEqual(['Tem alguém?', 'Respondo eu'])
  expect((await ticketOf(pn)).useIntegration).toBe(false)
})

test('the robot of another company goes on', async () => {
  const { ticket } = await asking()
  const { client } = office.sul.staff.admin
  expect((await client.post(`/messages/${ticket.id}`, { body: 'Intruso' })).status).toBe(404)
  await answered()
  expect(await said(ticket)).toEqual(['Tem alguém?', 'Sou o robô'])
})
