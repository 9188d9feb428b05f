import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openOffice, until, type Office } from '../../../../tests/factories'
import { openPage } from '../../../../tests/page'
import type { User } from '../../../session'
import type { Ticket } from '../types'
import type { ListName } from './store'

let office: Office
let page: ReturnType<typeof openPage>
let kit: typeof import('./store') & typeof import('../../../kit/realtime')
let session: typeof import('../../../session')
let stop: () => void
const ana = () => office.norte.staff.ana
const admin = () => office.norte.staff.admin.client
const sales = () => office.norte.queues[0]
const idsOf = (name: ListName) => kit.lists[name].items.value.map(({ id }) => id)
/** In which of the lists on screen a ticket stands. */
const placesOf = (id: number) => (['mine', 'pending', 'snoozed'] as const).filter(name => idsOf(name).includes(id))
/** A customer who writes for the first time, and whose ticket waits in Ana's queue. */
async function customer(name: string) {
  const contact = await office.norte.makeContact(name)
  const writes = (text: string) => office.receive(office.norte, { from: { pn: contact.number, name }, text })
  await writes('oi')
  const { tickets } = (await admin().get<{ tickets: Ticket[] }>('/tickets?status=pending&showAll=true')).body
  const { id } = tickets.find(({ contactId }) => contactId === contact.id)!
  await admin().put(`/tickets/${id}`, { queueId: sales().id })
  await until(() => placesOf(id).join() === 'pending')
  return { id, writes }
}
const signIn = (who: { id: number }, more: object = {}) => {
  session.user.value = {
    id: who.id,
    companyId: office.norte.id,
    profile: 'user',
    queues: [],
    rights: [],
    preferences: { views: [] },
    ...more,
  } as unknown as User
}

beforeAll(async () => {
  office = await openOffice()
  page = openPage(office.product.server.port, ana().client)
  ;(await import('../../../kit/api')).setToken(ana().client.token)
  session = await import('../../../session')
  signIn(ana())
  kit = { ...(await import('./store')), ...(await import('../../../kit/realtime')) }
  await import('../../../kit/line')
  kit.connect()
  await until(() => kit.connected.value)
  stop = kit.watchTickets()
  await until(() => kit.lists.mine.loaded.value && kit.lists.pending.loaded.value && kit.lists.snoozed.loaded.value)
})
afterAll(async () => {
  stop()
  kit.disconnect()
  page.close()
  session.user.value = null
  await office.close()
})

test('a ticket goes from list to list as it is accepted, put off, woken and resolved, whoever does it', async () => {
  const { id } = await customer('Helena')
  const put = (values: object) => ana().client.put(`/tickets/${id}`, values)
  const stands = (...places: string[]) => until(() => placesOf(id).join() === places.join(), 20_000, `${id} in ${places}`)
  await put({ status: 'open', userId: ana().id })
  await stands('mine')
  await ana().client.put(`/tickets/${id}/snooze`, { until: new Date(Date.now() + 3600_000).toISOString() })
  await stands('snoozed')
  await ana().client.delete(`/tickets/${id}/snooze`)
  await stands('mine')
  await put({ status: 'closed', justClose: true })
  await stands()
})

test('a ticket whose new state was told while the line was down stays where the lists have it that were read since', async () => {
  const { applyTold } = await import('../../../kit/throttle')
  const [kept, left] = [await customer('Fica'), await customer('Sai')]
  const leaves = ({ id }: { id: number }) => {
    kit.hear('ticket', { action: 'delete', ticketId: id, oldStatus: 'open' } as never)
    applyTold()
  }
  leaves(kept)
  kit.resync()
  await until(() => !kit.lists.pending.loading.value)
  leaves(left)
  await until(() => !placesOf(left.id).length, 20_000, 'who left is gone')
  expect(placesOf(kept.id)).toEqual(['pending'])
})

test('who waits longest stands first among those who wait, whatever comes later', async () => {
  const [first, second] = [await customer('Primeira'), await customer('Segunda')]
  await first.writes('ainda aqui')
  await until(() => kit.lists.pending.items.value.find(({ id }) => id === first.id)?.lastMessage === 'ainda aqui')
  expect(idsOf('pending').filter(id => id === first.id || id === second.id)).toEqual([first.id, second.id])
})

test('a queue that is left out of the lists takes none of its tickets into them', async () => {
  const { id, writes } = await customer('Escondida')
  kit.hiddenQueues.value = [sales().id]
  await kit.lists.pending.reload()
  expect(placesOf(id)).toEqual([])
  await writes('de novo')
  await admin().put(`/tickets/${id}`, { status: 'open', userId: ana().id })
  kit.hiddenQueues.value = []
  await kit.lists.mine.reload()
  expect(placesOf(id)).toEqual(['mine'])
})

