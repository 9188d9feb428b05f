import { afterAll, expect, test } from 'bun:test'
import { accessTokens } from '#kernel/http/access-token'
import { realtime } from '#kernel/events/realtime'
import { accessCache } from '#modules/sessions'
import { clientOf } from '../../tests/client'
import { openOffice } from '../../tests/factories'
import { socketAccess } from './socket-access'

const office = await openOffice()
afterAll(() => office.close())

test('when the rights of one socket can’t be read it closes, and the others move all the same', async () => {
  const { norte, ctxFor, store, secrets } = office
  const { ana, bia } = norte.staff
  const [living, readToken] = [accessCache(store.db), accessTokens(secrets.session)]
  const failures: string[] = []
  let unreadable = 0
  const live = socketAccess({
    access: {
      ...living,
      async of(sessionId) {
        const access = await living.of(sessionId)
        if (access?.actor.userId === unreadable) throw new Error('the disk refuses')
        return access
      },
    },
    ctxFor,
    readToken: async token => (await readToken(token))?.sid,
    trouble: () => null,
    conversationOpened: () => {},
    say: { ticketPresence: () => {}, windowPresence: () => {} },
    failed: error => void failures.push((error as Error).message),
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
  const listen = (token: string) => clientOf({ app: office.product.app, server: server as never }, token, '').socket()
  const [broken, sound] = [await listen(ana.client.token), await listen(bia.client.token)]

  unreadable = ana.id
  await norte.ctx.db.$client.execute({ sql: 'delete from user_queues where user_id = ?', args: [bia.id] })
  living.forget({ companyId: norte.id })
  await live.accessChanged({ companyId: norte.id })
  await broken.closed()
  expect(failures).toEqual(['the disk refuses'])
  expect(sound.socket.connected).toBe(true)
  const [moved] = [...sockets.in(`user-${bia.id}`)]
  expect([...moved!.rooms].filter(room => /^queue-\d/.test(room))).toEqual([])
  sound.close()
  await server.stop(true)
})
