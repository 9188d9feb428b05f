import { describe, expect, onTestFinished, setSystemTime, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Staff } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'
import { tickets as table } from '../../modules/tickets/schema'

const office = await testOffice()
const { norte, sul } = office
const [sales, support] = norte.queues
const { connection } = norte

type Shown = { id: number; status: string; userId: number | null; queueId: number | null }
const as = (who: Staff) => norte.staff[who].client
const id = (who: Staff) => norte.staff[who].id
const TICKET = `company-${norte.id}-ticket`
const held = (values: Partial<typeof table.$inferInsert> = {}) =>
  norte.makeTicket({ queueId: sales.id, status: 'open', userId: id('ana'), ...values })
const put = (who: Staff, ticket: { id: number }, patch: object) => as(who).put<Shown>(`/tickets/${ticket.id}`, patch)
const row = async (of: { id: number }) => (await office.store.db.select().from(table).where(eq(table.id, of.id)))[0]!
const later = (ms: number) => {
  setSystemTime(new Date(Date.now() + ms))
  onTestFinished(() => void setSystemTime())
}

const atBia = { status: 'open', userId: id('bia'), queueId: support.id }
/** Ana hands it to Bia, whose queue she does not hold. */
async function handed(ticket: { id: number }, more: object = {}) {
  const to = { userId: id('bia'), queueId: support.id, whatsappId: connection.id }
  expect((await put('ana', ticket, { ...to, ...more })).body).toMatchObject(atBia)
  return ticket
}
/** As the page asks that undoes. */
const undo = { queueId: sales.id, justClose: true, expected: atBia }
const takeBack = (ticket: { id: number }, who: Staff = 'ana', more: object = {}) => put(who, ticket, { ...undo, userId: id(who), ...more })
const answer = (who: Staff, ticket: { id: number }) => as(who).post(`/messages/${ticket.id}`, { body: 'Já vejo isso' })
const FORBIDDEN = { status: 403, body: { error: 'ERR_NO_PERMISSION' } }
const LATE = { status: 409, body: { code: 'ERR_TAKE_BACK_LATE' } }

describe('whoever handed a ticket to a colleague takes it back', () => {
  test('as their own, in its queue, and news to nobody', async () => {
    const ticket = await handed(await held())
    expect(await takeBack(ticket)).toMatchObject({ status: 200, body: { status: 'open', userId: id('ana'), queueId: sales.id } })
    expect(await row(ticket)).toMatchObject({ transferred: false, transferredBy: null })
  })

  test('to wait for anybody, where it waited before', async () => {
    const ticket = await handed(await held({ status: 'pending', userId: null }))
    const back = { status: 'pending', userId: null, queueId: sales.id }
    expect(await put('ana', ticket, { ...undo, ...back })).toMatchObject({ status: 200, body: back })
  })

  test('out of no queue, into none', async () => {
    const ticket = await handed(await held({ queueId: null }))
    expect(await takeBack(ticket, 'ana', { queueId: null })).toMatchObject({ status: 200, body: { userId: id('ana'), queueId: null } })
  })

  test('for the person who had it, as who leads and holds no queue of theirs', async () => {
    const ticket = await norte.makeTicket({ queueId: sales.id, status: 'open', userId: id('ana') })
    await put('supervisor', ticket, { userId: id('bia'), queueId: support.id })
    expect(await put('supervisor', ticket, { ...undo, userId: id('ana') })).toMatchObject({ status: 200, body: { userId: id('ana') } })
    expect((await row(ticket)).transferred).toBe(false)
  })

  test('also where the colleague opened it, and again where the answer was lost', async () => {
    const ticket = await handed(await held())
    await as('bia').get(`/messages/${ticket.id}`)
    for (let i = 0; i < 2; i++) expect((await takeBack(ticket)).status).toBe(200)
    expect(await row(ticket)).toMatchObject({ userId: id('ana') })
  })

  test('before everybody’s eyes: it leaves the colleague’s list, and stands in the conversation', async () => {
    const ticket = await handed(await held())
    const [ana, bia] = [await as('ana').socket(['joinTickets', 'open']), await as('bia').socket(['joinTickets', 'open'])]
    await takeBack(ticket)
    const isIts = (told: Record<string, unknown>) => (told.ticket as Shown | undefined)?.id === ticket.id
    expect((await bia.next(TICKET, told => told.ticketId === ticket.id)).payload).toMatchObject({ action: 'delete', oldStatus: 'open' })
    expect((await ana.next(TICKET, isIts)).payload.ticket).toMatchObject({ userId: id('ana'), queueId: sales.id })
    expect((await as('bia').get(`/tickets/${ticket.id}`)).status).toBe(403)
    const { body } = await as('ana').get<{ activities: { kind: string; userName: string }[] }>(
      `/messages/${ticket.id}?history=true&markRead=false`,
    )
    expect(body.activities.map(({ kind, userName }) => [kind, userName])).toEqual([
      ['transferred', norte.staff.ana.name],
      ['taken', norte.staff.ana.name],
    ])
    for (const socket of [ana, bia]) socket.close()
  })

  test('without a word to the customer, who was told of the transfer', async () => {
    await as('admin').put('/settings/sendMsgTransfTicket', { value: 'enabled' })
    onTestFinished(() => void as('admin').put('/settings/sendMsgTransfTicket', { value: 'disabled' }))
    const ticket = await handed(await held())
    await takeBack(ticket)
    const { body } = await as('admin').get<{ messages: { body: string }[] }>(`/messages/${ticket.id}?markRead=false`)
    expect(body.messages.map(message => message.body)).toEqual([expect.stringContaining('Você foi transferido')])
  })
})

