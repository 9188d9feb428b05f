import { describe, expect, test } from 'bun:test'
import { newPhone } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'

const office = await testOffice()
const { norte } = office

type Shown = { id: number; name: string; number: string; email: string; extraInfo: { id: number; name: string; value: string }[] }
type Page = { contacts: (Shown & { tickets: { id: number; status: string }[] })[]; count: number; hasMore: boolean }
const ana = () => norte.staff.ana.client
const make = (more: object = {}) => ana().post<Shown>('/contacts', { name: 'Helena Prado', number: newPhone(), ...more })

test('a contact is made with its further facts, and everyone of the company hears of it', async () => {
  const socket = await norte.staff.rui.client.socket()
  const { status, body } = await make({ email: 'helena@exemplo.com', extraInfo: [{ name: 'CPF', value: '123' }] })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: 'Helena Prado',
    email: 'helena@exemplo.com',
    companyId: norte.id,
    extraInfo: [{ name: 'CPF', value: '123' }],
  })
  expect((await socket.next(`company-${norte.id}-contact`)).payload).toMatchObject({ action: 'create', contact: { id: body.id } })
  socket.close()
})

test('a number that is known answers with the contact that has it, with the ninth digit or without', async () => {
  const { body } = await make({ number: '5511987650001' })
  for (const number of ['5511987650001', '551187650001']) {
    const again = await make({ number, name: 'Outra' })
    expect(again).toMatchObject({ status: 200, body: { alreadyExists: true, existingContact: { id: body.id, name: 'Helena Prado' } } })
  }
  expect((await office.sul.staff.ana.client.post('/contacts', { name: 'No Sul', number: '5511987650001' })).body).not.toHaveProperty(
    'alreadyExists',
  )
})

test('a number is digits, eight or more; a name has two letters; an address is one', async () => {
  for (const wrong of [{ number: '11 9876' }, { number: '+5511987654321' }, { number: '1234567' }, { name: 'A' }, { email: 'x' }])
    expect([wrong, (await make(wrong)).status]).toEqual([wrong, 400])
  expect((await make({ email: '' })).status).toBe(200)
})

test('the list goes by name without regard to case, thirty a page, with the tickets of each', async () => {
  for (let i = 0; i < 35; i++) await norte.makeContact(`${i % 2 ? 'zeta' : 'Zeta'} ${String(i).padStart(2, '0')}`)
  const first = (await ana().get<Page>('/contacts?searchParam=zeta')).body
  const second = (await ana().get<Page>('/contacts?searchParam=zeta&pageNumber=2')).body
  expect(first).toMatchObject({ count: 35, hasMore: true })
  expect(second.hasMore).toBe(false)
  const names = [...first.contacts, ...second.contacts].map(contact => contact.name.toLowerCase())
  expect(names).toEqual(names.toSorted())
  const { open } = norte.tickets
  const all = (await ana().get<Page>(`/contacts?searchParam=${(await ana().get<Shown>(`/contacts/${open.contactId}`)).body.number}`)).body
  expect(all.contacts[0]!.tickets).toMatchObject([{ id: open.id, status: 'open' }])
})

test('searching finds parts of name and number, without regard to accents, from one letter on', async () => {
  const { body } = await make({ name: 'Íris Brandão', number: '5521912340077' })
  for (const text of ['íris', 'iris', 'BRAND', 'ndão', '12340077', 'Í', 'Ír'])
    expect([text, (await ana().get<Page>(`/contacts?searchParam=${encodeURIComponent(text)}`)).body.contacts.map(one => one.id)]).toEqual([
      text,
      [body.id],
    ])
})

test('changing keeps what is not named; further facts are replaced as a whole', async () => {
  const { body } = await make({
    extraInfo: [
      { name: 'CPF', value: '1' },
      { name: 'Plano', value: '600' },
    ],
  })
  const [cpf] = body.extraInfo
  const changed = await ana().put<Shown>(`/contacts/${body.id}`, {
    email: 'nova@exemplo.com',
    extraInfo: [
      { ...cpf, value: '2' },
      { name: 'Bairro', value: 'Centro' },
    ],
  })
  expect(changed.body).toMatchObject({ name: 'Helena Prado', email: 'nova@exemplo.com' })
  expect(changed.body.extraInfo.map(({ name, value }) => [name, value])).toEqual([
    ['CPF', '2'],
    ['Bairro', 'Centro'],
  ])
  expect(changed.body.extraInfo[0]!.id).toBe(cpf!.id)
})

test('what somebody else took out of a contact meanwhile comes back by whoever still has it in their form', async () => {
  const { id, extraInfo } = (await make({ extraInfo: [{ name: 'CPF', value: '123' }] })).body
  await ana().put(`/contacts/${id}`, { extraInfo: [] })
  const { body } = await ana().put<Shown>(`/contacts/${id}`, { extraInfo })
  expect(body.extraInfo).toMatchObject([{ name: 'CPF', value: '123' }])
})

test('a fact of another contact is not touched by its id', async () => {
  const one = (await make({ extraInfo: [{ name: 'CPF', value: 'de um' }] })).body
  const other = (await make()).body
  await ana().put(`/contacts/${other.id}`, { extraInfo: [{ id: one.extraInfo[0]!.id, name: 'CPF', value: 'roubado' }] })
  expect((await ana().get<Shown>(`/contacts/${one.id}`)).body.extraInfo).toMatchObject([{ value: 'de um' }])
})

