import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connections } from '#modules/connections'
import { newPhone, openOffice, until, type Office } from '../../tests/factories'
import type { Control } from '../sandbox/network'

/** Places and people that an agent sends, to a simulated phone by the real Baileys. */
let office: Office
let control: Control
let customer: { phone: string; ticketId: number }
beforeAll(async () => {
  office = await openOffice()
  const { norte, product } = office
  control = (await product.sandbox.start()).control
  product.channel.start(norte.connection)
  expect(await product.sandbox.link(() => connections.load(norte.ctx, norte.connection.id), '5511940000079')).toBe(true)
  const phone = newPhone()
  control.addPhone({ phone, name: 'Caio Mendes' })
  const contact = await norte.makeContact('Caio Mendes')
  await norte.staff.admin.client.put(`/contacts/${contact.id}`, { name: 'Caio Mendes', number: phone })
  const values = { contactId: contact.id, queueId: norte.queues[0].id, status: 'open', userId: norte.staff.ana.id } as const
  customer = { phone, ticketId: (await norte.makeTicket(values)).id }
}, 30_000)
afterAll(() => office?.close())

type Shown = { mediaType: string; body: string; isForwarded: boolean }
const ana = () => office.norte.staff.ana.client
const tell = (what: 'location' | 'contacts', body: object, client = ana()) => client.post(`/messages/${customer.ticketId}/${what}`, body)
const shown = async () => (await ana().get<{ messages: Shown[] }>(`/messages/${customer.ticketId}`)).body.messages
const arrived = (type: string) =>
  until(() => control.transcript({ phone: customer.phone }).find(entry => !entry.fromMe && entry.type === type))

test('a place reaches the other phone as one, and is shown as those that come', async () => {
  expect(await tell('location', { latitude: -22.9068, longitude: -43.1729, name: 'Loja | Niterói' })).toMatchObject({ status: 200 })
  expect(await arrived('location')).toMatchObject({ location: { latitude: -22.9068, longitude: -43.1729, name: 'Loja   Niterói' } })
  const body = '|https://maps.google.com/maps?q=-22.9068%2C-43.1729&z=17&hl=pt-BR|Loja   Niterói'
  expect((await shown()).at(-1)).toMatchObject({ mediaType: 'locationMessage', body, isForwarded: false })
  const { body: ticket } = await ana().get<{ lastMessage: string }>(`/tickets/${customer.ticketId}`)
  expect(ticket.lastMessage).toBe('📍 Loja   Niterói')
})

test('a place a hand from the equator is not taken for one far from it', async () => {
  expect(await tell('location', { latitude: -4e-7, longitude: 9.3e-6 })).toMatchObject({ status: 200 })
  const isIt = ({ location }: { location?: { latitude: number; longitude: number } }) =>
    location?.longitude === 9e-6 && location.latitude === 0
  await until(() => control.transcript({ phone: customer.phone }).find(entry => !entry.fromMe && isIt(entry)))
  expect((await shown()).at(-1)!.body).toBe('|https://maps.google.com/maps?q=0%2C0.000009&z=17&hl=pt-BR|0, 0.000009')
})

test('people of the contacts reach it as cards that open a chat, whatever their names hold', async () => {
  const { norte } = office
  const people = [await norte.makeContact('Silva, Rui; filho'), await norte.makeContact('Lia\nEND:VCARD')]
  expect(await tell('contacts', { contactIds: people.map(({ id }) => id) })).toMatchObject({ status: 200 })
  const { contacts } = (await arrived('contact')) as { contacts?: { name: string; phone: string }[] }
  expect(contacts?.map(one => one.phone)).toEqual(people.map(one => one.number!))
  const [last] = (await shown()).slice(-1)
  expect(last!.mediaType).toBe('contactsArrayMessage')
  expect(last!.body.match(/BEGIN:VCARD/g)).toHaveLength(2)
  expect(last!.body).toContain(`waid=${people[0]!.number}`)
  const { body: ticket } = await ana().get<{ lastMessage: string }>(`/tickets/${customer.ticketId}`)
  expect(ticket.lastMessage).toBe('👤 Silva, Rui; filho, Lia END:VCARD')
})

test('the same request is one message, and what is nobody’s, no number or no place is refused and says nothing', async () => {
  const { norte, sul } = office
  const before = (await shown()).length
  const place = { latitude: 1, longitude: 2, clientId: crypto.randomUUID() }
  for (let i = 0; i < 2; i++) expect((await tell('location', place)).status).toBe(200)
  expect(await shown()).toHaveLength(before + 1)
  const friend = await norte.makeContact()
  const people = { contactIds: [friend.id], clientId: crypto.randomUUID() }
  expect((await tell('contacts', people)).status).toBe(200)
  await norte.staff.admin.client.delete(`/contacts/${friend.id}`)
  expect((await tell('contacts', people)).status).toBe(200)
  expect(await shown()).toHaveLength(before + 2)
  const stranger = await sul.makeContact()
  expect((await tell('contacts', { contactIds: [stranger.id] })).status).toBe(404)
  await office.receive(norte, { from: { pn: newPhone() }, group: { id: '120363000000000077', subject: 'Turma' } })
  const { body } = await norte.staff.admin.client.get<{ contacts: { id: number }[] }>('/contacts?searchParam=Turma')
  expect((await tell('contacts', { contactIds: [body.contacts[0]!.id] })).status).toBe(400)
  for (const wrong of [{ contactIds: [] }, { contactIds: Array.from({ length: 11 }, () => stranger.id) }])
    expect((await tell('contacts', wrong)).status).toBe(400)
  for (const wrong of [{ latitude: 91, longitude: 0 }, { latitude: 0, longitude: -181 }, { latitude: '1', longitude: 2 }, {}])
    expect((await tell('location', wrong)).status).toBe(400)
  expect((await tell('location', place, norte.staff.bia.client)).status).toBe(403)
  expect((await tell('location', place, sul.staff.admin.client)).status).toBe(404)
  expect(await shown()).toHaveLength(before + 2)
})
