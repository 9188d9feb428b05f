import { afterAll, expect, test } from 'bun:test'
import { accessTokens } from '#kernel/http/access-token'
import { realtime } from '#kernel/events/realtime'
import { accessCache } from '#modules/sessions'
import { clientOf } from '../../tests/client'
import { openOffice } from '../../tests/factories'
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
