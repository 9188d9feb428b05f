import { expect, test } from 'bun:test'
import { delivery } from '#modules/messages'
import { say } from '../../flows/say'
import { messages, newPhone, tickets } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'

const office = await testOffice()
const { norte } = office

type Shown = { id: number; waitingSince: string | null; contact: { number: string } }
type Page = { tickets: Shown[]; count: number; hasMore: boolean }
const HOUR = 3600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR)
const leo = () => norte.staff.leo.client
const list = async (query: string) => (await leo().get<Page>(`/tickets?${query}`)).body
const writes = (pn: string, more: object = {}) => office.receive(norte, { from: { pn, name: 'Lúcia' }, ...more })
const ticketOf = async (pn: string) => (await list(`searchParam=${pn}`)).tickets[0]!
const since = async (id: number) => (await leo().get<Shown>(`/tickets/${id}`)).body.waitingSince

test('the wait lasts from the first message without an answer until a person answers, on the panel or the phone', async () => {
  const phone = newPhone()
  const first = ago(2)
  await writes(phone, { at: first })
  await writes(phone, { text: 'alguém aí?', at: ago(1) })
  const { id } = await ticketOf(phone)
  expect(await since(id)).toBe(first.toISOString())

  await leo().put(`/tickets/${id}`, { status: 'open', userId: norte.staff.leo.id })
  expect(await since(id)).toBe(first.toISOString())
  await leo().put(`/tickets/${id}`, { status: 'pending', userId: null })
  expect(await since(id)).toBe(first.toISOString())
  await leo().put(`/tickets/${id}`, { status: 'closed' })
  await norte.staff.admin.client.put(`/tickets/${id}`, { status: 'open', userId: norte.staff.admin.id })
  const { body } = await norte.staff.admin.client.get<Shown>(`/tickets/${id}`)
  expect(body.waitingSince).toBe(first.toISOString())

  await norte.staff.admin.client.post(`/messages/${id}`, { body: 'Oi, Lúcia' })
  expect((await norte.staff.admin.client.get<Shown>(`/tickets/${id}`)).body.waitingSince).toBeNull()
  const again = ago(0.5)
  await writes(phone, { at: again })
  expect((await norte.staff.admin.client.get<Shown>(`/tickets/${id}`)).body.waitingSince).toBe(again.toISOString())
  await writes(phone, { fromMe: true, text: 'do celular' })
  expect((await norte.staff.admin.client.get<Shown>(`/tickets/${id}`)).body.waitingSince).toBeNull()
})

test('what a bot says answers nobody', async () => {
  const phone = newPhone()
  const first = ago(3)
  await writes(phone, { at: first })
  const { id } = await ticketOf(phone)
  const ticket = await tickets.load(norte.ctx, id)
  await say(norte.ctx, ticket, { text: 'Sou o robô' })
  expect(await since(id)).toBe(first.toISOString())
})

/** A ticket whose customer waits since some hours, in the hands of Leo. */
async function waits(hours: number) {
  const phone = newPhone()
  const first = ago(hours)
  await writes(phone, { at: first })
  const { id } = await ticketOf(phone)
  await leo().put(`/tickets/${id}`, { status: 'open', userId: norte.staff.leo.id })
  return { phone, id, first: first.toISOString() }
}
const answer = async (id: number, body: string) => {
  await leo().post(`/messages/${id}`, { body })
  return (await messages.newest(norte.ctx, id, 1))[0]!
}
const become = (state: 'sent' | 'failed', ...said: { wid: string }[]) =>
  delivery.setStates(norte.ctx, {
    companyId: norte.id,
    connectionId: norte.connection.id,
    ids: said.map(({ wid }) => wid),
    state,
    reason: '479',
  })

test('an answer that failed answers nobody, in open windows too; one that is tried again does, unless it fails again', async () => {
  const { id, first } = await waits(2)
  const window = await leo().socket()
  const said = await answer(id, 'Oi, Lúcia')
  expect(await since(id)).toBeNull()
  await become('failed', said)
  expect(await since(id)).toBe(first)
  await window.next(
    `company-${norte.id}-ticket`,
    (event: { ticket?: Shown }) => event.ticket?.id === id && event.ticket.waitingSince === first,
  )
  expect((await leo().post(`/messages/${said.uid}/retry`)).status).toBe(200)
  expect(await since(id)).toBeNull()
  await become('failed', said)
  expect(await since(id)).toBe(first)
  // It was there after all.
  await become('sent', said)
  expect(await since(id)).toBeNull()
  await window.close()
})

test('of several that answer, one that arrives is enough; where none does they wait from the first on', async () => {
  const { id } = await waits(3)
  const [lost, there] = [await answer(id, 'Oi'), await answer(id, 'Lúcia')]
  await become('failed', lost)
  expect(await since(id)).toBeNull()
  await become('sent', there)
  expect(await since(id)).toBeNull()

  const none = await waits(4)
  const both = [await answer(none.id, 'Oi'), await answer(none.id, 'Lúcia')]
  await become('failed', both[1]!)
  expect(await since(none.id)).toBeNull()
  await become('failed', both[0]!)
  expect(await since(none.id)).toBe(none.first)
  const withdrawn = await answer(none.id, 'Já olho')
  await leo().delete(`/messages/${withdrawn.uid}`)
  expect(await since(none.id)).toBe(none.first)
})

