import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { eventName } from '#kernel/events/event-name'
import { connections } from '#modules/connections'
import { companies } from '../../src/modules/companies/schema'
import { plans } from '../../src/modules/plans/schema'
import { nouns } from '../../src/nouns'
import { openOffice, until, type Staff } from '../factories'

const office = await openOffice()
afterAll(() => office.close())
const { norte, sul } = office
const { admin, supervisor, ana } = norte.staff

type Page = { tickets: { id: number; status: string }[]; count: number }
const set = (key: string, value: string) => admin.client.put(`/settings/${key}`, { value })
const rooms = (who: Staff) => [...office.product.sockets.in(`user-${norte.staff[who].id}`)].flatMap(socket => [...socket.rooms])

describe.each([
  ['closed', 'viewclosed'],
  ['group', 'viewgroups'],
])('the list of what is %s', (status, key) => {
  afterEach(() => set(key, 'disabled'))

  test('is refused to every agent until the company opens it, in the same session, however it is asked for', async () => {
    for (const value of ['disabled', 'enabled', 'disabled']) {
      await set(key, value)
      for (const [who, { profile, client }] of Object.entries(norte.staff))
        for (const query of ['', '&showAll=true', '&searchParam=Cliente', '&withUnreadMessages=true'])
          for (const prefix of ['', '/api']) {
            const answer = await client.get<Page>(`${prefix}/tickets?status=${status}${query}`)
            const may = profile !== 'user' || value === 'enabled'
            expect([who, query, answer.status]).toEqual([who, query, may ? 200 : 403])
            if (!may) expect(answer.body).toEqual({ error: 'ERR_NO_PERMISSION' } as never)
          }
    }
    expect((await supervisor.client.get<Page>(`/tickets?status=${status}`)).body.count).toBeGreaterThan(0)
    await set(key, 'enabled')
    expect((await ana.client.get<Page>(`/tickets?status=${status}`)).body.count).toBeGreaterThan(0)
  })
})

test('closed tickets are neither found nor counted by an agent who may not list them', async () => {
  const ticket = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'closed', closedAt: new Date() })
  const { body: contact } = await admin.client.get<{ number: string }>(`/contacts/${ticket.contactId}`)
  const search = () => ana.client.get<Page>(`/tickets?searchParam=${contact.number}`)
  expect((await search()).body).toMatchObject({ tickets: [], count: 0 })
  await set('viewclosed', 'enabled')
  expect((await search()).body).toMatchObject({ tickets: [{ id: ticket.id }], count: 1 })
  await set('viewclosed', 'disabled')
})

test('a socket hears of closed tickets as long as its user may list them, without a reconnect', async () => {
  const socket = await ana.client.socket(['joinTickets', 'closed'], ['joinNotification'])
  const closes = async () => {
    const ticket = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: norte.staff.bia.id })
    await admin.client.put(`/tickets/${ticket.id}`, { status: 'closed' })
    await socket.settled()
    return socket.heard.some(({ event, payload }) => event === `company-${norte.id}-ticket` && payload?.['ticketId'] === ticket.id)
  }
  expect(await closes()).toBe(false)
  await set('viewclosed', 'enabled')
  await until(() => rooms('ana').some(room => room.includes('closed')))
  expect(await closes()).toBe(true)
  await set('viewclosed', 'disabled')
  await until(() => !rooms('ana').some(room => room.includes('closed')))
  expect(await closes()).toBe(false)
  socket.close()
})

// Of rows with an owner everyone reads their own.
test.each(nouns.filter(({ facts }) => facts.rights.read && facts.scope.kind !== 'owner').map(({ facts }) => facts))(
  'of $name nobody hears what they may not read',
  async facts => {
    const { api } = facts
    const [boss, agent] = [await admin.client.socket(), await ana.client.socket()]
    expect((await ana.client.get(api.path)).status).toBe(403)
    const { body: row } = await admin.client.post<{ id: number }>(api.path, norte.sample(facts))
    await admin.client.put(`${api.path}/${row.id}`, norte.sample(facts))
    await admin.client.delete(`${api.path}/${row.id}`)
    const about = async (socket: typeof boss) => (await socket.settled()).filter(({ event }) => event === eventName(norte.id, api.event))
    expect((await about(boss)).map(({ payload }) => payload?.action)).toEqual(['create', 'update', 'delete'])
    expect(await about(agent)).toEqual([])
    for (const socket of [boss, agent]) socket.close()
  },
)