describe('a ticket that was handed to a colleague stays there', () => {
  const stays = async (ticket: { id: number }) => expect(await row(ticket)).toMatchObject(atBia)

  test('once the colleague answered, also for who leads', async () => {
    const ticket = await handed(await held())
    await answer('ana', await held())
    expect((await answer('bia', ticket)).status).toBe(200)
    expect(await takeBack(ticket)).toMatchObject(LATE)
    await stays(ticket)
    const led = await held()
    await put('supervisor', led, { userId: id('bia'), queueId: support.id })
    await answer('bia', led)
    expect(await takeBack(led, 'supervisor')).toMatchObject(LATE)
    await stays(led)
  })

  test('or comes back unanswered, where both happen at once', async () => {
    const ticket = await handed(await held())
    const [back, answered] = await Promise.all([takeBack(ticket), answer('bia', ticket)])
    expect([back.status, answered.status]).toEqual(back.status === 200 ? [200, 403] : [409, 200])
    expect((await row(ticket)).userId).toBe(id(back.status === 200 ? 'ana' : 'bia'))
  })

  test('once the colleague answered from the phone', async () => {
    const ticket = await held()
    await handed(ticket)
    const { body } = await as('admin').get<{ contact: { number: string } }>(`/tickets/${ticket.id}`)
    await office.receive(norte, { from: { pn: body.contact.number }, fromMe: true, text: 'do celular' })
    expect(await takeBack(ticket)).toMatchObject(LATE)
    await stays(ticket)
  })

  test('for who asks for more than to have it back, or to let it wait', async () => {
    const ticket = await handed(await held())
    const more = [
      { userId: undefined },
      { userId: id('leo') },
      { queueId: undefined },
      { note: 'para a Bia' },
      { userId: null, status: 'pending', useIntegration: true, integrationId: 1 },
      { userId: null, status: 'closed' },
    ]
    for (const patch of more) expect([patch, (await takeBack(ticket, 'ana', patch)).status]).toEqual([patch, 403])
    await stays(ticket)
    expect((await takeBack(ticket, 'ana', { userId: null, status: 'pending' })).body).toMatchObject({
      status: 'pending',
      queueId: sales.id,
    })
  })

  test('once the colleague put it off', async () => {
    const ticket = await handed(await held())
    await as('bia').put(`/tickets/${ticket.id}/snooze`, { until: null })
    expect(await takeBack(ticket)).toMatchObject(LATE)
    expect((await row(ticket)).snoozedAt).not.toBeNull()
  })

  test('but not for what was said before', async () => {
    const ticket = await held({ userId: id('bia'), queueId: support.id })
    await answer('bia', ticket)
    later(1000)
    await put('bia', ticket, { status: 'pending', userId: null, queueId: sales.id })
    await put('ana', ticket, { status: 'open', userId: id('ana') })
    await answer('ana', ticket)
    later(1000)
    await handed(ticket)
    expect((await takeBack(ticket)).status).toBe(200)
  })

  test('after a minute', async () => {
    const ticket = await handed(await held())
    later(61_000)
    expect(await takeBack(ticket)).toMatchObject(FORBIDDEN)
    await stays(ticket)
  })

  test('for who asks for it as for any other ticket, and did not say from whom', async () => {
    const ticket = await handed(await held())
    for (const patch of [{ justClose: undefined }, { expected: undefined }, { status: 'open', justClose: undefined }, { status: 'closed' }])
      expect(await takeBack(ticket, 'ana', patch)).toMatchObject(FORBIDDEN)
    expect(await as('ana').get(`/tickets/${ticket.id}`)).toMatchObject(FORBIDDEN)
    await stays(ticket)
  })

  test('for a third colleague, and for another company', async () => {
    const ticket = await handed(await held())
    for (const who of ['leo', 'rui'] as const) expect(await takeBack(ticket, who)).toMatchObject(FORBIDDEN)
    for (const who of ['ana', 'admin'] as const)
      expect(await sul.staff[who].client.put(`/tickets/${ticket.id}`, { ...undo, userId: sul.staff[who].id })).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_TICKET_FOUND' },
      })
    await stays(ticket)
  })

  test('once it went on from there, or came there anew', async () => {
    const on = await handed(await held())
    await put('bia', on, { userId: id('supervisor') })
    expect(await takeBack(on)).toMatchObject(FORBIDDEN)
    const elsewhere = await handed(await held())
    await put('bia', elsewhere, { queueId: null })
    expect(await takeBack(elsewhere)).toMatchObject({ status: 409, body: { code: 'ERR_TICKET_CHANGED' } })
    const taken = await handed(await held())
    await put('supervisor', taken, { userId: id('supervisor') })
    await put('supervisor', taken, { userId: id('bia'), justClose: true })
    const accepted = await handed(await held())
    await put('bia', accepted, { status: 'pending', userId: null })
    await put('bia', accepted, { status: 'open', userId: id('bia') })
    const reopened = await handed(await held())
    await put('bia', reopened, { status: 'closed' })
    await put('bia', reopened, { status: 'open', userId: id('bia') })
    for (const ticket of [taken, accepted, reopened]) {
      expect(await takeBack(ticket)).toMatchObject(FORBIDDEN)
      await stays(ticket)
    }
  })
})
