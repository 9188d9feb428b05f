import { expect, test } from 'bun:test'
import { newPhone } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'
import { numberCheckFlow } from '../../flows/number-check'

const office = await testOffice()
const { norte, sul } = office
const ana = norte.staff.ana.client

type Progress = { unchecked: number; invalid: number; of: number | null }
type Shown = { id: number; name: string; number: string; isWhatsappValid: boolean | null; tagIds: number[] }
const one = async (id: number) => (await ana.get<Shown>(`/contacts/${id}`)).body
const found = async (query: string) => (await ana.get<{ contacts: Shown[] }>(`/contacts?${query}`)).body.contacts

test('imported numbers are checked some at a time, told as they are, and those without an account once more', async () => {
  await norte.ctx.db.run(`update contacts set lid = 'known-' || id where company_id = ${norte.id}`)
  await office.receive(norte, { from: { lid: '77001', name: 'Escreveu sem número' } })
  const phones = Array.from({ length: 33 }, () => newPhone())
  await ana.post('/contacts/upload', { rows: phones.map((number, i) => ({ name: `Importada ${i}`, number })) })
  const asked: string[][] = []
  const job = numberCheckFlow({
    isOpen: () => true,
    lookup: (_, numbers) => {
      asked.push(numbers)
      // The first is who wrote before, the last has no account.
      const there = numbers.filter(number => number !== phones.at(-1))
      return Promise.resolve(there.map(pn => ({ asked: pn, pn, lid: pn === phones[0] ? '77001' : `8${pn}` })))
    },
  })
  const run = () => job.run(norte.ctx, { contacts: 33 }, { id: 1, attempts: 1, signal: new AbortController().signal })
  const socket = await ana.socket()
  expect((await ana.get<Progress>('/contacts/check')).body).toEqual({ unchecked: 33, invalid: 0, of: null })
  expect((await ana.post<Progress>('/contacts/check')).body).toEqual({ unchecked: 33, invalid: 0, of: 33 })
  expect((await socket.next(`company-${norte.id}-contactNumbers`)).payload).toMatchObject({ of: 33 })
  expect((await sul.staff.ana.client.get<Progress>('/contacts/check')).body.of).toBeNull()

  expect(await run()).toEqual({ again: expect.any(Number) })
  expect((await socket.next(`company-${norte.id}-contactNumbers`, ({ unchecked }) => unchecked === 3)).payload).toMatchObject({ of: 33 })
  await run()
  expect(await run()).toBeUndefined()
  expect(asked.map(numbers => numbers.length)).toEqual([30, 3])
  const [merged] = await found(`searchParam=${phones[0]}`)
  expect(merged).toMatchObject({ name: 'Importada 0', isWhatsappValid: true })
  expect(await found('searchParam=Escreveu')).toEqual([])
  expect((await found('whatsapp=invalid')).map(({ number }) => number)).toEqual([phones.at(-1)!])
  expect(await found('whatsapp=unchecked')).toEqual([])
  expect((await ana.get<Progress>('/contacts/check')).body).toMatchObject({ unchecked: 0, invalid: 1 })
  socket.close()
})

test('a check is stopped, which everybody hears, and the next goes on from there', async () => {
  await norte.ctx.db.run(`update contacts set lid = 'known-' || id where company_id = ${norte.id} and lid is null`)
  const phones = Array.from({ length: 31 }, () => newPhone())
  await ana.post('/contacts/upload', { rows: phones.map((number, i) => ({ name: `Parada ${i}`, number })) })
  const job = numberCheckFlow({
    isOpen: () => true,
    lookup: (_, asked) => Promise.resolve(asked.map(pn => ({ asked: pn, pn, lid: `6${pn}` }))),
  })
  const run = () => job.run(norte.ctx, { contacts: 31 }, { id: 1, attempts: 1, signal: new AbortController().signal })
  const socket = await ana.socket()
  await ana.post('/contacts/check')
  await run()
  expect((await ana.delete<Progress>('/contacts/check')).body).toMatchObject({ unchecked: 1, of: null })
  expect((await socket.next(`company-${norte.id}-contactNumbers`, ({ of }) => of === null)).payload).toMatchObject({ unchecked: 1 })
  expect((await ana.post<Progress>('/contacts/check')).body).toMatchObject({ unchecked: 1, of: 1 })
  await run()
  expect((await ana.get<Progress>('/contacts/check')).body).toMatchObject({ unchecked: 0 })
  socket.close()
})

test('whoever writes from a number without an account has one; a number that is changed is unknown again', async () => {
  const contact = await norte.makeContact('Voltou')
  await norte.ctx.db.run(`update contacts set is_whatsapp_valid = 0 where id = ${contact.id}`)
  expect((await one(contact.id)).isWhatsappValid).toBe(false)
  await office.receive(norte, { from: { pn: contact.number!, name: 'Voltou' } })
  expect((await one(contact.id)).isWhatsappValid).toBe(true)
  await norte.staff.admin.client.put(`/contacts/${contact.id}`, { number: newPhone() })
  expect((await one(contact.id)).isWhatsappValid).toBeNull()
})

test('a contact has tags of its own; they narrow the list, move with a merge and come back with its end', async () => {
  const [kept, gone] = [await norte.makeContact('Fica com tags'), await norte.makeContact('Vai com tags')]
  await ana.put(`/contacts/${gone.id}`, { tagIds: [norte.tag.id] })
  expect((await found(`tags=[${norte.tag.id}]`)).map(({ id }) => id)).toContain(gone.id)
  expect((await ana.put(`/contacts/${kept.id}`, { tagIds: [sul.tag.id] })).status).toBe(404)
  await norte.staff.admin.client.post(`/contacts/${kept.id}/merge`, { contactId: gone.id })
  expect((await one(kept.id)).tagIds).toEqual([norte.tag.id])
  await norte.staff.admin.client.post(`/contacts/${kept.id}/unmerge`)
  expect((await one(kept.id)).tagIds).toEqual([])
  expect((await one(gone.id)).tagIds).toEqual([norte.tag.id])
  await norte.staff.admin.client.delete(`/tags/${norte.tag.id}`)
  expect((await one(gone.id)).tagIds).toEqual([])
})
