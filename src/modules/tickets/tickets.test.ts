import { describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { SYSTEM } from '#modules/rights'
import { sees, visible } from '#modules/tickets'
import { users } from '#modules/users'
import type { Staff } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'
import { tickets as table } from './schema'

const office = await testOffice()
const { norte } = office

type Shown = {
  id: number
  uuid: string
  status: string
  userId: number | null
  queueId: number | null
  unreadMessages: number
  lastMessage: string
}
type Page = { tickets: Shown[]; count: number; hasMore: boolean }
const as = (who: Staff) => norte.staff[who].client
const list = async (who: Staff, query: string) => (await as(who).get<Page>(`/tickets?${query}`)).body
const ids = (page: Page) => page.tickets.map(ticket => ticket.id)
const sales = () => norte.queues[0].id
const support = () => norte.queues[1].id
const waiting = () => norte.makeTicket({ queueId: sales() })

describe('who sees a ticket', () => {
  test('is the same for one row and for a query, for everyone', async () => {
    const everyTicket = await office.store.db.select().from(table).where(eq(table.companyId, norte.id))
    for (const who of ['admin', 'supervisor', 'ana', 'bia', 'leo', 'rui'] satisfies Staff[]) {
      const { id, profile, allTicket } = norte.staff[who]
      const queueIds = (await users.queuesOf(office.store.db, [id])).get(id)?.map(queue => queue.id) ?? []
      const actor = { ...SYSTEM, userId: id, profile, queueIds, allTicket: allTicket === 'enabled' }
      const found = await office.store.db
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.companyId, norte.id), visible(actor)))
      const seen = everyTicket.filter(ticket => sees(actor, ticket))
      expect(new Set(found.map(row => row.id))).toEqual(new Set(seen.map(row => row.id)))
    }
  })

  test('an agent sees the own queue: what waits, what is the own, what is closed', async () => {
    const { open, pending, support: other, closed, unqueued } = norte.tickets
    const status = async (who: Staff, id: number) => (await as(who).get(`/tickets/${id}`)).status
    for (const one of [open, pending, closed]) expect(await status('ana', one.id)).toBe(200)
    for (const one of [other, unqueued]) expect(await status('ana', one.id)).toBe(403)
    expect(await status('leo', unqueued.id)).toBe(200)
    expect(await status('supervisor', other.id)).toBe(200)
    expect(await status('supervisor', unqueued.id)).toBe(403)
    for (const one of Object.values(norte.tickets)) expect(await status('rui', one.id)).toBe(403)
  })

  test('what one may not see is not found by address, search or messages either', async () => {
    const { support: other } = norte.tickets
    expect((await as('ana').get(`/tickets/u/${other.uuid}`)).status).toBe(403)
    expect((await as('ana').get(`/messages/${other.id}`)).status).toBe(403)
    expect(ids(await list('ana', 'searchParam=canário&showAll=true'))).not.toContain(other.id)
    expect((await as('ana').post(`/messages/${other.id}`, { body: 'oi' })).status).toBe(403)
    expect((await as('ana').put(`/tickets/${other.id}`, { status: 'open' })).status).toBe(403)
  })
})

