import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { openOffice, until, type Office } from '../../../../tests/factories'
import { openPage } from '../../../../tests/page'
import type { User } from '../../../session'

let office: Office
let page: ReturnType<typeof openPage>
let kit: typeof import('./drafts') & typeof import('../../../kit/realtime')
let session: typeof import('../../../session')
const ana = () => office.norte.staff.ana

async function ticket() {
  const { id } = await office.norte.makeTicket({ queueId: office.norte.queues[0].id, status: 'open', userId: ana().id })
  return id
}
const keyOf = (ticketId: number) => `draft-of-${office.norte.id}-${ana().id}-${ticketId}`
type Record = { isBarred?: boolean; now?: { text: string }; at?: number }
/** What this browser keeps, and what the server does. */
const kept = (ticketId: number) => JSON.parse(localStorage.getItem(keyOf(ticketId)) ?? '{}') as Record
type Draft = { ticketId: number; text: string }
const saved = async (of: number) => (await ana().client.get<Draft[]>('/drafts')).body.find(({ ticketId }) => ticketId === of)?.text

beforeAll(async () => {
  office = await openOffice()
  page = openPage(office.product.server.port, ana().client)
  Object.assign(globalThis, { sessionStorage: localStorage })
  ;(await import('../../../kit/api')).setToken(ana().client.token)
  session = await import('../../../session')
  session.user.value = { id: ana().id, companyId: office.norte.id, preferences: {} } as User
  kit = { ...(await import('./drafts')), ...(await import('../../../kit/realtime')) }
  await import('../../../kit/line')
  kit.connect()
  await until(() => kit.connected.value)
})
afterAll(async () => {
  kit.disconnect()
  page.close()
  session.user.value = null
  await office.close()
})

test('one that a proxy says is not found is saved when the server is reached', async () => {
  const id = await ticket()
  const draft = kit.draftOf(id)
  const { fetch } = globalThis
  let isRefused = false
  const once = async (path: string, init?: RequestInit) => {
    if (isRefused || !path.startsWith('/drafts/')) return fetch(path, init)
    isRefused = true
    return new Response('<h1>404</h1>', { status: 404 })
  }
  Object.assign(globalThis, { fetch: once })
  draft.text.value = 'até já'
  await until(async () => (await saved(id)) === 'até já')
  expect(isRefused).toBe(true)
  Object.assign(globalThis, { fetch })
  draft.text.value = ''
  await draft.sent()
})

test('one of a ticket that is not there is kept in this browser, and the server is asked no more', async () => {
  const gone = 999_999
  kit.draftOf(gone).text.value = 'para quem?'
  await until(() => kept(gone).isBarred)
  expect(kept(gone).now?.text).toBe('para quem?')
  kit.draftOf(gone).text.value = ''
})

test('one of a ticket that is its writer’s again is saved, also before they open it', async () => {
  const { norte } = office
  const { id } = await norte.makeTicket({ queueId: norte.queues[1].id, status: 'open', userId: norte.staff.bia.id })
  const draft = kit.draftOf(id)
  draft.text.value = 'até já'
  await until(() => kept(id).isBarred)
  await norte.staff.admin.client.put(`/tickets/${id}`, { userId: ana().id, queueId: norte.queues[0].id })
  await until(async () => (await saved(id)) === 'até já')
  draft.text.value = ''
  await draft.sent()
})

test('one of a ticket that its writer has no more goes from this browser in the end, a younger one stays', async () => {
  const DAY = 24 * 60 * 60_000
  const [old, young] = [888_888, 888_889]
  const record = (days: number) => ({
    now: { text: 'para quem?', note: '' },
    saved: { text: '', note: '', version: 0 },
    isBarred: true,
    at: Date.now() - days * DAY,
  })
  localStorage.setItem(keyOf(old), JSON.stringify(record(31)))
  localStorage.setItem(keyOf(young), JSON.stringify(record(29)))
  expect([old, young].map(id => kit.draftOf(id).text.value)).toEqual(['', 'para quem?'])
  expect(localStorage.getItem(keyOf(old))).toBeNull()
  expect(kept(young).at).toBeLessThan(Date.now() - 28 * DAY)
  kit.draftOf(young).text.value = ''
})

test('one that this browser kept before drafts were of a company is taken over', () => {
  const id = 888_887
  const older = `draft-of-${ana().id}-${id}`
  localStorage.setItem(older, JSON.stringify({ now: { text: 'de antes', note: '' }, saved: { text: '', note: '', version: 0 } }))
  const draft = kit.draftOf(id)
  expect([draft.text.value, kept(id).now?.text, localStorage.getItem(older)]).toEqual(['de antes', 'de antes', null])
  draft.text.value = ''
})

test('what nothing was begun in is let go of with its conversation, what was begun is kept, and one listener hears of all', async () => {
  const listens = spyOn(window, 'addEventListener')
  const drafts = (await Promise.all([ticket(), ticket(), ticket()])).map(id => ({ id, draft: kit.draftOf(id) }))
  drafts[1]!.draft.text.value = 'Bom dia'
  // What a page before had chosen comes back first.
  await new Promise(setImmediate)
  const isKept = () => drafts.map(({ id, draft }) => kit.draftOf(id) === draft)
  for (const leave of drafts.map(({ draft }) => draft.enter())) leave()
  // Drawn anew in the same moment.
  const again = drafts[2]!.draft.enter()
  await Promise.resolve()
  expect(isKept()).toEqual([false, true, true])
  again()
  await Promise.resolve()
  expect(isKept()).toEqual([false, true, false])
  expect(listens.mock.calls.filter(([name]) => name === 'storage')).toEqual([])
  listens.mockRestore()
})
