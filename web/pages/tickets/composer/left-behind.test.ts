import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openOffice, until, type Office } from '../../../../tests/factories'
import { openPage } from '../../../../tests/page'
import type { User } from '../../../session'
import type { Talk } from '../conversation/talk'
import type { Sending } from '../types'

type Entry = { writtenAt: string; clientId: string }
let office: Office
let page: ReturnType<typeof openPage>
let log: string
const ana = () => office.norte.staff.ana
const leave: (() => void)[] = []
const MINUTE = 60_000
const at = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString()
const textsOf = async (id: number) =>
  (await ana().client.get<{ messages: { body: string }[] }>(`/messages/${id}`)).body.messages.map(m => m.body)
const logged = (): Entry[] => JSON.parse(localStorage.getItem(log) ?? '[]')
const { addEventListener } = globalThis
/** As a page that was just opened has it: what another test of this process loaded has read its own log already. */
const open = () => import('./left-behind?opened' as string) as Promise<typeof import('./left-behind')>

beforeAll(async () => {
  office = await openOffice()
  page = openPage(office.product.server.port, ana().client)
  // Another test of this process may have loaded it with its own.
  ;(await import('../../../kit/api')).setToken(ana().client.token)
  globalThis.addEventListener = ((event: string, run: () => void) => void (event === 'pagehide' && leave.push(run))) as never
  log = `unsent-of-${office.norte.id}-${ana().id}`
})
afterAll(async () => {
  globalThis.addEventListener = addEventListener
  page.close()
  await office.close()
})

test('what a page left behind is sent while it is fresh, and a draft when it is not, unless it came', async () => {
  const { norte } = office
  const make = () => norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: ana().id })
  const [fresh, stale, known] = [await make(), await make(), await make()]
  const entry = (ticketId: number, words: string, minutes: number) => {
    const clientId = `${words}-${ticketId}`
    return { log, ticketId, clientId, path: `/messages/${ticketId}`, body: { body: words, clientId }, words, writtenAt: at(minutes) }
  }
  const came = entry(known.id, 'Já chegou', 3_000)
  await ana().client.post(came.path, came.body)
  await norte.staff.admin.client.put(`/tickets/${known.id}`, { status: 'closed', justClose: true })
  const left = [entry(fresh.id, 'Agora mesmo', 1), entry(stale.id, 'Na sexta', 3_000), entry(stale.id, 'e no sábado', 2_900), came]
  localStorage.setItem(log, JSON.stringify(left))
  const { user } = await import('../../../session')
  user.value = { id: ana().id, companyId: norte.id } as User
  await open()
  const { draftOf } = await import('./drafts')
  await until(() => logged().length === 0)
  expect([await textsOf(fresh.id), await textsOf(stale.id), await textsOf(known.id)]).toEqual([['Agora mesmo'], [], ['Já chegou']])
  const draft = draftOf(stale.id)
  expect([fresh, stale, known].map(({ id }) => draftOf(id).text.value)).toEqual(['', 'Na sexta\ne no sábado', ''])
  // What other tests of this process begin is no draft of these tickets.
  draft.text.value = ''
  await draft.sent()
})

test('only what waits is kept while the page is there, and all of it when it ends, for the one who wrote it', async () => {
  const { leaves, keep, arrived } = await open()
  const { user } = await import('../../../session')
  const talk = { id: 1, line: { path: '/messages/1', words: () => ({}) } } as unknown as Talk
  for (const clientId of ['held', 'waits']) leaves(talk, { clientId, body: clientId, createdAt: at(0) } as Sending)
  keep('waits')
  expect(logged().map(({ clientId }) => clientId)).toEqual(['waits'])
  user.value = null
  for (const run of leave) run()
  expect(logged().map(({ clientId }) => clientId)).toEqual(['held', 'waits'])
  expect(localStorage.getItem('unsent-of-undefined-undefined')).toBeNull()
  for (const clientId of ['held', 'waits']) arrived(clientId)
  expect(logged()).toEqual([])
})