test('an agent hears of a colleague no more than the list of colleagues says, and of the own row all', async () => {
  const [boss, agent] = [await admin.client.socket(), await ana.client.socket()]
  for (const { id } of [norte.staff.bia, norte.staff.ana]) await admin.client.put(`/users/${id}`, { allTicket: 'enabled' })
  const told = async (socket: typeof boss, id: number) =>
    (await socket.settled()).flatMap(({ event, payload }) => {
      const user = payload?.user as { id: number; email?: string } | undefined
      return event === `company-${norte.id}-user` && user?.id === id ? user : []
    })
  expect((await told(boss, norte.staff.bia.id)).map(({ email }) => email)).toEqual([norte.staff.bia.email])
  expect((await told(agent, norte.staff.bia.id)).map(user => Object.keys(user).toSorted())).toEqual([
    ['availability', 'companyId', 'createdAt', 'id', 'name', 'online'],
  ])
  expect((await told(agent, norte.staff.ana.id)).at(-1)).toMatchObject({ email: norte.staff.ana.email, allTicket: 'enabled' })
  for (const { id } of [norte.staff.bia, norte.staff.ana]) await admin.client.put(`/users/${id}`, { allTicket: 'desabled' })
  for (const socket of [boss, agent]) socket.close()
})

test('the code that links a phone reaches those who may link one, and nobody else', async () => {
  const { id } = norte.connection
  const listeners = await Promise.all([admin, supervisor, ana].map(person => person.client.socket()))
  await connections.setState(norte.ctx, id, { status: 'qrcode', qrcode: '2@segredo', pairingCode: 'SEGREDO1' })
  await admin.client.put(`/whatsapp/${id}`, { farewellMessage: 'Até logo' })
  const [boss, ...others] = await Promise.all(listeners.map(socket => socket.settled()))
  const about = (heard: typeof boss) => JSON.stringify(heard!.filter(({ event }) => event.includes('whatsapp')))
  expect(about(boss)).toContain('2@segredo')
  expect(boss!.filter(({ event }) => event.endsWith('-whatsappSession'))).toHaveLength(1)
  for (const heard of others) {
    expect(about(heard)).toContain('"status":"qrcode"')
    expect(about(heard)).not.toMatch(/2@segredo|SEGREDO1/)
  }
  for (const path of ['/whatsapp', `/whatsapp/${id}`]) {
    expect((await admin.client.get(path)).text).toContain('2@segredo')
    for (const person of [supervisor, ana]) expect((await person.client.get(path)).text).not.toMatch(/2@segredo|SEGREDO1/)
  }
  expect((await sul.staff.admin.client.get('/whatsapp')).text).not.toContain('2@segredo')
  for (const socket of listeners) socket.close()
})

test('a plan without integrations refuses them by a code of its own, in the sessions that are open too', async () => {
  const list = () => sul.staff.admin.client.get('/queueIntegration')
  expect((await list()).status).toBe(200)
  const [plan] = await office.store.db
    .insert(plans)
    .values({ name: 'Básico', users: 9, connections: 9, queues: 9, useIntegrations: false })
    .returning()
  await office.store.db.update(companies).set({ planId: plan!.id }).where(eq(companies.id, sul.id))
  sul.ctx.access.changed({ companyId: sul.id })
  expect(await list()).toMatchObject({ status: 403, body: { code: 'ERR_NOT_IN_PLAN', details: { feature: 'useIntegrations' } } })
  expect((await sul.staff.ana.client.get('/queueIntegration')).body).toEqual({ error: 'ERR_NO_PERMISSION' })
  await office.store.db.update(plans).set({ useIntegrations: true }).where(eq(plans.id, plan!.id))
  sul.ctx.access.changed({ planId: plan!.id })
  expect((await list()).status).toBe(200)
  expect((await admin.client.get('/queueIntegration')).status).toBe(200)
})

test('a company that is suspended keeps its sockets, and hears that it is', async () => {
  const [socket, foreign] = [await sul.staff.ana.client.socket(), await ana.client.socket()]
  for (const status of [false, true]) {
    await admin.client.put(`/companies/${sul.id}`, { status })
    await socket.next(eventName(sul.id, 'company'), payload => (payload['company'] as { status: boolean }).status === status)
  }
  expect((await foreign.settled()).filter(({ event }) => event.endsWith('-company'))).toEqual([])
  for (const one of [socket, foreign]) one.close()
  expect((await sul.staff.ana.client.get('/tags')).status).toBe(200)
})
