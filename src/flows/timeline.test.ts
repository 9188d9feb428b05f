import { expect, test } from 'bun:test'
import { contacts, type Staff } from '../../tests/factories'
import { testOffice } from '../../tests/office'
import { mergeContacts } from './merge'

const office = await testOffice()
const { norte, sul } = office
const [sales, support] = norte.queues
const { ana, supervisor, admin } = norte.staff

type Activity = { kind: string; userName: string | null; about: object; ticketId: number }
type Note = { id: number; note: string }
type Page = { activities: Activity[]; notes: Note[]; hasMore: boolean; messages: { id: string; createdAt: string }[] }
const as = (who: Staff) => norte.staff[who].client
const read = async (who: Staff, id: number, query = '') =>
  (await as(who).get<Page>(`/messages/${id}?history=true&markRead=false${query}`)).body
const lines = async (who: Staff, id: number) => (await read(who, id)).activities.map(({ kind, userName, about }) => [kind, userName, about])
const change = (who: Staff, id: number, body: object) => as(who).put(`/tickets/${id}`, body)
const waiting = () => norte.makeTicket({ queueId: sales.id })

test('what is done with a ticket stands between its messages: by whom, to whom, in order', async () => {
  const { id } = await waiting()
  await change('ana', id, { status: 'open', userId: ana.id })
  await change('ana', id, { status: 'pending', userId: null })
  await change('ana', id, { status: 'open', userId: ana.id })
  await change('supervisor', id, { userId: supervisor.id })
  await change('supervisor', id, { status: 'open', userId: ana.id })
  await change('ana', id, { queueId: support.id, status: 'pending', userId: null })
  await change('admin', id, { status: 'closed', userId: admin.id })
  await change('admin', id, { status: 'open', userId: admin.id })
  expect(await lines('admin', id)).toEqual([
    ['accepted', ana.name, {}],
    ['returned', ana.name, {}],
    ['accepted', ana.name, {}],
    ['taken', supervisor.name, {}],
    ['transferred', supervisor.name, { user: ana.name }],
    ['transferred', ana.name, { queue: support.name }],
    ['resolved', admin.name, {}],
    ['reopened', admin.name, {}],
  ])
})

test('tags that a ticket gets and loses are written down, whichever way, and nothing where they stay', async () => {
  const { id } = await waiting()
  const { body: other } = await as('admin').post<{ id: number }>('/tags', { name: 'Urgente', color: '#aa2222' })
  const sync = (...ids: number[]) => as('ana').post('/tags/sync', { ticketId: id, tags: ids.map(id => ({ id })) })
  await sync(norte.tag.id)
  await sync(norte.tag.id)
  await sync(other.id)
  expect(await lines('ana', id)).toEqual([
    ['tagged', ana.name, { tags: [norte.tag.name] }],
    ['untagged', ana.name, { tags: [norte.tag.name] }],
    ['tagged', ana.name, { tags: ['Urgente'] }],
  ])
})

test('a tag that a colleague put on meanwhile stays where others go on or off, and nobody is said to have taken it', async () => {
  const { id } = await waiting()
  const [theirs, lane, next] = await Promise.all(
    [{ name: 'Da Bia' }, { name: 'Coluna A', kanban: true }, { name: 'Coluna B', kanban: true }].map(
      async tag => (await as('admin').post<{ id: number; name: string }>('/tags', tag)).body,
    ),
  )
  const sync = (who: Staff, body: object) =>
    as(who)
      .post<{ tags: { name: string }[] }>('/tags/sync', { ticketId: id, ...body })
      .then(({ body }) => body.tags?.map(({ name }) => name))
  await sync('admin', { add: [theirs, lane] })
  expect(await sync('ana', { add: [norte.tag, norte.tag, next] })).toEqual(['Coluna B', 'Da Bia', norte.tag.name])
  expect(await sync('ana', { add: [lane], remove: [next, norte.tag] })).toEqual(['Coluna A', 'Da Bia'])
  expect(await sync('ana', { add: [] })).toEqual(['Coluna A', 'Da Bia'])
  expect(await lines('ana', id)).toEqual([
    ['tagged', norte.staff.admin.name, { tags: ['Coluna A', 'Da Bia'] }],
    ['untagged', ana.name, { tags: ['Coluna A'] }],
    ['tagged', ana.name, { tags: ['Coluna B', norte.tag.name] }],
    ['untagged', ana.name, { tags: ['Coluna B', norte.tag.name] }],
    ['tagged', ana.name, { tags: ['Coluna A'] }],
  ])
})

