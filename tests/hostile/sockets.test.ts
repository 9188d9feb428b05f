import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { io } from 'socket.io-client'
import { SYSTEM } from '#modules/rights'
import { may } from '#modules/rights'
import { roomsOf, sees } from '#modules/tickets'
import { socketOptions, type Heard } from '../client'
import { newPhone, openOffice, until, users, type Company, type Office, type Staff } from '../factories'

let office: Office
let norte: Company
let sul: Company
let url: string
beforeAll(async () => {
  office = await openOffice()
  ;({ norte, sul } = office)
  url = `127.0.0.1:${office.product.server.port}`
})
afterAll(() => office?.close())

const ALL = [['joinTickets', 'open'], ['joinTickets', 'pending'], ['joinTickets', 'closed'], ['joinNotification']] as [string, string?][]
const everyone = Object.keys({ admin: 0, supervisor: 0, ana: 0, bia: 0, leo: 0, rui: 0 } satisfies Record<Staff, 0>) as Staff[]
const listen = (who: Staff, company = norte) => company.staff[who].client.socket(...ALL)
const hears = (heard: Heard[], ticketId: number) =>
  heard.some(
    ({ payload }) => payload?.ticketId === ticketId || (payload?.message as { ticketId?: number } | undefined)?.ticketId === ticketId,
  )
/** The socket as the server knows it. */
const serverSide = (userId: number) => [...office.product.sockets.in(`user-${userId}`)]

test('the official client connects with its token in the query or in auth, and is told when to ping', async () => {
  const { token } = norte.staff.ana.client
  const socket = io(`http://${url}`, { ...socketOptions, auth: { token } })
  await new Promise<void>((resolve, reject) => socket.once('ready', resolve).once('connect_error', reject))
  socket.close()
  const raw = new WebSocket(`ws://${url}/socket.io/?EIO=4&transport=websocket`)
  const opening = await new Promise<string>(resolve => (raw.onmessage = message => resolve(String(message.data))))
  expect(JSON.parse(opening.slice(1))).toMatchObject({ pingInterval: 18_000, pingTimeout: 18_000, upgrades: [] })
  raw.close()
})

test('a session holds fifty sockets: the oldest makes room for one more, and a colleague loses none', async () => {
  const { client, id } = norte.staff.rui
  const colleague = await norte.staff.leo.client.socket(['joinNotification'])
  const sockets: Awaited<ReturnType<typeof client.socket>>[] = []
  while (sockets.length < 51) sockets.push(await client.socket(['joinNotification']))
  await until(() => serverSide(id).length === 50)
  expect(serverSide(norte.staff.leo.id)).toHaveLength(1)
  for (const { close } of [...sockets, colleague]) close()
  await until(() => serverSide(id).length === 0)
})

test('a person holds a hundred over all sessions: the oldest makes room for one more', async () => {
  const { id } = norte.staff.rui
  const sessions = await Promise.all(Array.from({ length: 3 }, () => office.signIn(norte.staff.rui)))
  const sockets: Awaited<ReturnType<(typeof sessions)[0]['socket']>>[] = []
  for (let i = 0; i < 101; i++) sockets.push(await sessions[i % 3]!.socket(['joinNotification']))
  await until(() => serverSide(id).length === 100)
  await sockets[0]!.closed()
  for (const { close } of sockets) close()
  await until(() => serverSide(id).length === 0)
}, 20_000)

test('a bad token is refused with its reason', async () => {
  for (const token of ['', 'x', 'null', sul.staff.ana.client.cookie, `${norte.staff.ana.client.token}x`]) {
    const socket = io(`http://${url}`, { ...socketOptions, query: { token } })
    const error = await new Promise<Error>((resolve, reject) =>
      socket.once('connect_error', resolve).once('connect', () => reject(new Error('connected'))),
    )
    expect(error.message).toBe('ERR_SESSION_EXPIRED')
    socket.close()
  }
})

