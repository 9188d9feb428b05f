import { expect, test } from 'bun:test'
import { AsyncLocalStorage } from 'node:async_hooks'
import { testOffice } from '../../../tests/office'

const office = await testOffice()
const { norte, sul } = office

type Shown = {
  id: number
  name: string
  tags: { id: number; name: string; color: string }[]
  lastTicket: { uuid: string; updatedAt: string } | null
  tickets: { id: number }[]
}
type Page = { contacts: Shown[]; count: number }
const list = async (query: string, who: keyof typeof norte.staff = 'admin') =>
  (await norte.staff[who].client.get<Page>(`/contacts?${query}`)).body
const names = async (query: string, who?: keyof typeof norte.staff) => (await list(query, who)).contacts.map(({ name }) => name)

/** Somebody of one company with a ticket that only Bia and the leaders see. */
const contact = await norte.makeContact('Filtrada Única')
const ticket = await norte.makeTicket({ contactId: contact.id, queueId: norte.queues[1].id, status: 'open', userId: norte.staff.bia.id })
await norte.staff.bia.client.post('/tags/sync', { ticketId: ticket.id, tags: [{ id: norte.tag.id }] })
await norte.staff.admin.client.put(`/contacts/${contact.id}`, { email: '', disableBot: true })

test('a contact is listed with the tags of its tickets and the newest of them, as far as one may see these', async () => {
  const tags = [{ id: norte.tag.id, name: 'Etiqueta Norte', color: '#a169da' }]
  expect((await list('searchParam=filtrada')).contacts).toMatchObject([{ tags, lastTicket: { uuid: ticket.uuid } }])
  expect((await list('searchParam=filtrada', 'bia')).contacts).toMatchObject([{ tags, lastTicket: { uuid: ticket.uuid } }])
  expect((await list('searchParam=filtrada', 'bia')).contacts[0]!.tickets.map(({ id }) => id)).toEqual([ticket.id])
  expect((await list('searchParam=filtrada', 'ana')).contacts).toMatchObject([{ tags: [], lastTicket: null, tickets: [] }])
})

test.each([
  ['a tag', `tags=[${norte.tag.id}]`, true],
  ['an open ticket', 'open=true', true],
  ['no open ticket', 'open=false', false],
  ['no e-mail', 'email=without', true],
  ['an e-mail', 'email=with', false],
  ['the robot switched off', 'disableBot=true', true],
  ['the robot switched on', 'disableBot=false', false],
  ['a group', 'isGroup=true', false],
  ['all of them together', `tags=[${norte.tag.id}]&open=true&email=without&disableBot=true&isGroup=false`, true],
  ['nothing, as clients send what is left empty', 'tags=&open=&email=&disableBot=&isGroup=&date=&dateStart=&dateEnd=', true],
] as const)('the list is narrowed by %s', async (_, query, isShown) => {
  const { contacts, count } = await list(`searchParam=filtrada&${query}`)
  expect([contacts.length, count]).toEqual(isShown ? [1, 1] : [0, 0])
})

test('a filter tells nobody of tickets that they do not see', async () => {
  for (const query of [`tags=[${norte.tag.id}]`, 'open=true']) {
    expect(await names(query, 'bia')).toContain('Filtrada Única')
    expect(await names(query, 'ana')).not.toContain('Filtrada Única')
  }
  expect(await names(`tags=[${sul.tag.id}]`)).toEqual([])
})

test('contacts of a day are those made on it by the clock of the company', async () => {
  const at = (moment: string) =>
    office.store.client.execute({ sql: 'update contacts set created_at = ? where id = ?', args: [Date.parse(moment), contact.id] })
  await at('2026-03-02T01:30:00Z')
  await office.store.client.execute(`update companies set time_zone = 'America/Sao_Paulo' where id = ${norte.id}`)
  for (const [query, isShown] of [
    ['date=2026-03-01', true],
    ['date=2026-03-02', false],
    ['dateStart=2026-03-01', true],
    ['dateStart=2026-03-02', false],
    ['dateEnd=2026-02-28', false],
    ['dateStart=2026-02-01&dateEnd=2026-03-01', true],
  ] as const)
    expect([query, (await names(`searchParam=filtrada&${query}&pageNumber=1`)).length]).toEqual([query, isShown ? 1 : 0])
  expect((await norte.staff.ana.client.get('/contacts?date=ontem')).status).toBe(400)
})

test('one page of many contacts costs no more statements than one of few', async () => {
  const { client } = office.store
  // What works in the background meanwhile counts for no request.
  const request = new AsyncLocalStorage<true>()
  const counted = async () => {
    let n = 0
    const execute = client.execute.bind(client)
    client.execute = ((...args: Parameters<typeof execute>) => {
      if (request.getStore()) n++
      return execute(...args)
    }) as typeof client.execute
    const { contacts } = await request.run(true, () => list(`searchParam=muitos&pageNumber=1&disableBot=false`))
    client.execute = execute
    return { n, found: contacts.length }
  }
  await norte.makeContact('Muitos 0')
  const few = await counted()
  for (let i = 1; i < 25; i++)
    await norte.makeTicket({ contactId: (await norte.makeContact(`Muitos ${i}`)).id, queueId: norte.queues[0].id })
  const many = await counted()
  expect([few.found, many.found]).toEqual([1, 25])
  expect(few.n).toBeGreaterThan(0)
  expect(many.n).toBeLessThanOrEqual(few.n)
})

test('contacts, tags and lists stand in the order of their names, whatever the accents and the case', async () => {
  const NAMES = ['Ordem Zuleika', 'Órdem Ângela', 'ordem Beto', 'Ordem Álvaro']
  const SORTED = ['Ordem Álvaro', 'Órdem Ângela', 'ordem Beto', 'Ordem Zuleika']
  for (const name of NAMES) {
    await norte.makeContact(name)
    await norte.staff.admin.client.post('/tags', { name, color: '#112233' })
    await norte.staff.admin.client.post('/contact-lists', { name })
  }
  expect(await names('searchParam=ordem')).toEqual(SORTED)
  for (const [path, key] of [
    ['/tags', 'tags'],
    ['/contact-lists', 'records'],
  ] as const) {
    const { body } = await norte.staff.admin.client.get<Record<string, { name: string }[]>>(`${path}?searchParam=ordem`)
    expect(body[key]!.map(({ name }) => name)).toEqual(SORTED)
  }
})
