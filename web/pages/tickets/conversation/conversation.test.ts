import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openOffice, until, type Office } from '../../../../tests/factories'
import { openPage } from '../../../../tests/page'
import type { User } from '../../../session'
import type { Ticket } from '../types'

let office: Office
let page: ReturnType<typeof openPage>
let kit: typeof import('./conversation') & typeof import('../../../kit/realtime')
let left: boolean[]
const ana = () => office.norte.staff.ana
const leaving: (() => void)[] = []

/** A ticket of Ana's with so many messages, of which the customer wrote every other one. */
async function ticketWith(count: number) {
  const { norte } = office
  const { id, contactId } = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: ana().id })
  const said: string[] = []
  for (let n = 0; n < count; n++) {
    said.push((await norte.makeMessage({ id, contactId }, { body: `m${n}`, fromMe: n % 2 > 0, status: 'read', read: true })).uid)
  }
  const { body: ticket } = await ana().client.get<Ticket>(`/tickets/${id}`)
  return { ticket, said }
}
const open = (ticket: Ticket, at?: string) => {
  left = []
  return kit.openConversation(ticket, wasShown => void left.push(wasShown), at)
}
const enter = (conversation: ReturnType<typeof open>) => {
  const leave = conversation.enter()
  leaving.push(leave)
  return leave
}
const bodies = ({ messages }: ReturnType<typeof open>) => messages.value.map(({ body }) => body)
const hears = async (ticket: Ticket, text: string) => {
  await office.receive(office.norte, { from: { pn: ticket.contact.number, name: 'Helena' }, text })
}

beforeAll(async () => {
  office = await openOffice()
  page = openPage(office.product.server.port, ana().client)
  kit = { ...(await import('./conversation')), ...(await import('../../../kit/realtime')) }
  ;(await import('../../../kit/api')).setToken(ana().client.token)
  const { user } = await import('../../../session')
  user.value = { id: ana().id, companyId: office.norte.id, preferences: {} } as User
  await import('../../../kit/line')
  kit.connect()
  await until(() => kit.connected.value)
})
afterAll(async () => {
  for (const leave of leaving) leave()
  kit.disconnect()
  page.close()
  await office.close()
})

test('it opens at its end, and older pages come above what is there', async () => {
  const { ticket } = await ticketWith(55)
  const conversation = open(ticket)
  enter(conversation)
  await until(() => conversation.loaded.value)
  expect([bodies(conversation).at(-1), conversation.hasMore.value]).toEqual(['m54', true])
  while (conversation.hasMore.value) await conversation.older()
  expect(bodies(conversation)).toEqual(Array.from({ length: 55 }, (_, n) => `m${n}`))
})

test('what came while the line was cut is there when it is back, also where an older page was on its way then', async () => {
  const { ticket } = await ticketWith(55)
  const conversation = open(ticket)
  enter(conversation)
  await until(() => conversation.loaded.value)
  const first = bodies(conversation)
  const { fetch } = globalThis
  const slow = Promise.withResolvers<void>()
  const slowly = async (path: string, init?: RequestInit) => {
    if (path.includes('before=')) await slow.promise
    return fetch(path, init)
  }
  Object.assign(globalThis, { fetch: slowly })
  const older = conversation.older()
  const { promise: isBack, resolve: back } = Promise.withResolvers<void>()
  const stop = kit.onResync(() => back())
  page.cut()
  await until(() => !kit.connected.value)
  await hears(ticket, 'sem linha')
  await isBack
  stop()
  expect(conversation.loading.value).toBe(true)
  slow.resolve()
  await older
  await until(() => bodies(conversation).at(-1) === 'sem linha')
  expect(bodies(conversation).length).toBeGreaterThan(first.length + 1)
  Object.assign(globalThis, { fetch })
})

test('what the customer writes stands below, and is read at once by the owner who looks at it', async () => {
  const { ticket } = await ticketWith(2)
  const conversation = open(ticket)
  enter(conversation)
  await until(() => conversation.loaded.value)
  await hears(ticket, 'chegou')
  await until(() => bodies(conversation).at(-1) === 'chegou')
  expect(conversation.arrived.value).toBe(1)
  await until(async () => (await ana().client.get<Ticket>(`/tickets/${ticket.id}`)).body.unreadMessages === 0)
})