test('a page of another origin opens no socket', async () => {
  const opens = (origin?: string) =>
    new Promise<boolean>(resolve => {
      const socket = new WebSocket(
        `ws://${url}/socket.io/?EIO=4&transport=websocket`,
        origin ? ({ headers: { origin } } as never) : undefined,
      )
      socket.onopen = () => (socket.close(), resolve(true))
      socket.onerror = () => resolve(false)
    })
  expect(await opens()).toBe(true)
  expect(await opens(`http://${url}`)).toBe(true)
  for (const origin of ['https://evil.example', 'null', `http://${url}.evil.example`, 'file://', 'x'])
    expect([origin, await opens(origin)]).toEqual([origin, false])
})

test('other transports and broken frames close the one who sent them, and nobody else', async () => {
  expect((await fetch(`http://${url}/socket.io/?EIO=4&transport=flash`)).status).toBe(400)
  const bystander = await listen('ana')
  const frames = [
    '42["joinTickets","open"]',
    '40{',
    '42[',
    '42{}',
    '45',
    'x'.repeat(150_000),
    `40${'['.repeat(50_000)}`,
    '42/admin,["x"]',
    '4',
    '',
  ]
  for (const frame of frames) {
    const raw = new WebSocket(`ws://${url}/socket.io/?EIO=4&transport=websocket`)
    await new Promise(resolve => (raw.onopen = resolve))
    const closed = new Promise(resolve => (raw.onclose = resolve))
    raw.send(frame)
    await closed
  }
  await bystander.settled()
  bystander.close()
})

