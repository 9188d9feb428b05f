import { afterAll, expect, spyOn, test } from 'bun:test'
import { accessTokens } from '#kernel/http/access-token'
import { realtime } from '#kernel/events/realtime'
import { accessCache } from '#modules/sessions'
import { tickets } from '#modules/tickets'
import { userQueues } from '../modules/users/schema'
import { clientOf } from '../../tests/client'
import { newPhone, openOffice } from '../../tests/factories'
import { until } from '../../tests/until'
import { socketAccess } from './socket-access'

const office = await openOffice()
afterAll(() => office.close())

type Options = Parameters<typeof socketAccess>[0]
/** The sockets of one more process on the same database. */
function openSockets(options: Partial<Options> & { access: Options['access'] }) {
  const readToken = accessTokens(office.secrets.session)
  const live = socketAccess({
    ctxFor: office.ctxFor,
    readToken: async token => (await readToken(token))?.sid,
    trouble: () => null,
    conversationOpened: () => {},
    say: { ticketPresence: () => {}, windowPresence: () => {} },
    failed: error => expect.unreachable(String(error)),
    ...options,
  })
  const sockets = realtime(live.handlers)
  live.attach(sockets)
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request, server) => sockets.upgrade(request, server as never),
    websocket: sockets.websocket as never,
  })
  sockets.attach(server as never)
  const listen = (token: string, ...joins: [string, string][]) =>
    clientOf({ app: office.product.app, server: server as never }, token, '').socket(...joins)
  return { ...live, sockets, listen, stop: () => server.stop(true) }
}

test('when the rights of one socket can’t be read it closes, and the others move all the same', async () => {
  const { norte, store } = office
  const { ana, bia } = norte.staff
  const living = accessCache(store.db)
  const failures: string[] = []
  let unreadable = 0
  const { listen, sockets, accessChanged, stop } = openSockets({
    access: {
      ...living,
      async of(sessionId) {
        const access = await living.of(sessionId)
        if (access?.actor.userId === unreadable) throw new Error('the disk refuses')
        return access
      },
    },
    failed: error => void failures.push((error as Error).message),
  })
  const [broken, sound] = [await listen(ana.client.token), await listen(bia.client.token)]

  unreadable = ana.id
  await norte.ctx.db.$client.execute({ sql: 'delete from user_queues where user_id = ?', args: [bia.id] })
  living.forget({ companyId: norte.id })
  await accessChanged({ companyId: norte.id })
  await broken.closed()
  expect(failures).toEqual(['the disk refuses'])
  expect(sound.socket.connected).toBe(true)
  const [moved] = [...sockets.in(`user-${bia.id}`)]
  expect([...moved!.rooms].filter(room => /^queue-\d/.test(room))).toEqual([])
  sound.close()
  await stop()
})

/** Whether a socket's rights are read waits for `read`. */
function gated() {
  const living = accessCache(office.store.db)
  const gate: { opened?: Promise<void> } = {}
  const access: Options['access'] = { ...living, of: async sessionId => (await gate.opened, living.of(sessionId)) }
  function close() {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate.opened = promise
    return resolve
  }
  return { access, close }
}

test('until its rights were read anew a socket is told nothing, and then in order what its rooms of now were told meanwhile', async () => {
  const { norte } = office
  const { leo } = norte.staff
  const { access, close } = gated()
  const { listen, sockets, accessChanged, stop } = openSockets({ access })
  const [queueId] = norte.queues.map(({ id }) => id)
  await norte.ctx.db.insert(userQueues).values({ userId: leo.id, queueId: queueId! })
  const { id } = await norte.makeTicket({ queueId, status: 'pending' })
  const agent = await listen(leo.client.token, ['joinChatBox', String(id)], ['joinNotification', ''])
  const roomsOfNow = () => [...[...sockets.in(`user-${leo.id}`)][0]!.rooms]
  const before = roomsOfNow()
  const told = async () => (await agent.settled()).map(({ event }) => event).filter(event => before.includes(event))
  const tell = () => before.forEach(room => sockets.publish([room], room, {}))
  expect(before).toContain(`ticket-${id}`)

  const read = close()
  await norte.ctx.db.$client.execute({ sql: 'delete from user_queues where user_id = ?', args: [leo.id] })
  access.forget({ userId: leo.id })
  const moved = accessChanged({ userId: leo.id })
  const again = accessChanged({ userId: leo.id })
  tell()
  expect(await told()).toEqual([])
  read()
  await Promise.all([moved, again])
  const kept = before.filter(room => roomsOfNow().includes(room))
  expect(kept).not.toContain(`ticket-${id}`)
  expect(kept).not.toBeEmpty()
  expect(await told()).toEqual(kept)
  tell()
  expect(await told()).toEqual([...kept, ...kept])
  agent.close()
  await stop()
})

test('a socket whose rights take too long to read closes, instead of keeping what is told for it without end', async () => {
  const { rui } = office.norte.staff
  const { access, close } = gated()
  const { listen, sockets, accessChanged, stop } = openSockets({ access })
  const agent = await listen(rui.client.token)
  const read = close()
  const moved = accessChanged({ userId: rui.id })
  for (let i = 0; i <= 10_000; i++) sockets.publish([`user-${rui.id}`], 'told', {})
  await agent.closed()
  read()
  await moved
  await stop()
})

