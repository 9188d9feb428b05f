import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openOffice, until, type Office } from '../../../../tests/factories'
import { openPage } from '../../../../tests/page'
import type { User } from '../../../session'
import type { Message, Sending, Ticket } from '../types'

let office: Office
let page: ReturnType<typeof openPage>
let kit: typeof import('./sending') &
  typeof import('./held') &
  typeof import('./drafts') &
  typeof import('../conversation/conversation') &
  typeof import('../../../kit/realtime') &
  typeof import('../../../kit/told')
let session: typeof import('../../../session')
const ana = () => office.norte.staff.ana
const leaving: (() => void)[] = []
/** What stands between this browser and the server, for what is sent. */
let network: 'up' | 'down' | 'refuses' = 'up'

async function talk() {
  const { norte } = office
  const { id } = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: ana().id })
  const conversation = kit.openConversation((await ana().client.get<Ticket>(`/tickets/${id}`)).body, () => {})
  leaving.push(conversation.enter())
  await until(() => conversation.loaded.value)
  return conversation
}
type Talk = Awaited<ReturnType<typeof talk>>
const shown = ({ messages }: Talk) =>
  messages.value.map(({ body, status }) => [body, status === 'failed' || status === 'queued' ? status : 'sent'])
const own = ({ messages }: Talk) => messages.value.filter((message): message is Sending => 'local' in message)
const stored = async ({ id }: Talk) =>
  (await ana().client.get<{ messages: Message[] }>(`/messages/${id}`)).body.messages.map(({ body }) => body)

beforeAll(async () => {
  office = await openOffice()
  page = openPage(office.product.server.port, ana().client)
  const { fetch } = globalThis
  const through = (async (path: string, init?: RequestInit) => {
    if (init?.method !== 'POST' || !/^\/messages\/\d+$/.test(path) || network === 'up') return fetch(path, init)
    if (network === 'down') throw new TypeError('no network')
    return Response.json({ error: 'ERR_NO_PERMISSION' }, { status: 403 })
  }) as typeof fetch
  Object.assign(globalThis, { fetch: through })
  ;(await import('../../../kit/api')).setToken(ana().client.token)
  session = await import('../../../session')
  session.user.value = { id: ana().id, companyId: office.norte.id, preferences: { undoSeconds: 0 } } as User
  kit = {
    ...(await import('./sending')),
    ...(await import('./held')),
    ...(await import('./drafts')),
    ...(await import('../conversation/conversation')),
    ...(await import('../../../kit/realtime')),
    ...(await import('../../../kit/told')),
  }
  await import('../../../kit/line')
  kit.connect()
  await until(() => kit.connected.value)
})
afterAll(async () => {
  for (const leave of leaving) leave()
  kit.disconnect()
  page.close()
  session.user.value = null
  await office.close()
})

test('what is sent stands there at once, and is one message when the server has told it', async () => {
  const conversation = await talk()
  const sent = kit.send(conversation, { body: 'Bom dia' })
  expect(shown(conversation)).toEqual([['Bom dia', 'queued']])
  await sent
  await until(() => !own(conversation).length)
  expect([conversation.messages.value.length, await stored(conversation)]).toEqual([1, ['Bom dia']])
})

test('what came while it was written, and is not drawn yet, stands before it', async () => {
  const conversation = await talk()
  const came = (body: string) => kit.take(() => conversation.put({ ...conversation.messages.peek().at(-1), id: body, body } as Message))
  for (const body of ['drawn at once', 'waits']) came(body)
  const sent = kit.send(conversation, { body: 'Bom dia' })
  expect(conversation.messages.value.map(({ body }) => body)).toEqual(['drawn at once', 'waits', 'Bom dia'])
  await sent
  await until(() => !own(conversation).length)
})

test('without a network what is written waits, and leaves in its order when the line is back', async () => {
  const conversation = await talk()
  network = 'down'
  for (const body of ['um', 'dois', 'três']) await kit.send(conversation, { body })
  expect(shown(conversation)).toEqual(['um', 'dois', 'três'].map(body => [body, 'queued']))
  expect(await stored(conversation)).toEqual([])
  network = 'up'
  page.cut()
  await until(() => !own(conversation).length)
  expect(await stored(conversation)).toEqual(['um', 'dois', 'três'])
})

test('what the server refuses says why, holds nothing up, and is sent again by hand as the same message', async () => {
  const conversation = await talk()
  network = 'refuses'
  await kit.send(conversation, { body: 'recusada' })
  const [refused] = own(conversation)
  expect([refused!.status, refused!.refusal]).toEqual(['failed', 'ERR_NO_PERMISSION'])
  network = 'up'
  await kit.send(conversation, { body: 'a seguinte' })
  await kit.retry(conversation, refused!)
  await until(() => !own(conversation).length)
  expect(await stored(conversation)).toEqual(['a seguinte', 'recusada'])
})

test('what is held can be taken back into the field, and is never sent; what is not leaves at its moment', async () => {
  const conversation = await talk()
  session.user.value = { ...session.user.peek()!, preferences: { undoSeconds: 1 } as unknown as User['preferences'] }
  const draft = kit.draftOf(conversation.id)
  const [first, second] = [kit.send(conversation, { body: 'Sem querer' }), kit.send(conversation, { body: 'De propósito' })]
  draft.text.value = 'e mais isto'
  expect(kit.takeBack(own(conversation)[0]!.clientId)).toBe(true)
  expect([draft.text.value, shown(conversation)]).toEqual(['Sem querer\ne mais isto', [['De propósito', 'queued']]])
  await Promise.all([first, second])
  await until(() => !own(conversation).length)
  expect(await stored(conversation)).toEqual(['De propósito'])
})