test('they are told at once to those who have the conversation open, and to no others', async () => {
  const { id } = await waiting()
  const [window, elsewhere] = [await as('admin').socket(['joinChatBox', String(id)]), await as('admin').socket(['joinTickets', 'open'])]
  await change('ana', id, { status: 'open', userId: ana.id })
  const { payload } = await window.next(`company-${norte.id}-ticketActivity`)
  expect(payload).toMatchObject({ action: 'create', ticketActivity: { ticketId: id, kind: 'accepted', userName: ana.name } })
  await elsewhere.next(`company-${norte.id}-ticket`, one => one.ticketId === id)
  expect((await elsewhere.settled()).some(({ event }) => event.endsWith('ticketActivity'))).toBe(false)
})

test('what another company did, and what was done with tickets that one does not see, is not read', async () => {
  const hidden = await norte.makeTicket({ queueId: support.id, status: 'open', userId: norte.staff.bia.id })
  await change('bia', hidden.id, { status: 'pending', userId: null })
  await change('admin', hidden.id, { status: 'open', userId: admin.id })
  await as('admin').put(`/tickets/${hidden.id}`, { queueId: null })
  await change('admin', hidden.id, { status: 'closed', userId: admin.id })
  const { id } = await norte.makeTicket({ queueId: sales.id, contactId: hidden.contactId })
  expect(await lines('ana', id)).toEqual([])
  expect((await lines('admin', id)).map(([kind]) => kind)).toEqual(['returned', 'accepted', 'transferred', 'resolved'])
  expect((await sul.staff.admin.client.get(`/messages/${id}?history=true`)).status).toBe(404)
})

test('a page has what happened in its stretch of time, and what happened between two pages is on the older one', async () => {
  const { id, contactId } = await norte.makeTicket({ queueId: sales.id, status: 'open', userId: ana.id })
  await as('ana').post('/ticket-notes', { note: 'Do começo', ticketId: id })
  for (let i = 0; i < 20; i++) await as('ana').post(`/messages/${id}`, { body: `Antes ${i}` })
  await as('ana').post('/ticket-notes', { note: 'Entre as páginas', ticketId: id })
  for (let i = 0; i < 20; i++) await as('ana').post(`/messages/${id}`, { body: `Depois ${i}` })
  await as('ana').post('/ticket-notes', { note: 'Do fim', ticketId: id, contactId })
  const texts = ({ notes }: Page) => notes.map(({ note }) => note)
  const newest = await read('ana', id)
  expect([newest.hasMore, ...texts(newest)]).toEqual([true, 'Do fim'])
  const older = await read('ana', id, `&before=${newest.messages[0]!.id}`)
  expect(texts(older)).toEqual(['Do começo', 'Entre as páginas'])
  const around = await read('ana', id, `&around=${newest.messages.at(-1)!.id}`)
  expect(texts(around)).toEqual(['Entre as páginas', 'Do fim'])
})

test('where two tickets become one their lines are together, and come apart with them', async () => {
  const [kept, gone] = [await waiting(), await waiting()]
  await change('ana', gone.id, { status: 'open', userId: ana.id })
  const rows = await Promise.all([kept, gone].map(({ contactId }) => contacts.load(norte.ctx, contactId)))
  await office.store.write(office.store.db, db => mergeContacts({ ...norte.ctx, db }, rows[0]!, rows[1]!))
  const comesToAna = ['transferred', null, { user: ana.name }]
  expect(await lines('admin', kept.id)).toEqual([['accepted', ana.name, {}], comesToAna])
  expect((await as('admin').post(`/contacts/${kept.contactId}/unmerge`)).status).toBe(200)
  expect((await lines('admin', kept.id)).map(([kind]) => kind)).toEqual(['transferred', 'returned'])
  expect(await lines('admin', gone.id)).toEqual([['accepted', ana.name, {}]])
})