describe('the number of somebody who is being served', () => {
  const { ana, bia, leo, supervisor, admin } = norte.staff
  const give = async (id: number, by: { client: typeof ana.client }, number = newPhone()) => {
    const { status, body } = await by.client.put<{ code?: string }>(`/contacts/${id}`, { number })
    return body.code ?? status
  }
  const numberOf = async (id: number) => (await admin.client.get<Shown>(`/contacts/${id}`)).body.number
  const OTHERS = 'ERR_CONTACT_IN_OTHER_HANDS'

  test('is changed by who sees all that goes on with them, and by leaders', async () => {
    const { id, number } = await norte.makeContact('Helena Prado')
    const ticket = await norte.makeTicket({ contactId: id, queueId: norte.queues[1].id, status: 'open', userId: bia.id })
    for (const agent of [ana, leo]) expect([agent.name, await give(id, agent)]).toEqual([agent.name, OTHERS])
    expect(await numberOf(id)).toBe(number!)
    // What leaves the number as it is, in either spelling, is nobody's concern.
    const kept = await ana.client.put(`/contacts/${id}`, { name: 'Helena do Prado', number: number!.replace(/^(55..)9/, '$1') })
    expect(kept).toMatchObject({ status: 200, body: { name: 'Helena do Prado' } })
    expect(await office.sul.staff.admin.client.put(`/contacts/${id}`, { number: newPhone() })).toMatchObject({ status: 404 })
    for (const person of [bia, supervisor, admin]) expect([person.name, await give(id, person)]).toEqual([person.name, 200])
    await bia.client.put(`/tickets/${ticket.id}`, { status: 'closed', userId: bia.id })
    expect(await give(id, ana)).toBe(200)
  })

  test('stays as it is where one of their tickets waits without a queue, or is known by a linked id alone', async () => {
    const { contactId } = await norte.makeTicket()
    expect(await give(contactId, ana)).toBe(OTHERS)
    expect(await give(contactId, leo)).toBe(200)
    await office.store.client.execute(`update contacts set number = null, phone_key = null, lid = '77001' where id = ${contactId}`)
    expect(await give(contactId, ana)).toBe(OTHERS)
  })
})

test('a number moves to one that nobody has', async () => {
  const one = (await make()).body
  const other = (await make()).body
  expect((await ana().put(`/contacts/${one.id}`, { number: other.number })).status).toBe(400)
  const free = newPhone()
  expect((await ana().put<Shown>(`/contacts/${one.id}`, { number: free })).body.number).toBe(free)
})

test('only an administrator deletes, and the tickets go too', async () => {
  const contact = await norte.makeContact()
  const ticket = await norte.makeTicket({ contactId: contact.id, queueId: norte.queues[0].id })
  expect((await ana().delete(`/contacts/${contact.id}`)).status).toBe(403)
  const socket = await ana().socket(['joinTickets', 'pending'])
  expect(await norte.staff.admin.client.delete(`/contacts/${contact.id}`)).toMatchObject({
    status: 200,
    body: { message: 'Contact deleted' },
  })
  expect((await norte.staff.admin.client.get(`/tickets/${ticket.id}`)).status).toBe(404)
  await socket.next(`company-${norte.id}-ticket`, told => told.action === 'delete' && told.ticketId === ticket.id)
  socket.close()
})

describe('a name', () => {
  test('that a person chose stays when the network says another', async () => {
    const number = newPhone()
    const { body } = await make({ number, name: 'Cliente do Lucas' })
    await office.receive(norte, { from: { pn: number, name: 'Helena' } })
    expect((await ana().get<Shown>(`/contacts/${body.id}`)).body.name).toBe('Cliente do Lucas')
  })

  test('that nobody chose follows the network', async () => {
    const number = newPhone()
    await office.receive(norte, { from: { pn: number } })
    await office.receive(norte, { from: { pn: number, name: 'Helena' } })
    expect((await ana().get<Page>(`/contacts?searchParam=${number}`)).body.contacts[0]!.name).toBe('Helena')
  })
})

test.each([
  ['5511990002041', ['990002041', '99000-2041', '+55 11 99000-2041', '11 99000', '(11) 9000-2041', '011 99000 2041', '5511 9000']],
  ['551190003052', ['99000-3052', '+55 11 99000-3052', '+55 11 99000', '(11) 9000-3052', '9000-3052']],
  ['552133334044', ['3333-4044', '(21) 3333-4044', '+55 21 3333']],
] as const)('the number %s is found in every spelling', async (number, typed) => {
  const { id } = (await make({ number, name: `Dona do ${number}` })).body
  for (const text of typed) {
    const found = (await ana().get<Page>(`/contacts?searchParam=${encodeURIComponent(text)}`)).body.contacts
    expect([text, found.map(contact => contact.id)]).toEqual([text, expect.arrayContaining([id])])
  }
  expect((await ana().get<Page>('/contacts?searchParam=99000-9999')).body.contacts).toEqual([])
})

test('words of a name need not stand side by side', async () => {
  const { id } = (await make({ name: 'Benedita Aparecida de Souza' })).body
  for (const text of ['Benedita Souza', 'souza benedita', 'Benedita de Souza'])
    expect((await ana().get<Page>(`/contacts?searchParam=${encodeURIComponent(text)}`)).body.contacts.map(one => one.id)).toEqual([id])
})

test('a number of two digits in a search tells one name from the others', async () => {
  for (const [i, name] of ['Quiosque 1', 'Quiosque 12', 'Quiosque 31'].entries()) await make({ name, number: `554197000000${i + 3}` })
  const { body } = await ana().get<Page>(`/contacts?searchParam=${encodeURIComponent('quiosque 12')}`)
  expect(body.contacts.map(one => one.name)).toEqual(['Quiosque 12'])
})