describe('a socket hears of exactly the tickets its user sees', () => {
  test('for every profile and every kind of ticket', async () => {
    const sockets = await Promise.all(everyone.map(who => listen(who)))
    const [sales, support] = norte.queues
    for (const who of everyone) {
      const { id, profile, allTicket } = norte.staff[who]
      const queueIds = (await users.queuesOf(office.store.db, [id])).get(id)?.map(queue => queue.id) ?? []
      const actor = { ...SYSTEM, userId: id, profile, queueIds, allTicket: allTicket === 'enabled', features: new Set<string>() }
      const [socket] = serverSide(id)
      for (const queueId of [sales.id, support.id, null])
        for (const userId of [null, norte.staff.ana.id, norte.staff.bia.id])
          for (const status of ['open', 'pending', 'closed'] as const) {
            if (status === 'pending' && userId) continue
            const ticket = { id: 999_999, queueId, userId, status }
            const hears = roomsOf(norte.id, ticket).some(room => socket!.rooms.has(room))
            const follows = sees(actor, ticket) && (status !== 'closed' || userId === id || may(actor, 'tickets:closed'))
            expect([who, ticket, hears]).toEqual([who, ticket, follows])
          }
    }
    for (const socket of sockets) socket.close()
  })

  test('a message in a queue reaches those of the queue, the leaders, and no other', async () => {
    const sockets = Object.fromEntries(await Promise.all(everyone.map(async who => [who, await listen(who)] as const))) as Record<
      Staff,
      Awaited<ReturnType<typeof listen>>
    >
    const from = { pn: newPhone() }
    await office.receive(norte, { from, text: 'sem fila' })
    const { id } = (await until(async () =>
      (
        await norte.staff.admin.client.get<{ tickets: { id: number; lastMessage: string }[] }>('/tickets?status=pending&showAll=true')
      ).body.tickets.find(one => one.lastMessage === 'sem fila'),
    ))!
    const heardBy = async () =>
      (await Promise.all(everyone.map(async who => (hears(await sockets[who].settled(), id) ? who : null)))).filter(Boolean)
    expect(await heardBy()).toEqual(['admin', 'leo'])
    for (const socket of Object.values(sockets)) socket.heard.length = 0
    await norte.staff.admin.client.put(`/tickets/${id}`, { queueId: norte.queues[0].id })
    for (const socket of Object.values(sockets)) (await socket.settled()).length = 0
    await office.receive(norte, { from, text: 'em vendas' })
    expect(await heardBy()).toEqual(['admin', 'supervisor', 'ana'])
    await norte.staff.supervisor.client.put(`/tickets/${id}`, { status: 'open' })
    for (const socket of Object.values(sockets)) (await socket.settled()).length = 0
    await office.receive(norte, { from, text: 'aberto com o supervisor' })
    expect(await heardBy()).toEqual(['admin', 'supervisor'])
    for (const socket of Object.values(sockets)) socket.close()
  })

  test('an agent who is taken out of a queue hears nothing more of it, and of it again when put back, without a reconnect', async () => {
    const { ana, admin } = norte.staff
    const socket = await listen('ana')
    const from = { pn: newPhone() }
    await office.receive(norte, { from })
    const ticket = (await admin.client.get<{ tickets: { id: number }[] }>('/tickets?status=pending&showAll=true')).body.tickets[0]!
    await admin.client.put(`/tickets/${ticket.id}`, { queueId: norte.queues[0].id })
    await socket.join('joinChatBox', String(ticket.id))

    await admin.client.put(`/users/${ana.id}`, { queueIds: [] })
    await until(() => serverSide(ana.id).every(one => ![...one.rooms].some(room => /^(queue-\d|ticket-)/.test(room))))
    ;(await socket.settled()).length = 0
    await office.receive(norte, { from, text: 'depois' })
    expect(hears(await socket.settled(), ticket.id)).toBe(false)

    await admin.client.put(`/users/${ana.id}`, { queueIds: [norte.queues[0].id] })
    await until(() => serverSide(ana.id).every(one => one.rooms.has(`ticket-${ticket.id}`)))
    await office.receive(norte, { from, text: 'de volta' })
    expect(hears(await socket.settled(), ticket.id)).toBe(true)
    socket.close()
  })

  test.each([
    ['a colleague', () => ({ status: 'open', userId: norte.staff.bia.id })],
    ['nobody', () => ({ status: 'pending', userId: null })],
  ])('an agent whose ticket goes to another queue and %s hears of its going and nothing more', async (to, standing) => {
    const { ana, admin } = norte.staff
    const ticket = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: ana.id })
    const contact = (await admin.client.get<{ number: string }>(`/contacts/${ticket.contactId}`)).body
    const socket = await ana.client.socket(['joinChatBox', String(ticket.id)])
    await admin.client.put(`/tickets/${ticket.id}`, { queueId: norte.queues[1].id, ...standing() })
    await office.receive(norte, { from: { pn: contact.number }, text: 'segredo da Bia' })
    const told = (await socket.settled()).filter(heard => hears([heard], ticket.id))
    // Who has it now is said to whoever has it open.
    expect(told.map(({ event, payload }) => [event.split('-').at(-1), payload!['action']])).toEqual([
      ['ticket', 'delete'],
      ...(to === 'nobody' ? [] : [['ticket', 'update']]),
    ])
    expect((await ana.client.get(`/tickets/${ticket.id}`)).status).toBe(403)
    socket.close()
  })

  test('an agent whose ticket comes back hears of it again, without joining anew', async () => {
    const { ana, admin } = norte.staff
    const ticket = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: ana.id })
    const socket = await ana.client.socket(['joinChatBox', String(ticket.id)])
    const follows = () => serverSide(ana.id)[0]!.rooms.has(`ticket-${ticket.id}`)
    await admin.client.put(`/tickets/${ticket.id}`, { queueId: norte.queues[1].id, userId: norte.staff.bia.id, status: 'open' })
    await until(() => !follows())
    await admin.client.put(`/tickets/${ticket.id}`, { queueId: norte.queues[0].id, userId: ana.id, status: 'open' })
    await until(follows)
    await socket.join('leaveChatBox', String(ticket.id))
    expect(follows()).toBe(false)
    socket.close()
  })

  test('joining what one may not see joins nothing', async () => {
    const socket = await norte.staff.ana.client.socket()
    const own = new Set(serverSide(norte.staff.ana.id)[0]!.rooms)
    const wishes: [string, unknown][] = [
      ['joinChatBox', String(norte.tickets.support.id)],
      ['joinChatBox', String(norte.tickets.unqueued.id)],
      ['joinChatBox', String(sul.tickets.open.id)],
      ['joinChatBox', `ticket-${sul.tickets.open.id}`],
      ...['', 'null', '*', `company-${sul.id}`, '../open', '__proto__', 'constructor', 'mainchannel', '0', '-1', '1e3'].flatMap(
        room =>
          [
            ['joinChatBox', room],
            ['joinTickets', room],
          ] as [string, unknown][],
      ),
      ...[null, undefined, -5, {}, [], [`ticket-${sul.tickets.open.id}`], { toString: 1 }, true].flatMap(
        room =>
          [
            ['joinChatBox', room],
            ['joinTickets', room],
          ] as [string, unknown][],
      ),
      ['join', `company-${sul.id}-mainchannel`],
      ['joinRoom', `company-${sul.id}-open`],
      ['constructor', 'x'],
      ['__proto__', 'x'],
    ]
    for (const [name, argument] of wishes) await socket.join(name, argument).catch(() => undefined)
    expect(new Set(serverSide(norte.staff.ana.id)[0]!.rooms)).toEqual(own)
    socket.close()
  })
})

