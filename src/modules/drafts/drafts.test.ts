import { expect, test } from 'bun:test'
import { testOffice } from '../../../tests/office'

const office = await testOffice()
const { norte, sul } = office
const { ana, bia, admin } = norte.staff
type Draft = { ticketId: number; text: string; note: string; version: number }

const make = (userId = ana.id) => norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId })
const write = (id: number, text: string, { who = ana, note = '', version = 0 } = {}) =>
  who.client.put<Draft>(`/drafts/${id}`, { text, note, version })
const draftsOf = async (who = ana) => (await who.client.get<Draft[]>('/drafts')).body

test('a draft is told to the windows of its author alone, and is the newest by its version', async () => {
  const ticket = await make()
  const [window, colleague] = [await ana.client.socket(['joinNotification']), await admin.client.socket(['joinNotification'])]
  const { version } = (await write(ticket.id, 'Bom d')).body
  expect((await write(ticket.id, 'Bom dia', { note: 'pediu desconto', version })).body.version).toBe(version + 1)
  const { payload } = await window.next(`company-${norte.id}-ticketDraft`, told => (told.draft as Draft).version === version + 1)
  const draft = { ticketId: ticket.id, text: 'Bom dia', note: 'pediu desconto', version: version + 1 }
  expect(payload.draft).toEqual(draft)
  expect(await draftsOf()).toEqual([draft])
  expect(await draftsOf(admin)).toEqual([])
  expect((await colleague.settled()).filter(({ event }) => event.endsWith('ticketDraft'))).toEqual([])
  expect((await write(ticket.id, '', { version: version + 1 })).body.version).toBe(version + 2)
  expect(await draftsOf()).toEqual([])
  window.close()
  colleague.close()
})

test('who writes on top of an older version writes nothing, and is answered with what another window wrote', async () => {
  const ticket = await make()
  const { body: first } = await write(ticket.id, 'No celular')
  expect((await write(ticket.id, 'No computador')).body).toEqual(first)
  expect((await write(ticket.id, 'No celular\nNo computador', { version: first.version })).body.version).toBe(first.version + 1)
  await write(ticket.id, '', { version: first.version + 1 })
})

test('only in a ticket that one sees something is begun', async () => {
  const hers = await make()
  expect((await write(hers.id, 'Oi', { who: bia })).status).toBe(403)
  expect((await write(hers.id, 'Oi', { who: sul.staff.admin })).status).toBe(404)
  expect((await write(hers.id, 'x'.repeat(65_537))).status).toBe(400)
})

test('of two tickets that turn out to be one both drafts are one, which is told', async () => {
  const [kept, gone] = [await make(), await make()]
  const { version } = (await write(kept.id, 'Bom dia')).body
  await write(gone.id, 'Segue o boleto', { note: 'já pagou' })
  const window = await ana.client.socket(['joinNotification'])
  const contactOf = async (id: number) => (await admin.client.get<{ contactId: number }>(`/tickets/${id}`)).body.contactId
  const [to, from] = [await contactOf(kept.id), await contactOf(gone.id)]
  const before = await draftsOf()
  expect((await admin.client.post(`/contacts/${to}/merge`, { contactId: from })).status).toBe(200)
  const { payload } = await window.next(`company-${norte.id}-ticketDraft`)
  const draft = payload.draft as Draft
  expect(draft.version).toBeGreaterThan(version)
  expect([draft.text, draft.note].map(words => words.split('\n').toSorted())).toEqual([['Bom dia', 'Segue o boleto'], ['já pagou']])
  expect((await draftsOf()).filter(({ ticketId }) => [kept.id, gone.id].includes(ticketId))).toEqual([draft])

  // And two again when that is taken back.
  expect((await admin.client.post(`/contacts/${to}/unmerge`)).status).toBe(200)
  const own = (await draftsOf()).filter(({ ticketId }) => [kept.id, gone.id].includes(ticketId))
  expect(own.map(({ ticketId, text, note }) => `${ticketId} ${text} ${note}`).toSorted()).toEqual(
    before.map(({ ticketId, text, note }) => `${ticketId} ${text} ${note}`).toSorted(),
  )
  window.close()
  for (const { ticketId, version } of own) await write(ticketId, '', { version })
})

test('a draft that begins or ends with an empty line is two again as well', async () => {
  for (const begun of ['Segue o boleto\n\n', '\nSegue o boleto', '\n']) {
    const [kept, gone] = [await make(), await make()]
    await write(kept.id, 'Bom dia')
    await write(gone.id, begun, { note: 'já pagou\n' })
    const contactOf = async (id: number) => (await admin.client.get<{ contactId: number }>(`/tickets/${id}`)).body.contactId
    const [to, from] = [await contactOf(kept.id), await contactOf(gone.id)]
    const before = await draftsOf()
    await admin.client.post(`/contacts/${to}/merge`, { contactId: from })
    await admin.client.post(`/contacts/${to}/unmerge`)
    const words = (list: Draft[]) => list.map(({ ticketId, text, note }) => JSON.stringify([ticketId, text, note])).toSorted()
    const after = await draftsOf()
    expect(words(after)).toEqual(words(before))
    for (const { ticketId, version } of after) await write(ticketId, '', { version })
  }
})

test('it goes with its ticket', async () => {
  const ticket = await make()
  await write(ticket.id, 'Bom dia')
  expect((await admin.client.call('DELETE', `/tickets/${ticket.id}`)).status).toBe(200)
  expect(await draftsOf()).toEqual([])
})

test('three hundred are the most of a person: what was sent makes room first, and then the oldest', async () => {
  const sent = await make()
  await write(sent.id, '')
  const made: number[] = []
  for (let i = 0; i < 301; i++) made.push((await make()).id)
  for (const id of made.slice(0, 300)) await write(id, 'Bom dia')
  expect((await draftsOf()).length).toBe(300)
  await write(made[300]!, 'Bom dia')
  const kept = (await draftsOf()).map(({ ticketId }) => ticketId)
  expect(kept.length).toBe(300)
  expect(kept).not.toContain(made[0])
})
