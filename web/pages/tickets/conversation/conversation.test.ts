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

test('what the customer wrote is read by whoever accepts it on screen, also where the answer comes before the event', async () => {
  const { norte } = office
  const { id } = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'pending', userId: null })
  const { body: before } = await ana().client.get<Ticket>(`/tickets/${id}`)
  await hears(before, 'alguém aí?')
  const { body: waiting } = await ana().client.get<Ticket>(`/tickets/${id}`)
  expect(waiting.unreadMessages).toBe(1)
  const conversation = open(waiting)
  enter(conversation)
  await until(() => conversation.loaded.value)
  const { fetch } = globalThis
  const asked: string[] = []
  const noting = (path: string, init?: RequestInit) => {
    asked.push(path)
    return fetch(path, init)
  }
  page.cut()
  await until(() => !kit.connected.value)
  const { body: taken } = await ana().client.put<Ticket>(`/tickets/${id}`, { status: 'open', userId: ana().id })
  Object.assign(globalThis, { fetch: noting })
  conversation.patchTicket(taken)
  await until(() => asked.includes(`/tickets/${id}/read`))
  Object.assign(globalThis, { fetch })
  await until(() => kit.connected.value)
  await until(async () => (await ana().client.get<Ticket>(`/tickets/${id}`)).body.unreadMessages === 0)
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
  expect(conversation.seen()).toEqual({ seen: last.id })
  await until(() => conversation.seen().seen === conversation.messages.value.at(-1)!.id)
})

test('who reads further up has not read what the customer writes below, until the end is on screen again', async () => {
  const { ticket } = await ticketWith(30)
  const conversation = open(ticket)
  enter(conversation)
  await until(() => conversation.loaded.value)
  const last = conversation.messages.value.at(-1)!
  conversation.readsAbove(true)
  await hears(ticket, 'e agora?')
  await until(() => conversation.ticket.value.unreadMessages === 1)
  expect(conversation.seen()).toEqual({ seen: last.id })
  const ends = await ana().client.put(`/tickets/${ticket.id}`, { status: 'closed', ...conversation.seen() })
  expect([ends.status, ends.body]).toMatchObject([409, { code: 'ERR_TICKET_WRITTEN' }])
  expect((await ana().client.get<Ticket>(`/tickets/${ticket.id}`)).body.unreadMessages).toBe(1)
  conversation.readsAbove(false)
  await until(async () => (await ana().client.get<Ticket>(`/tickets/${ticket.id}`)).body.unreadMessages === 0)
})

test('where it was opened at a message of before, what the customer writes then was not seen', async () => {
  const { ticket, said } = await ticketWith(55)
  const conversation = open(ticket, said[3])
  enter(conversation)
  await until(() => conversation.loaded.value)
  await hears(ticket, 'e agora?')
  await until(() => conversation.ticket.value.unreadMessages === 1)
  const ends = await ana().client.put(`/tickets/${ticket.id}`, { status: 'closed', ...conversation.seen() })
  expect([ends.status, ends.body]).toMatchObject([409, { code: 'ERR_TICKET_WRITTEN' }])
})

test('what somebody marked as unread while it is on screen stays so when it is read anew, until the customer writes', async () => {
  const { ticket } = await ticketWith(2)
  const conversation = open(ticket)
  enter(conversation)
  await until(() => conversation.loaded.value)
  await ana().client.post(`/tickets/${ticket.id}/unread`, {})
  await until(() => conversation.ticket.value.unreadMessages === 1)
  await conversation.reload()
  expect((await ana().client.get<Ticket>(`/tickets/${ticket.id}`)).body.unreadMessages).toBe(1)
  await hears(ticket, 'mais uma')
  await until(async () => (await ana().client.get<Ticket>(`/tickets/${ticket.id}`)).body.unreadMessages === 0)
})

test('what is changed in an earlier ticket of the contact changes where it is on screen', async () => {
  const { norte } = office
  const { ticket: earlier, said } = await ticketWith(3)
  await ana().client.put(`/tickets/${earlier.id}`, { status: 'closed', justClose: true })
  const values = { queueId: norte.queues[0].id, status: 'open', userId: ana().id, contactId: earlier.contactId } as const
  const { id } = await norte.makeTicket({ ...values, whatsappId: earlier.whatsappId })
  const conversation = open((await ana().client.get<Ticket>(`/tickets/${id}`)).body)
  const leave = enter(conversation)
  await until(() => conversation.messages.value.some(message => message.id === said[1]))
  const shown = () => conversation.messages.value.find(message => message.id === said[1])!
  await ana().client.put(`/tickets/${earlier.id}`, { status: 'open', userId: ana().id })
  await norte.staff.admin.client.post(`/messages/edit/${said[1]}`, { body: 'outra coisa' })
  await until(() => shown().body === 'outra coisa')
  leave()
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

test('a day begins by the clock of this computer, which draws the lines of days, whichever the company has', async () => {
  const { TZ = 'Etc/UTC' } = process.env
  const { ticket, said } = await ticketWith(2)
  // Midnight in São Paulo, where the company is, and in Manaus, where it is read.
  for (const [i, at] of ['2026-03-11T03:30:00Z', '2026-03-11T04:30:00Z'].entries())
    await office.store.client.execute({ sql: 'update messages set created_at = ? where uid = ?', args: [Date.parse(at), said[i]!] })
  process.env.TZ = 'America/Manaus'
  try {
    const found = await open(ticket).showDay('2026-03-11')
    expect([found?.body, new Date(found!.createdAt).getDate()]).toEqual(['m1', 11])
  } finally {
    process.env.TZ = TZ
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