test('who wrote again before an answer failed waits from their first words on', async () => {
  const { phone, id, first } = await waits(5)
  const said = await answer(id, 'Um instante')
  await writes(phone, { text: 'e então?' })
  const again = await since(id)
  await become('failed', said)
  expect(await since(id)).toBe(first)
  // What they wrote since is not answered by what is tried again, or was there after all.
  expect((await leo().post(`/messages/${said.uid}/retry`)).status).toBe(200)
  expect(await since(id)).toBe(again)
  await become('failed', said)
  expect(await since(id)).toBe(first)
  await become('sent', said)
  expect(await since(id)).toBe(again)
})

test('a failed answer is made good by no robot and by nothing that answers nobody, but by the phone', async () => {
  const { phone, id, first } = await waits(6)
  const said = await answer(id, 'Oi')
  await say(norte.ctx, await tickets.load(norte.ctx, id), { text: 'Sou o robô' })
  const rests = await say(
    { ...norte.ctx, actor: { ...norte.ctx.actor, userId: norte.staff.leo.id } },
    await tickets.load(norte.ctx, id),
    { text: 'Lembrete' },
    { rests: true },
  )
  await become('sent', ...(await messages.newest(norte.ctx, id, 2)))
  await become('failed', said)
  expect(await since(id)).toBe(first)
  // Nor is a wait ended by what is tried again of that.
  await become('failed', rests!)
  await leo().post(`/messages/${rests!.uid}/retry`)
  expect(await since(id)).toBe(first)

  const other = await waits(6)
  const lost = await answer(other.id, 'Oi')
  await writes(other.phone, { fromMe: true, text: 'do celular' })
  await become('failed', lost)
  expect(await since(other.id)).toBeNull()
  expect(phone).not.toBe(other.phone)
})

test('where both answers of a wait had failed, the second that arrives after all ends it', async () => {
  const { id, first } = await waits(7)
  const both = [await answer(id, 'Oi'), await answer(id, 'Lúcia')]
  await become('failed', ...both)
  expect(await since(id)).toBe(first)
  await become('sent', both[1]!)
  expect(await since(id)).toBeNull()
})

test('a wait ends with its ticket: whoever comes back waits from then on, whatever failed before', async () => {
  const { phone, id } = await waits(48)
  await become('failed', await answer(id, 'Oi'))
  await leo().put(`/tickets/${id}`, { status: 'closed' })
  const late = await waits(2)
  const said = await answer(late.id, 'Até logo')
  await leo().put(`/tickets/${late.id}`, { status: 'closed' })
  await become('failed', said)
  expect(await since(late.id)).toBeNull()

  await writes(phone, { text: 'Voltei' })
  await leo().put(`/tickets/${id}`, { status: 'open', userId: norte.staff.leo.id })
  const again = await since(id)
  await say(norte.ctx, await tickets.load(norte.ctx, id), { text: 'Sou o robô' })
  await become('failed', ...(await messages.newest(norte.ctx, id, 1)))
  expect(await since(id)).toBe(again)
  await become('failed', await answer(id, 'Diga'))
  expect(await since(id)).toBe(again)
})

test('a customer who writes again after the ticket was resolved begins a new wait', async () => {
  const phone = newPhone()
  await writes(phone, { at: ago(5) })
  const { id } = await ticketOf(phone)
  await leo().put(`/tickets/${id}`, { status: 'open', userId: norte.staff.leo.id })
  await leo().put(`/tickets/${id}`, { status: 'closed' })
  const again = ago(0.1)
  await writes(phone, { at: again })
  expect(await since(id)).toBe(again.toISOString())
})

test('lists go by the longest wait when they are asked to, who waits for nothing last, and page by page', async () => {
  const { sul } = office
  const made: number[] = []
  for (const hours of [3, 9, 1, null, 6])
    made.push((await sul.makeTicket({ waitingSince: hours === null ? null : ago(hours), updatedAt: ago(hours ?? 0) })).id)
  for (let i = 0; i < 40; i++) await sul.makeTicket({ waitingSince: ago(20), updatedAt: ago(0) })
  const client = sul.staff.leo.client
  const first = (await client.get<Page>('/tickets?status=pending&order=waiting')).body
  const second = (await client.get<Page>('/tickets?status=pending&order=waiting&pageNumber=2')).body
  const order = [...first.tickets, ...second.tickets].map(ticket => ticket.id).filter(id => made.includes(id))
  expect(order).toEqual([made[1], made[4], made[0], made[2], made[3]] as number[])
  const latest = (await client.get<Page>('/tickets?status=pending&order=unanswered')).body.tickets.map(ticket => ticket.id)
  expect(latest.slice(0, 4)).toEqual(order.slice(0, 4).toReversed())
  expect(latest).not.toContain(made[3])
  // Asked for those alone, who waits for nothing is on no page.
  const waiting = (await client.get<Page>('/tickets?status=pending&order=oldest&unanswered=true')).body
  expect(waiting.count).toBe([...first.tickets, ...second.tickets].filter(ticket => ticket.waitingSince).length)
  expect(waiting.tickets.every(ticket => ticket.waitingSince)).toBe(true)
  expect(waiting.count).toBeLessThan(first.count)
  expect((await client.get<Page>('/tickets?status=pending&order=oldest')).body.tickets[0]!.id).toBe(made[1]!)
  expect((await client.get('/tickets?order=sideways')).status).toBe(400)
})