test('what came a moment ago is not taken for read by whoever resolves', async () => {
  const { ticket } = await ticketWith(2)
  const conversation = open(ticket)
  enter(conversation)
  await until(() => conversation.loaded.value)
  const last = conversation.messages.value.at(-1)!
  await hears(ticket, 'espere!')
  await hears(ticket, 'ainda não')
  await until(() => bodies(conversation).at(-1) === 'ainda não')
  expect(conversation.seen()).toBe(last.id)
  await until(() => conversation.seen() === conversation.messages.value.at(-1)!.id)
})

test('one that is only kept hears all the same, counts nothing as read, and marks where what is new begins', async () => {
  const { ticket } = await ticketWith(2)
  const conversation = open(ticket)
  const stop = conversation.follow()
  await conversation.prefetch()
  await hears(ticket, 'primeira')
  await hears(ticket, 'segunda')
  await until(() => bodies(conversation).at(-1) === 'segunda')
  const { body } = await ana().client.get<Ticket>(`/tickets/${ticket.id}`)
  expect(body.unreadMessages).toBe(2)
  expect(conversation.messages.value.find(({ id }) => id === conversation.fresh.value)?.body).toBe('primeira')
  stop()
})

test('at an older place what comes is counted and left out, until one is back at the end', async () => {
  const { ticket, said } = await ticketWith(130)
  const conversation = open(ticket, said[3])
  enter(conversation)
  await until(() => conversation.loaded.value)
  expect([bodies(conversation).includes('m3'), conversation.newer.value, conversation.apart.value]).toEqual([true, true, true])
  await hears(ticket, 'enquanto isso')
  await until(() => conversation.arrived.value === 1)
  expect(bodies(conversation)).not.toContain('enquanto isso')
  await conversation.toEnd()
  expect([bodies(conversation).at(-1), conversation.newer.value, conversation.apart.value]).toEqual(['enquanto isso', false, false])
})

test('a ticket that goes to somebody else stays on screen with its new state', async () => {
  const { ticket } = await ticketWith(1)
  const conversation = open(ticket)
  enter(conversation)
  await until(() => conversation.loaded.value)
  const { queues, staff } = office.norte
  await staff.admin.client.put(`/tickets/${ticket.id}`, { queueId: queues[1].id, userId: staff.bia.id, status: 'open' })
  await until(() => conversation.ticket.value.userId === staff.bia.id)
  expect([left, bodies(conversation)]).toEqual([[], ['m0']])
})

test('a ticket that is deleted is left, on screen or not', async () => {
  for (const isShown of [true, false]) {
    const { ticket } = await ticketWith(1)
    const conversation = open(ticket)
    if (isShown) enter(conversation)
    else leaving.push(conversation.follow())
    await conversation.prefetch()
    await until(() => conversation.loaded.value)
    await office.norte.staff.admin.client.delete(`/tickets/${ticket.id}`)
    await until(() => left.length > 0)
    expect(left).toEqual([isShown])
  }
})

test('a look at another conversation leaves this window, for colleagues, at the one on screen', async () => {
  for (const leave of leaving.splice(0)) leave()
  const [{ ticket: shown }, { ticket: other }] = [await ticketWith(1), await ticketWith(1)]
  const { client } = office.norte.staff.supervisor
  const socket = await client.socket(['joinChatBox', String(shown.id)], ['joinChatBox', String(other.id)])
  const event = `company-${office.norte.id}-ticketPerson`
  enter(open(shown))
  await socket.next(event, ({ ticketId }) => ticketId === shown.id)
  const looked = open(other)
  const leave = looked.enter({ isLook: true })
  await until(() => looked.loaded.value)
  leave()
  // What this window says of itself comes in its order.
  kit.emit('ticketPresence', String(shown.id), 'typing')
  await socket.next(event, ({ state }) => state === 'typing')
  expect(socket.heard.flatMap(({ event: name, payload }) => (name === event ? [[payload?.ticketId, payload?.state]] : []))).toEqual([
    [shown.id, 'looking'],
    [shown.id, 'typing'],
  ])
  socket.close()
})