test('rights of sockets that follow much are read by one query each, and others are served between', async () => {
  const { ana } = office.norte.staff
  const { listen, accessChanged, stop } = openSockets({ access: accessCache(office.store.db) })
  const agents = []
  for (let i = 0; i < 6; i++) {
    const agent = await listen(ana.client.token)
    for (let n = 0; n < 200; n++) agent.socket.emit('joinChatBox', String(1_000_000 + n))
    await agent.settled()
    agents.push(agent)
  }
  const order: string[] = []
  const { seenOf } = tickets
  const [reads, loads] = [
    spyOn(tickets, 'seenOf').mockImplementation((...asked) => (order.push('read'), seenOf(...asked))),
    spyOn(tickets, 'load'),
  ]
  setImmediate(() => order.push('other'))
  await accessChanged({ userId: ana.id })
  expect(order).toHaveLength(7)
  expect(order.at(-1)).toBe('read')
  expect(loads).not.toHaveBeenCalled()
  for (const spy of [reads, loads]) spy.mockRestore()
  for (const agent of agents) agent.close()
  await stop()
})

/** Two processes joined by one bus that delivers in order, whenever it is told to. */
function openProcesses() {
  const underway: (() => void)[] = []
  const all: ReturnType<typeof openSockets>[] = []
  const toAll =
    <Topic extends keyof Options['say']>(topic: Topic) =>
    (message: Parameters<Options['say'][Topic]>[0]) =>
      void underway.push(...all.map(one => () => one.hears[topic](message as never)))
  const say = { ticketPresence: toAll('ticketPresence'), windowPresence: toAll('windowPresence') }
  const open = () => openSockets({ access: accessCache(office.store.db), say })
  const [here, there] = [open(), open()]
  all.push(here, there)
  const deliver = () => underway.splice(0).forEach(hear => hear())
  return { here, there, deliver, stop: () => Promise.all(all.map(one => one.stop())) }
}

test('two processes on one bus tell each other who looks at a ticket and at a window, however late it delivers', async () => {
  const { norte } = office
  const { ana, supervisor } = norte.staff
  const { id } = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: ana.id })
  const { here, there, deliver, stop } = openProcesses()
  const join: [string, string] = ['joinChatBox', String(id)]
  const own = await here.listen(ana.client.token, join)
  const [near, far] = [await here.listen(supervisor.client.token, join), await there.listen(supervisor.client.token, join)]
  const event = `company-${norte.id}-ticketPerson`
  const heardBy = async ({ settled }: typeof own) =>
    (await settled()).filter(one => one.event === event).map(({ payload }) => payload!.state)

  const states = ['looking', 'typing', 'looking', 'left']
  for (const word of ['looking', 'typing', 'looking', 'stopped', 'left']) await own.socket.emitWithAck('ticketPresence', String(id), word)
  await own.socket.emitWithAck('here', true)
  expect([await heardBy(near), await heardBy(far)]).toEqual([states, []])
  expect([here, there].map(one => one.isLooking(ana.id))).toEqual([true, false])
  deliver()
  expect([await heardBy(near), await heardBy(far)]).toEqual([states, states])
  expect([here, there].map(one => one.isLooking(ana.id))).toEqual([true, true])

  await own.socket.emitWithAck('ticketPresence', String(id), 'typing')
  own.close()
  await until(() => !here.isLooking(ana.id))
  deliver()
  const all = [...states, 'typing', 'left']
  expect([await heardBy(near), await heardBy(far)]).toEqual([all, all])
  expect(there.isLooking(ana.id)).toBe(false)
  near.close()
  far.close()
  await stop()
})

test('a client is told that it is in the rooms that it asked for before', async () => {
  const { norte, store } = office
  const { listen, sockets, stop } = openSockets({ access: accessCache(store.db) })
  const { socket, close } = await listen(norte.staff.ana.client.token)
  const { promise: synced, resolve } = Promise.withResolvers<string[]>()
  const ofTickets = () =>
    [...sockets.in(`user-${norte.staff.ana.id}`)].flatMap(({ rooms }) => [...rooms]).filter(room => room.startsWith('ticket-'))
  socket.once('synced', () => resolve(ofTickets()))
  const { open, pending } = norte.tickets
  for (const { id } of [open, pending]) socket.emit('joinChatBox', String(id))
  socket.emit('sync')
  expect(await synced).toEqual([open, pending].map(({ id }) => `ticket-${id}`))
  close()
  await stop()
})

test('a page that begins is told for how long nothing of its company changed, whether or not anybody heard of it', async () => {
  const { norte, sul } = office
  const { ana, bia } = norte.staff
  const { socket, close } = await ana.client.socket()
  const quietMs = () => new Promise<number>(resolve => socket.once('synced', resolve).emit('sync'))
  const before = performance.now()
  await office.receive(norte, { from: { pn: newPhone() }, text: 'Alguém aí?' })
  expect(await quietMs()).toBeLessThan(performance.now() - before)
  const after = performance.now()
  await office.receive(sul, { from: { pn: newPhone() }, text: 'Noutra empresa' })
  const colleague = await bia.client.socket()
  expect(await quietMs()).toBeGreaterThan(performance.now() - after - 1)
  for (const one of [colleague, { close }]) one.close()
})