describe('the list', () => {
  test('has the last touched first, forty a page', async () => {
    for (let i = 0; i < 45; i++) await norte.makeTicket({ queueId: support(), updatedAt: new Date(Date.now() - 3600_000 + i) })
    const first = await list('bia', 'status=pending')
    const second = await list('bia', 'status=pending&pageNumber=2')
    expect(first.tickets).toHaveLength(40)
    expect([first.hasMore, second.hasMore]).toEqual([true, false])
    expect(first.count).toBe(45)
    expect(new Set([...ids(first), ...ids(second)]).size).toBe(45)
    const times = first.tickets.map(ticket => (ticket as unknown as { updatedAt: string }).updatedAt)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  test('takes "attending" as another word for open', async () => {
    expect(ids(await list('ana', 'status=attending'))).toEqual(ids(await list('ana', 'status=open')))
  })

  test('shows an agent the own open tickets, and a leader all on request', async () => {
    const { open } = norte.tickets
    expect(ids(await list('ana', 'status=open&showAll=true'))).toEqual([open.id])
    expect(ids(await list('supervisor', 'status=open'))).toEqual([])
    expect(ids(await list('supervisor', 'status=open&showAll=true'))).toContain(open.id)
  })

  test('narrows to queues, tags, users, unread and days', async () => {
    const { open, pending } = norte.tickets
    await as('admin').post('/tags/sync', { ticketId: open.id, tags: [{ id: norte.tag.id }] })
    const admin = (query: string) => list('admin', `showAll=true&${query}`).then(ids)
    expect(await admin(`tags=[${norte.tag.id}]`)).toEqual([open.id])
    expect(await admin(`users=[${norte.staff.ana.id}]`)).toEqual([open.id])
    expect(await admin(`queueIds=[${sales()}]&status=pending`)).not.toContain(norte.tickets.support.id)
    const apart = await norte.makeTicket({ queueId: norte.queues[1].id, status: 'pending' })
    expect((await admin('status=pending'))[0]).toBe(apart.id)
    expect(await admin(`exceptQueueIds=[${norte.queues[1].id}]&status=pending`)).not.toContain(apart.id)
    expect(await admin('date=2001-01-01')).toEqual([])
    await office.store.db.update(table).set({ unreadMessages: 2 }).where(eq(table.id, pending.id))
    expect(await admin('withUnreadMessages=true')).toEqual([pending.id])
  })

  test('narrows to a day as the company’s clock shows it', async () => {
    // Half past ten in the evening in São Paulo.
    const { id } = await norte.makeTicket({ queueId: sales(), status: 'pending', createdAt: new Date('2026-05-11T01:30:00Z') })
    const admin = (query: string) => list('admin', `showAll=true&${query}`).then(ids)
    expect(await admin('date=2026-05-10')).toContain(id)
    expect(await admin('date=2026-05-11')).not.toContain(id)
  })

  test('has nothing unread that has ended, for who may list it either', async () => {
    const unread = () => list('admin', 'withUnreadMessages=true').then(ids)
    const mine = await norte.makeTicket({ queueId: sales(), userId: norte.staff.admin.id, status: 'open', unreadMessages: 2 })
    expect(await unread()).toContain(mine.id)
    await as('admin').put(`/tickets/${mine.id}`, { status: 'closed', justClose: true })
    expect(await unread()).not.toContain(mine.id)
  })

  test('has beside the unread what was handed to who asks and not opened yet, where that is asked for', async () => {
    const { ana, bia } = norte.staff
    const handed = await norte.makeTicket({ queueId: sales(), userId: ana.id, status: 'open', transferred: true })
    const back = await norte.makeTicket({ queueId: sales(), userId: ana.id, status: 'open', returnedBy: 'due' })
    const [plain, whole] = ['withUnreadMessages=true', 'withUnreadMessages=true&orUnopened=true']
    const news = async (of: typeof ana, query: string) =>
      (await of.client.get<{ tickets: { id: number }[] }>(`/tickets?${query}`)).body.tickets
        .map(({ id }) => id)
        .filter(id => [handed.id, back.id].includes(id))
    expect(await news(ana, plain)).toEqual([])
    expect(new Set(await news(ana, whole))).toEqual(new Set([handed.id, back.id]))
    expect(await news(bia, whole)).toEqual([])
    await ana.client.post(`/tickets/${handed.id}/read`)
    expect(await news(ana, whole)).toEqual([back.id])
  })

  test('finds by a tag or a person alone what one may see', async () => {
    const { open } = norte.tickets
    await as('admin').post('/tags/sync', { ticketId: open.id, tags: [{ id: norte.tag.id }] })
    for (const query of [`tags=[${norte.tag.id}]`, `users=[${norte.staff.ana.id}]`]) {
      expect(ids(await list('supervisor', query))).toContain(open.id)
      expect(ids(await list('bia', query))).not.toContain(open.id)
    }
  })

  test('searches names, numbers and words of messages', async () => {
    const contact = await norte.makeContact('Aurélia Fonseca')
    const ticket = await norte.makeTicket({ queueId: sales(), contactId: contact.id })
    await norte.makeMessage(ticket, { body: 'O roteador está piscando em vermelho' })
    for (const text of [
      'Aurélia',
      'aurelia',
      'fonse',
      contact.number!.slice(3),
      'piscando',
      'roteador esta',
      'ROTEADOR',
      'vermelho roteador',
      'Fonseca aurelia',
    ])
      expect([text, ids(await list('ana', `searchParam=${encodeURIComponent(text)}`))]).toEqual([text, [ticket.id]])
    expect(ids(await list('ana', 'searchParam=inexistente'))).toEqual([])
  })

  describe('that was searched', () => {
    type Found = { id: number; hits?: { id: string; body: string; fromMe: boolean; createdAt: string }[]; hitCount?: number }
    const search = async (who: Parameters<typeof as>[0], text: string) =>
      (await as(who).get<{ tickets: Found[] }>(`/tickets?searchParam=${encodeURIComponent(text)}`)).body.tickets

    test('has the newest three messages that say the words, and how many do', async () => {
      const ticket = await norte.makeTicket({ queueId: sales() })
      const said = []
      for (let i = 0; i < 5; i++) said.push(await norte.makeMessage(ticket, { body: `${i}: a conexão do porão caiu`, fromMe: i === 4 }))
      await norte.makeMessage(ticket, { body: 'o porão está seco' })
      const [found, ...others] = await search('ana', 'PORAO conexao')
      expect(others).toEqual([])
      expect(found).toMatchObject({ id: ticket.id, hitCount: 5 })
      expect(found!.hits!.map(hit => [hit.id, hit.body, hit.fromMe])).toEqual([
        [said[4]!.uid, '4: a conexão do porão caiu', true],
        [said[3]!.uid, '3: a conexão do porão caiu', false],
        [said[2]!.uid, '2: a conexão do porão caiu', false],
      ])
      expect(Date.parse(found!.hits![0]!.createdAt)).toBeGreaterThan(0)
    })

    test('has no message of other queues or companies, and none that was deleted', async () => {
      const ticket = await norte.makeTicket({ queueId: sales() })
      const hidden = await norte.makeTicket({ contactId: ticket.contactId, queueId: norte.queues[1].id, status: 'closed' })
      const own = await norte.makeMessage(ticket, { body: 'jabuti na horta' })
      await norte.makeMessage(hidden, { body: 'jabuti na rua' })
      await norte.makeMessage(ticket, { body: 'jabuti apagado', isDeleted: true })
      await office.sul.makeMessage(office.sul.tickets.open, { body: 'jabuti do vizinho' })
      expect((await search('ana', 'jabuti')).map(({ hits, hitCount }) => [hits!.map(hit => hit.id), hitCount])).toEqual([[[own.uid], 1]])
      expect(await search('ana', 'jabuti apagado')).toEqual([])
      expect(new Set((await search('admin', 'jabuti')).map(({ id }) => id))).toEqual(new Set([ticket.id, hidden.id]))
    })

    test('by a name has no message, and a list that was not searched says nothing of any', async () => {
      const contact = await norte.makeContact('Zuleica Antunes')
      const ticket = await norte.makeTicket({ queueId: sales(), contactId: contact.id })
      expect(await search('ana', 'Zuleica')).toMatchObject([{ id: ticket.id, hits: [], hitCount: 0 }])
      const { body } = await as('ana').get<{ tickets: Found[] }>('/tickets')
      expect(body.tickets.some(row => 'hits' in row)).toBe(false)
    })
  })
})

describe('a ticket is', () => {
  test('accepted: open, with who accepted it, gone for the others of the queue', async () => {
    const ticket = await waiting()
    const others = await as('supervisor').socket(['joinTickets', 'pending'])
    const { body } = await as('ana').put<Shown>(`/tickets/${ticket.id}`, { status: 'open', userId: norte.staff.ana.id })
    expect(body).toMatchObject({ status: 'open', userId: norte.staff.ana.id, contact: { id: ticket.contactId }, queue: { id: sales() } })
    await others.next(`company-${norte.id}-ticket`, told => told.action === 'delete' && told.ticketId === ticket.id)
    others.close()
  })

  test('returned: waits again, with nobody', async () => {
    const ticket = await norte.makeTicket({ queueId: sales(), status: 'open', userId: norte.staff.ana.id })
    expect((await as('ana').put<Shown>(`/tickets/${ticket.id}`, { status: 'pending', userId: null })).body).toMatchObject({
      status: 'pending',
      userId: null,
    })
  })

  test('resolved, and reopened by anyone of the queue', async () => {
    const ticket = await norte.makeTicket({ queueId: sales(), status: 'open', userId: norte.staff.supervisor.id })
    expect((await as('supervisor').put<Shown>(`/tickets/${ticket.id}`, { status: 'closed' })).body.status).toBe('closed')
    expect((await as('ana').put<Shown>(`/tickets/${ticket.id}`, { status: 'open' })).body).toMatchObject({ status: 'open' })
  })

  test('transferred to a queue and to someone who holds it', async () => {
    const ticket = await norte.makeTicket({ queueId: sales(), status: 'open', userId: norte.staff.ana.id })
    const wrong = await as('ana').put(`/tickets/${ticket.id}`, { queueId: support(), userId: norte.staff.rui.id, status: 'open' })
    expect(wrong).toMatchObject({ status: 400, body: { error: 'Este usuário não atende esta fila' } })
    const { body } = await as('ana').put<Shown>(`/tickets/${ticket.id}`, { queueId: support(), userId: norte.staff.bia.id, status: 'open' })
    expect(body).toMatchObject({ queueId: support(), userId: norte.staff.bia.id })
    expect((await as('ana').get(`/tickets/${ticket.id}`)).status).toBe(403)
  })

  test('taken from a colleague by a leader, never by an agent', async () => {
    const ticket = await norte.makeTicket({ queueId: sales(), status: 'open', userId: norte.staff.admin.id })
    expect((await as('ana').put(`/tickets/${ticket.id}`, { userId: norte.staff.ana.id })).status).toBe(403)
    expect((await as('supervisor').put<Shown>(`/tickets/${ticket.id}`, { userId: norte.staff.supervisor.id })).body.userId).toBe(
      norte.staff.supervisor.id,
    )
  })

  test('deleted by an administrator, with its messages', async () => {
    const ticket = await waiting()
    const message = await norte.makeMessage(ticket)
    expect((await as('supervisor').delete(`/tickets/${ticket.id}`)).status).toBe(403)
    expect(await as('admin').delete(`/tickets/${ticket.id}`)).toMatchObject({ status: 200, body: { message: 'ticket deleted' } })
    expect((await as('admin').post(`/messages/${message.uid}/reactions`, { type: '👍' })).status).toBe(404)
  })
})

test('of two who accept at once the second takes nothing away', async () => {
  const ticket = await waiting()
  await as('admin').put(`/users/${norte.staff.bia.id}`, { queueIds: [sales(), support()] })
  const agents = ['ana', 'bia'] as const
  const accept = (who: Staff) => as(who).put(`/tickets/${ticket.id}`, { status: 'open', userId: norte.staff[who].id })
  const answers = await Promise.all(agents.map(accept))
  await as('admin').put(`/users/${norte.staff.bia.id}`, { queueIds: [support()] })
  expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const first = answers.findIndex(answer => answer.status === 200)
  expect((await as('admin').get<Shown>(`/tickets/${ticket.id}`)).body.userId).toBe(norte.staff[agents[first]!].id)
})

describe('opening a ticket', () => {
  test('needs a contact and, for an agent, one of the own queues', async () => {
    const contactId = (await norte.makeContact()).id
    expect(await as('ana').post('/tickets', { contactId })).toMatchObject({ status: 400, body: { error: 'Selecione uma fila' } })
    expect((await as('ana').post('/tickets', { contactId, queueId: support() })).status).toBe(403)
    expect((await as('ana').post<Shown>('/tickets', { contactId, queueId: sales(), userId: norte.staff.ana.id })).body).toMatchObject({
      status: 'open',
      userId: norte.staff.ana.id,
      whatsappId: norte.connection.id,
    })
  })

  test('for a contact who has one tells who has it, as JSON in the error', async () => {
    const { status, body } = await as('admin').post<{ error: string }>('/tickets', {
      contactId: norte.tickets.open.contactId,
      queueId: sales(),
    })
    expect(status).toBe(400)
    expect(JSON.parse(body.error)).toMatchObject({
      id: norte.tickets.open.id,
      userId: norte.staff.ana.id,
      user: { name: 'ana Norte' },
      queue: { id: sales() },
    })
  })

  test('twice at the same moment makes one', async () => {
    const contactId = (await norte.makeContact()).id
    const answers = await Promise.all(Array.from({ length: 5 }, () => as('admin').post('/tickets', { contactId, queueId: sales() })))
    expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400])
  })

  test('for a contact whose ticket is closed is a new one', async () => {
    const { closed } = norte.tickets
    const { body } = await as('admin').post<Shown>('/tickets', { contactId: closed.contactId, queueId: sales() })
    expect(body.id).not.toBe(closed.id)
    expect((await as('admin').put(`/tickets/${closed.id}`, { status: 'open' })).status).toBe(400)
  })
})