test('the number in the drawer is that of one’s own in all queues, whatever the list on the screen leaves out or has of others', async () => {
  const { isOtherwise, mineCount, watchMine } = await import('../../../shell/unread')
  const before = mineCount.value
  const { id } = await customer('Contada')
  await ana().client.put(`/tickets/${id}`, { status: 'open', userId: ana().id })
  await until(() => mineCount.value === before + 1)
  kit.hiddenQueues.value = [sales().id]
  await kit.lists.mine.reload()
  expect([idsOf('mine'), isOtherwise.value, mineCount.value]).toEqual([[], true, before + 1])
  // As the shell does then.
  const stopCounting = watchMine()
  await ana().client.put(`/tickets/${id}`, { status: 'closed', justClose: true })
  await until(() => mineCount.value === before)
  stopCounting()
  kit.hiddenQueues.value = []
  await kit.lists.mine.reload()
  signIn(ana(), { rights: ['tickets:showAll'] })
  kit.showAll.value = true
  expect(isOtherwise.value).toBe(true)
  kit.showAll.value = false
  signIn(ana())
  expect([isOtherwise.value, mineCount.value]).toEqual([false, before])
})

test('what the search before found comes into no answer of the next by a change on its way', async () => {
  const [before, next] = [await customer('Anterior'), await customer('Seguinte')]
  await kit.searchFor('Anterior')
  const found = kit.lists.search.items.value[0]!
  const asked = kit.searchFor('Seguinte')
  kit.lists.search.put({ ...found, lastMessage: 'escreve' })
  await asked
  expect([found.id, ...idsOf('search')]).toEqual([before.id, next.id])
  await kit.searchFor('')
})

test('a search gives what its own words found, and nothing where another took its place', async () => {
  const { id } = await customer('Achada Sozinha')
  await kit.searchFor('Anterior')
  const [overtaken, asked] = [kit.searchFor('Achada Sozinha'), kit.searchFor('Achada Sozinha')]
  expect([await overtaken, (await asked).map(ticket => ticket.id)]).toEqual([[], [id]])
  expect(await kit.searchFor('')).toEqual([])
})

test('what a search found changes with its tickets, and nothing comes in that the server did not find', async () => {
  const { id, writes } = await customer('Procurada Única')
  await kit.searchFor('Procurada Única')
  expect(idsOf('search')).toEqual([id])
  const other = await customer('Outra')
  await writes('achada')
  await until(() => kit.lists.search.items.value[0]?.lastMessage === 'achada')
  expect([idsOf('search'), placesOf(other.id)]).toEqual([[id], ['pending']])
  await kit.searchFor('')
})

test('a ticket that goes to a queue which one does not serve leaves the search that had found it', async () => {
  const { id } = await customer('Levada Embora')
  await kit.searchFor('Levada Embora')
  expect(idsOf('search')).toEqual([id])
  const others = (await admin().post<{ id: number }>('/queue', { name: 'De outros', color: '#123456' })).body
  await admin().put(`/tickets/${id}`, { queueId: others.id })
  await until(() => !idsOf('search').includes(id))
  expect(placesOf(id)).toEqual([])
  await kit.searchFor('')
})

test('what one person hides in a browser is not hidden for the next', () => {
  kit.hiddenQueues.value = [sales().id]
  signIn(office.norte.staff.bia)
  expect(kit.hiddenQueues.value).toEqual([])
  signIn(ana())
  expect(kit.hiddenQueues.value).toEqual([sales().id])
  kit.hiddenQueues.value = []
})

test('a list of one’s own holds what fits its status, queues and tags, as the server finds it and as it changes', async () => {
  const [{ id }, other] = [await customer('Com etiqueta'), await customer('Sem etiqueta')]
  const { tag } = office.norte
  const tags = (of: number, ...list: object[]) => ana().client.post('/tags/sync', { ticketId: of, tags: list })
  await tags(id, tag)
  const view = {
    id: 'v',
    name: 'Minha',
    status: 'pending',
    order: 'oldest',
    queues: [sales().id],
    tags: [tag.id],
    users: [],
    showAll: false,
  }
  signIn(ana(), { preferences: { views: [view] } })
  kit.seeView('v')
  await kit.lists.view.reload()
  expect(idsOf('view')).toEqual([id])
  await tags(other.id, tag)
  await until(() => idsOf('view').includes(other.id))
  await tags(id)
  await until(() => !idsOf('view').includes(id))
  kit.seeView('')
  signIn(ana())
})
