import { expect, test } from 'bun:test'
import { newPhone } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'

const office = await testOffice()
const { norte, sul } = office
const admin = () => norte.staff.admin.client

type Fact = { name: string; value: string }
type Shown = { id: number; name: string; number: string; email: string; disableBot: boolean; extraInfo: Fact[]; ticketCount: number }
type Group = { reasons: string[]; contacts: Shown[] }
const make = async (more: object = {}) =>
  (await admin().post<Shown>('/contacts', { name: 'Helena Prado', number: newPhone(), ...more })).body
const groupOf = async (id: number) =>
  (await admin().get<{ groups: Group[] }>('/contacts/duplicates')).body.groups.find(({ contacts }) => contacts.some(one => one.id === id))

test('contacts of one e-mail, of one number without its country, and of one name and last digits are shown as one person', async () => {
  const [one, two] = [await make({ email: 'Mesma@exemplo.com' }), await make({ email: 'mesma@exemplo.com' })]
  expect(await groupOf(two.id)).toMatchObject({ reasons: ['email'], contacts: [{ id: one.id }, { id: two.id }] })
  const [long, short] = [await make({ number: '5541988887777' }), await make({ number: '41988887777', name: 'Outro nome' })]
  expect(await groupOf(short.id)).toMatchObject({ reasons: ['number'], contacts: [{ id: long.id }, { id: short.id }] })
  const [here, there] = [
    await make({ number: '5547996661234', name: 'Zélia Dutra' }),
    await make({ number: '5548996661234', name: 'ZELIA  dutra' }),
  ]
  expect(await groupOf(there.id)).toMatchObject({ reasons: ['name'], contacts: [{ id: here.id }, { id: there.id }] })
  await make({ number: '5549996661234', name: 'Outra pessoa' })
  expect((await groupOf(here.id))!.contacts).toHaveLength(2)
  expect((await sul.staff.admin.client.get('/contacts/duplicates')).text).not.toContain('mesma@')
})

test('a person whom WhatsApp told without a number is shown beside one of the same full name', async () => {
  await office.receive(norte, { from: { lid: '998877665544332', name: 'Quitéria Lobo' } })
  const known = await make({ name: 'quitéria lobo' })
  expect((await groupOf(known.id))!.contacts.map(({ number }) => number)).toEqual(['', known.number])
})

test('a merge makes what its preview says, with the tickets and facts of both, and is taken back whole', async () => {
  const kept = await make({ name: 'Fica', extraInfo: [{ name: 'CPF', value: '1' }] })
  const gone = await make({ name: 'Vai', email: 'vai@exemplo.com', disableBot: true, extraInfo: [{ name: 'Plano', value: '600' }] })
  const ticket = await norte.makeTicket({ contactId: gone.id, queueId: norte.queues[0].id })
  const preview = (await admin().get<Shown & { lostNumber: string }>(`/contacts/${kept.id}/merge?contactId=${gone.id}`)).body
  expect(preview).toMatchObject({
    name: 'Fica',
    number: kept.number,
    lostNumber: gone.number,
    email: 'vai@exemplo.com',
    disableBot: true,
    ticketCount: 1,
  })
  expect(preview.extraInfo).toMatchObject([{ name: 'CPF' }, { name: 'Plano' }])

  const merged = await admin().post<Shown>(`/contacts/${kept.id}/merge`, { contactId: gone.id })
  expect(merged).toMatchObject({ status: 200, body: { id: kept.id, name: 'Fica', email: 'vai@exemplo.com', disableBot: true } })
  expect(merged.body.extraInfo).toMatchObject([{ name: 'CPF' }, { name: 'Plano' }])
  expect((await admin().get<{ contactId: number }>(`/tickets/${ticket.id}`)).body.contactId).toBe(kept.id)
  expect((await admin().get(`/contacts/${gone.id}`)).status).not.toBe(200)
  const recent = (await admin().get<object[]>('/contacts/merges')).body
  expect(recent[0]).toMatchObject({ kept: { id: kept.id, name: 'Fica' }, gone: { name: 'Vai', number: gone.number }, isLast: true })

  await admin().put(`/contacts/${kept.id}`, { name: 'Fica com outro nome' })
  expect((await admin().post<Shown>(`/contacts/${kept.id}/unmerge`)).body).toMatchObject({
    name: 'Fica com outro nome',
    email: '',
    disableBot: false,
    extraInfo: [{ name: 'CPF' }],
  })
  expect((await admin().get<Shown>(`/contacts/${gone.id}`)).body).toMatchObject({
    name: 'Vai',
    number: gone.number,
    email: 'vai@exemplo.com',
    extraInfo: [{ name: 'Plano' }],
  })
  expect((await admin().get<{ contactId: number }>(`/tickets/${ticket.id}`)).body.contactId).toBe(gone.id)
  expect(JSON.stringify((await admin().get('/contacts/merges')).body)).not.toContain('Fica com outro nome')
  expect((await admin().post(`/contacts/${kept.id}/unmerge`)).status).toBe(404)
})