test('closing all of a status closes those of the given queues and those of none', async () => {
  const { sul } = office
  const { client } = sul.staff.admin
  const other = await sul.makeTicket({ queueId: sul.queues[1].id })
  await client.post('/tickets/closeAll', { status: 'pending', selectedQueueIds: [sul.queues[0].id] })
  const statusOf = async (id: number) => (await client.get<Shown>(`/tickets/${id}`)).body.status
  expect(await statusOf(sul.tickets.pending.id)).toBe('closed')
  expect(await statusOf(sul.tickets.unqueued.id)).toBe('closed')
  expect(await statusOf(other.id)).toBe('pending')
  expect(await statusOf(sul.tickets.open.id)).toBe('open')
  await client.post('/tickets/closeAll', { status: 'pending' })
  expect(await statusOf(other.id)).toBe('closed')
})

test('closing all but those of some queues leaves these open, also when they are all there are', async () => {
  const { sul } = office
  const { client } = sul.staff.admin
  const [first, second, unqueued] = [
    await sul.makeTicket({ queueId: sul.queues[0].id }),
    await sul.makeTicket({ queueId: sul.queues[1].id }),
    await sul.makeTicket(),
  ]
  const statusOf = async (id: number) => (await client.get<Shown>(`/tickets/${id}`)).body.status
  await client.post('/tickets/closeAll', { status: 'pending', exceptQueueIds: sul.queues.map(queue => queue.id) })
  expect(await Promise.all([first, second, unqueued].map(({ id }) => statusOf(id)))).toEqual(['pending', 'pending', 'closed'])
  await client.post('/tickets/closeAll', { status: 'pending', exceptQueueIds: [sul.queues[1].id] })
  expect(await Promise.all([first, second].map(({ id }) => statusOf(id)))).toEqual(['closed', 'pending'])
})

