import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { testOffice } from '../../../tests/office'
import { customerOf, worldOf } from '../conversation/stories.fixture'

const office = await testOffice()
const { norte, sul } = office
afterEach(() => void setSystemTime())

const MENU = '< Olá!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte'
const place = await worldOf(norte, { greetingMessage: 'Olá!', queues: [{ name: 'Vendas' }, { name: 'Suporte' }] })
const { client } = norte.staff.admin
type Bot = { bot: { holder: string; reason: string; pausedUntil: string | null; name: string | null } }
const botOf = async (id: number) => (await client.get<Bot>(`/tickets/${id}`)).body.bot

test('a ticket says which robot has it, and why', async () => {
  const customer = customerOf(office, norte, place)
  await customer.says('oi')
  const { id } = await customer.ticket()
  expect(await botOf(id)).toEqual({ holder: 'queue_menu', reason: 'menu', pausedUntil: null, name: null })
  await customer.says('2')
  expect(await botOf(id)).toEqual({ holder: 'nobody', reason: 'queue_chosen', pausedUntil: null, name: null })
})

test('a robot that rests says nothing until its time is over, or is ended', async () => {
  const [short, ended] = [customerOf(office, norte, place), customerOf(office, norte, place)]
  for (const one of [short, ended]) {
    await one.says('oi')
    const { status, body } = await client.put<Bot>(`/tickets/${(await one.ticket()).id}/bot`, { pauseMinutes: 5 })
    expect([status, body.bot.holder]).toEqual([200, 'queue_menu'])
    await one.says('9')
  }
  expect((await client.put(`/tickets/${(await ended.ticket()).id}/bot`, { pauseMinutes: 0 })).status).toBe(200)
  await ended.says('1')
  expect((await ended.ticket()).queueId).toBe(place.queueIds[0]!)
  await short.says('1')
  expect((await short.ticket()).queueId).toBe(null)
  setSystemTime(Date.now() + 6 * 60_000)
  await short.says('1')
  expect(await short.transcript()).toEqual(['> oi', MENU, '> 9', '> 1', '> 1'])
  expect((await short.ticket()).queueId).toBe(place.queueIds[0]!)
})

test('a conversation that is given back to the robot waits, and begins anew with the next message', async () => {
  const customer = customerOf(office, norte, place)
  await customer.says('oi')
  const { id } = await customer.ticket()
  await client.put(`/tickets/${id}`, { status: 'open', userId: norte.staff.admin.id })
  await customer.says('#')
  expect((await client.put(`/tickets/${id}/bot`, { giveBack: true })).body).toMatchObject({ status: 'pending', userId: null })
  await customer.says('oi?')
  expect(await customer.transcript()).toEqual(['> oi', MENU, '> #', '> oi?', MENU])
})

test('whom a colleague took meanwhile goes back to no robot, where it is said who had them; who lost the answer asks once more', async () => {
  const customer = customerOf(office, norte, place)
  await customer.says('oi')
  const { id } = await customer.ticket()
  const { admin, supervisor } = norte.staff
  const back = (userId: number) => client.put(`/tickets/${id}/bot`, { giveBack: true, expected: { status: 'open', userId, queueId: null } })
  await client.put(`/tickets/${id}`, { status: 'open', userId: admin.id })
  expect(await back(supervisor.id)).toMatchObject({ status: 409, body: { code: 'ERR_TICKET_CHANGED' } })
  expect((await customer.ticket()).userId).toBe(admin.id)
  for (let i = 0; i < 2; i++) expect((await back(admin.id)).body).toMatchObject({ status: 'pending', userId: null })
  expect((await botOf(id)).reason).toBe('resumed')
})

test('who does not see a ticket steers no robot of it, and nonsense steers none', async () => {
  const customer = customerOf(office, norte, place)
  await customer.says('oi')
  await customer.says('1')
  const { id } = await customer.ticket()
  for (const [who, status] of [
    [norte.staff.bia.client, 403],
    [sul.staff.admin.client, 404],
  ] as const)
    expect((await who.put(`/tickets/${id}/bot`, { giveBack: true })).status).toBe(status)
  for (const body of [{ pauseMinutes: -1 }, { pauseMinutes: 1e9 }, { giveBack: 'nunca' }])
    expect((await client.put(`/tickets/${id}/bot`, body)).status).toBe(400)
  const { holder } = await botOf(id)
  for (const body of [{}, { giveBack: false }]) expect((await client.put<Bot>(`/tickets/${id}/bot`, body)).body.bot.holder).toBe(holder)
})