test('who wrote from the number that went has a contact of their own, which the one that comes back takes over', async () => {
  const [kept, gone] = [await make({ name: 'Fica' }), await make({ name: 'Volta' })]
  await admin().post(`/contacts/${kept.id}/merge`, { contactId: gone.id })
  await office.receive(norte, { from: { pn: gone.number, name: 'apelido' }, text: 'sou eu' })
  expect((await admin().post(`/contacts/${kept.id}/unmerge`)).status).toBe(200)
  const { contacts } = (await admin().get<{ contacts: (Shown & { tickets: object[] })[] }>(`/contacts?searchParam=${gone.number}`)).body
  expect(contacts).toMatchObject([{ name: 'Volta', number: gone.number }])
  expect(contacts[0]!.tickets).toHaveLength(1)
})

test('of a contact that was merged while it had taken over another, both merges are taken back, one after the other', async () => {
  const [first, second, third] = [await make({ name: 'Primeira' }), await make({ name: 'Segunda' }), await make({ name: 'Terceira' })]
  await admin().post(`/contacts/${second.id}/merge`, { contactId: third.id })
  await admin().post(`/contacts/${first.id}/merge`, { contactId: second.id })
  const whose = async (id: number) => (await admin().get<Shown>(`/contacts/${id}`)).body.name
  expect((await admin().post(`/contacts/${first.id}/unmerge`)).status).toBe(200)
  expect([await whose(first.id), await whose(second.id)]).toEqual(['Primeira', 'Segunda'])
  expect((await admin().post(`/contacts/${first.id}/unmerge`)).status).toBe(404)
  expect((await admin().post(`/contacts/${second.id}/unmerge`)).status).toBe(200)
  expect(await whose(third.id)).toBe('Terceira')
})

test('only two different people of the own company are merged, and only by who may delete one', async () => {
  const [one, two, theirs] = [await make(), await make(), sul.tickets.open.contactId]
  await office.receive(norte, { from: { pn: newPhone() }, group: { id: '120363000000000077', subject: 'Grupo' } })
  const { contacts } = (await admin().get<{ contacts: Shown[] }>('/contacts?isGroup=true&searchParam=Grupo')).body
  const merge = (id: number, contactId: number, client = admin()) => client.post<{ code: string }>(`/contacts/${id}/merge`, { contactId })
  expect(await merge(one.id, one.id)).toMatchObject({ status: 400, body: { code: 'ERR_CONTACTS_NOT_MERGEABLE' } })
  expect(await merge(one.id, contacts[0]!.id)).toMatchObject({ status: 400, body: { code: 'ERR_CONTACTS_NOT_MERGEABLE' } })
  expect((await merge(one.id, theirs)).status).toBe(404)
  expect((await merge(theirs, one.id)).status).toBe(404)
  expect((await admin().get(`/contacts/${one.id}/merge?contactId=${theirs}`)).status).toBe(404)
  expect((await merge(one.id, two.id, norte.staff.supervisor.client)).status).toBe(403)
  expect((await norte.staff.ana.client.get('/contacts/duplicates')).status).toBe(403)
})

test('of somebody who is deleted after a merge was taken back, nothing is left', async () => {
  const [kept, gone] = [await make({ name: 'Fica' }), await make({ name: 'Vai' })]
  await admin().post(`/contacts/${kept.id}/merge`, { contactId: gone.id })
  expect((await admin().post(`/contacts/${kept.id}/unmerge`)).status).toBe(200)
  expect((await admin().delete(`/contacts/${gone.id}`)).status).toBe(200)
  const merges = await office.store.client.execute('select json_group_array(json_array(absorbed, moved)) as said from contact_merges')
  expect(merges.rows[0]!.said).not.toContain(gone.number)
})