test('closing all goes on until nothing of the status is left, however much it is', async () => {
  const { sul } = office
  const { client } = sul.staff.admin
  for (let i = 0; i < 60; i++) await sul.makeTicket({ queueId: sul.queues[0].id })
  const pending = async () => (await client.get<{ count: number }>('/tickets?status=pending&showAll=true')).body.count
  expect(await pending()).toBeGreaterThanOrEqual(60)
  expect((await client.post('/tickets/closeAll', { status: 'pending' })).status).toBe(200)
  expect(await pending()).toBe(0)
})

test('what goes on is listed by when it was touched, with and without closed tickets in sight, unread ones too', async () => {
  const { sul } = office
  const made = []
  for (const day of [3, 1, 2])
    made.push(await sul.makeTicket({ queueId: sul.queues[0].id, unreadMessages: 1, updatedAt: new Date(2026, 0, day) }))
  const [third, first, second] = made.map(({ id }) => id) as [number, number, number]
  for (const { client } of [sul.staff.admin, sul.staff.ana])
    for (const filter of ['', 'withUnreadMessages=true', 'showAll=true&withUnreadMessages=true'])
      for (const [order, ids] of [
        ['newest', [third, second, first]],
        ['oldest', [first, second, third]],
      ] as const) {
        const { body } = await client.get<{ tickets: { id: number }[] }>(`/tickets?order=${order}&${filter}`)
        expect(body.tickets.map(({ id }) => id).filter(id => ids.includes(id))).toEqual([...ids])
      }
  const board = await sul.staff.admin.client.get<{ tickets: { id: number }[] }>('/ticket/kanban')
  expect(board.body.tickets.map(({ id }) => id).filter(id => [first, second, third].includes(id))).toEqual([third, second, first])
})
