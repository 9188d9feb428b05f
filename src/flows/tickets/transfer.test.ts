import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { connections } from '#modules/connections'
import { messages } from '#modules/messages'
import type { Staff } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'
import { tickets as table } from '../../modules/tickets/schema'

const office = await testOffice()
const { norte } = office

type Shown = { id: number; status: string; userId: number | null; queueId: number | null; transferred: boolean }
type Note = { note: string; ticketId: number; user: { id: number } }
const as = (who: Staff) => norte.staff[who].client
const id = (who: Staff) => norte.staff[who].id
const [sales, support] = norte.queues
const TICKET = `company-${norte.id}-ticket`
const held = (values: Partial<typeof table.$inferInsert> = {}) =>
  norte.makeTicket({ queueId: sales.id, status: 'open', userId: id('ana'), ...values })
const put = (who: Staff, ticket: { id: number }, patch: object) => as(who).put<Shown>(`/tickets/${ticket.id}`, patch)
const row = async (of: { id: number }) => (await office.store.db.select().from(table).where(eq(table.id, of.id)))[0]!
const toBia = (more: object = {}) => ({ userId: id('bia'), queueId: support.id, whatsappId: norte.connection.id, ...more })
const said = async (ticket: { id: number }) => {
  type Page = { messages: { body: string; fromMe: boolean; userId: number | null }[] }
  const { body } = await as('admin').get<Page>(`/messages/${ticket.id}?markRead=false`)
  return body.messages.filter(message => message.fromMe)
}

describe('a ticket that was handed over', () => {
  test('is marked for its new owner until they open it, wherever they look', async () => {
    const ticket = await held()
    const lists = await as('bia').socket(['joinTickets', 'open'])
    expect((await put('ana', ticket, toBia())).body).toMatchObject({ status: 'open', userId: id('bia'), queueId: support.id })
    const isIts = (told: Record<string, unknown>) => (told.ticket as Shown | undefined)?.id === ticket.id
    expect((await lists.next(TICKET, isIts)).payload.ticket).toMatchObject({ transferred: true })
    await as('supervisor').get(`/messages/${ticket.id}`)
    expect((await row(ticket)).transferred).toBe(true)
    await as('bia').get(`/messages/${ticket.id}`)
    await lists.next(TICKET, told => isIts(told) && !(told.ticket as Shown).transferred)
    expect((await as('bia').get<Shown>(`/tickets/${ticket.id}`)).body.transferred).toBe(false)
    lists.close()
  })

  test('says who did it, and is no news where it only comes back', async () => {
    const ticket = await held()
    await put('ana', ticket, toBia())
    expect(await row(ticket)).toMatchObject({ transferred: true, transferredBy: id('ana') })
    await put('supervisor', ticket, { userId: id('supervisor') })
    expect((await row(ticket)).transferred).toBe(false)
    await put('supervisor', ticket, { userId: id('bia'), justClose: true })
    expect(await row(ticket)).toMatchObject({ userId: id('bia'), transferred: false })
  })

  test('keeps its place in the lists when it is opened', async () => {
    const ticket = await held({ updatedAt: new Date(Date.now() - 3600_000) })
    await put('ana', ticket, toBia())
    const { updatedAt } = await row(ticket)
    await as('bia').post(`/tickets/${ticket.id}/read`)
    expect(await row(ticket)).toMatchObject({ transferred: false, updatedAt })
  })

  test.each([
    ['given back', { status: 'pending', userId: null }],
    ['resolved', { status: 'closed' }],
  ])('is marked no more when it is %s', async (_, patch) => {
    const ticket = await held()
    await put('ana', ticket, toBia())
    await put('supervisor', ticket, patch)
    expect((await row(ticket)).transferred).toBe(false)
  })

  test('is marked no more when somebody takes it over, and not at all by who takes it', async () => {
    const ticket = await held()
    await put('ana', ticket, toBia())
    await put('supervisor', ticket, { userId: id('supervisor') })
    expect(await row(ticket)).toMatchObject({ userId: id('supervisor'), transferred: false })
  })
})