test('a ticket that is followed twice stays followed, although the socket follows as much as it may', async () => {
  const { ana } = norte.staff
  const socket = await ana.client.socket(['joinChatBox', String(norte.tickets.open.id)])
  for (let i = 1; i < 200; i++) await socket.join('joinChatBox', String(1_000_000 + i))
  await socket.join('joinChatBox', String(norte.tickets.open.id))
  expect(serverSide(ana.id)[0]!.rooms.has(`ticket-${norte.tickets.open.id}`)).toBe(true)
  socket.close()
}, 20_000)

test('nothing of one company is told to the sockets of another, whatever happens there', async () => {
  const spies = await Promise.all(everyone.map(who => listen(who, sul)))
  for (const spy of spies) for (const ticket of Object.values(norte.tickets)) await spy.join('joinChatBox', String(ticket.id))
  const { admin, ana } = norte.staff
  const phones = Array.from({ length: 8 }, newPhone)
  const random = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)]!
  const tickets = Object.values(norte.tickets)
  const operations: (() => Promise<unknown>)[] = [
    () => office.receive(norte, { from: { pn: random(phones), name: 'Cliente Norte' }, text: `canário Norte ${Math.random()}` }),
    () =>
      office.receive(norte, {
        from: { pn: random(phones) },
        group: { id: '120363041234567890', subject: 'Grupo Norte' },
        text: 'canário Norte',
      }),
    () =>
      admin.client.put(`/tickets/${random(tickets).id}`, {
        status: random(['open', 'pending', 'closed']),
        queueId: random([...norte.queues.map(queue => queue.id), null]),
      }),
    () => ana.client.post(`/messages/${norte.tickets.open.id}`, { body: 'canário Norte' }),
    () => admin.client.post('/tags/sync', { ticketId: random(tickets).id, tags: [{ id: norte.tag.id }] }),
    () => admin.client.post('/tags', { name: `Norte ${crypto.randomUUID()}` }),
    () => admin.client.put('/settings/reopenHours', { value: random(['1', '24']) }),
    () => admin.client.put(`/queue/${norte.queues[0].id}`, { greetingMessage: `Norte ${Math.random()}` }),
    () => admin.client.put(`/contacts/${norte.tickets.open.contactId}`, { email: 'norte@exemplo.com' }),
    () => admin.client.put(`/whatsapp/${norte.connection.id}`, { farewellMessage: 'Norte' }),
    () => admin.client.put(`/users/${norte.staff.rui.id}`, { name: 'Rui Norte' }),
    () => ana.client.post(`/messages/${norte.message.uid}/reactions`, { type: random(['👍', '😀', '']) }),
    () => ana.client.get(`/messages/${norte.tickets.open.id}`),
  ]
  for (let i = 0; i < 400; i++) await random(operations)()
  for (const spy of spies) {
    const told = JSON.stringify(await spy.settled())
    expect(told).not.toMatch(/Norte/)
    expect(told).not.toContain(`company-${norte.id}-`)
    spy.close()
  }
}, 20_000)