describe('a transfer', () => {
  test('without a person leaves the ticket waiting in the chosen queue', async () => {
    const ticket = await held()
    const { body } = await put('ana', ticket, { status: 'pending', userId: null, queueId: support.id, whatsappId: norte.connection.id })
    expect(body).toMatchObject({ status: 'pending', userId: null, queueId: support.id, transferred: false })
    expect((await as('ana').get(`/tickets/${ticket.id}`)).status).toBe(403)
    expect((await as('bia').get(`/tickets/${ticket.id}`)).status).toBe(200)
  })

  test('takes a word along for whoever gets the ticket, written down by whoever gives it', async () => {
    const ticket = await held()
    await put('ana', ticket, toBia({ note: '  Quer desconto pelos dois dias  ' }))
    const { body } = await as('bia').get<Note[]>(`/ticket-notes/list?ticketId=${ticket.id}`)
    expect(body).toMatchObject([{ note: 'Quer desconto pelos dois dias', ticketId: ticket.id, user: { id: id('ana') } }])
  })

  test('that is refused writes nothing down', async () => {
    const ticket = await held()
    expect((await put('ana', ticket, { userId: id('bia'), note: 'Para quem não atende Vendas' })).body).toMatchObject({
      code: 'ERR_USER_NOT_IN_QUEUE',
    })
    expect((await as('ana').get(`/ticket-notes/list?ticketId=${ticket.id}`)).body).toEqual([])
    expect(await put('ana', ticket, toBia({ note: 'x' }))).toMatchObject({ status: 400, body: { code: 'ERR_VALIDATION' } })
    expect(await row(ticket)).toMatchObject({ userId: id('ana') })
  })
})

test('one that ended in a queue that its person does not hold is not opened for them again', async () => {
  const ticket = await held()
  const back = { status: 'open', userId: id('ana'), justClose: true, expected: { status: 'closed', userId: id('ana') } }
  await put('ana', ticket, { status: 'closed', queueId: support.id, justClose: true })
  expect((await put('bia', ticket, back)).body).toMatchObject({ code: 'ERR_USER_NOT_IN_QUEUE' })
  expect(await row(ticket)).toMatchObject({ status: 'closed' })
})

describe('the customer of a company that wants it so', () => {
  beforeEach(() => as('admin').put('/settings/sendMsgTransfTicket', { value: 'enabled' }))
  afterEach(() => as('admin').put('/settings/sendMsgTransfTicket', { value: 'disabled' }))
  const heard = async (ticket: { id: number }) => (await said(ticket)).map(message => message.body)
  const WAIT = 'aguarde, já vamos te atender!'

  test('hears to which queue, to whom, or both', async () => {
    const [queue, person, both] = [await held(), await held({ userId: id('supervisor') }), await held()]
    await put('ana', queue, { status: 'pending', userId: null, queueId: support.id })
    await put('supervisor', person, { userId: id('ana') })
    await put('ana', both, toBia())
    expect(await heard(queue)).toEqual([`*Mensagem automática*:\nVocê foi transferido para o departamento *Suporte Norte*\n${WAIT}`])
    expect(await heard(person)).toEqual([`*Mensagem automática*:\nFoi transferido para o atendente *ana Norte*\n${WAIT}`])
    expect(await heard(both)).toEqual([
      `*Mensagem automática*:\nVocê foi transferido para o departamento *Suporte Norte* e contará com a presença de *bia Norte*\n${WAIT}`,
    ])
  })

  test('goes on waiting for an answer: no person said it', async () => {
    const waitingSince = new Date(Date.now() - 600_000)
    const ticket = await held({ waitingSince })
    await put('ana', ticket, toBia())
    expect((await said(ticket)).map(message => message.userId)).toEqual([null])
    expect((await row(ticket)).waitingSince).toEqual(waitingSince)
  })

  test('hears nothing in a group, when the ticket is given back or accepted, and of a first queue', async () => {
    const [group, back, first] = [
      await held({ isGroup: true }),
      await held(),
      await held({ queueId: null, status: 'pending', userId: null }),
    ]
    await put('ana', group, toBia())
    await put('ana', back, { status: 'pending', userId: null })
    await put('ana', back, { status: 'open', userId: id('ana') })
    await put('leo', first, { queueId: support.id })
    for (const ticket of [group, back, first]) expect(await heard(ticket)).toEqual([])
  })

  test('hears it from the connection that the conversation goes on with', async () => {
    const other = await connections.create(norte.ctx, { name: 'Cobrança', sandbox: true })
    const ticket = await held()
    await put('ana', ticket, toBia({ whatsappId: other.id }))
    const [heard] = await messages.newest(norte.ctx, ticket.id)
    expect(heard).toMatchObject({ fromMe: true, connectionId: other.id })
    expect((await row(ticket)).whatsappId).toBe(other.id)
  })
})

test('a company that does not want it tells its customers nothing', async () => {
  const ticket = await held()
  await put('ana', ticket, toBia())
  expect(await said(ticket)).toEqual([])
})
