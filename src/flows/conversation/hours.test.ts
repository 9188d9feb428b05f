import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { settings } from '#modules/settings'
import { companies } from '../../modules/companies/schema'
import { testOffice } from '../../../tests/office'
import { change } from '../tickets/change'
import { customerOf, worldOf } from './stories.fixture'

const office = await testOffice()
const { norte } = office

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
/** Open from nine to six on all days. */
const NINE_TO_SIX = DAYS.map(weekdayEn => ({ weekday: weekdayEn, weekdayEn, startTime: '09:00', endTime: '18:00' }))
const today = new Date().toISOString().slice(0, 10)
/** A moment of the office's clock, days from today. */
const clock = (time: string, days = 1) => setSystemTime(Date.parse(`${today}T${time}:00-03:00`) + days * 86_400_000)

beforeEach(async () => {
  await office.store.write(office.store.db, db => db.update(companies).set({ schedules: NINE_TO_SIX }).where(eq(companies.id, norte.id)))
})
afterEach(async () => {
  setSystemTime()
  await settings.set(norte.ctx, 'scheduleType', 'disabled')
})

const CLOSED = '< Estamos fechados'
const MENU = '< Olá!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte'
const world = () =>
  worldOf(norte, {
    greetingMessage: 'Olá!',
    outOfHoursMessage: 'Estamos fechados',
    queues: [{ name: 'Vendas', schedules: NINE_TO_SIX, outOfHoursMessage: 'Vendas fechou' }, { name: 'Suporte' }],
  })

test('who writes to a closed company hears it once until it opens, arrives all the same, and is served when it opens', async () => {
  await settings.set(norte.ctx, 'scheduleType', 'company')
  const place = await world()
  const customer = customerOf(office, norte, place)
  clock('19:00')
  await customer.says('oi')
  await customer.says('tem alguém?')
  clock('08:00', 2)
  await customer.says('bom dia')
  expect(await customer.ticket()).toMatchObject({ status: 'pending', unreadMessages: 3 })
  clock('09:01', 2)
  await customer.says('já abriu?')
  expect(await customer.transcript()).toEqual(['> oi', CLOSED, '> tem alguém?', '> bom dia', '> já abriu?', MENU])
  clock('18:30', 2)
  await customer.says('1')
  expect((await customer.transcript()).slice(6)).toEqual(['> 1', CLOSED])
  await place.end()
})

/** A customer who was told that the company is closed in a ticket that ended since, and writes again in the same night. */
async function toldBefore() {
  await settings.set(norte.ctx, 'scheduleType', 'company')
  await settings.set(norte.ctx, 'reopenHours', '0')
  const place = await world()
  const customer = customerOf(office, norte, place)
  clock('19:00')
  await customer.says('oi')
  await change(norte.ctx, (await customer.ticket()).id, { status: 'closed', justClose: true })
  await customer.says('de novo, por favor')
  const end = async () => {
    await settings.set(norte.ctx, 'reopenHours', '24')
    await place.end()
  }
  return { customer, end }
}

test('a new ticket in the same closed period hears nothing again', async () => {
  const { customer, end } = await toldBefore()
  expect(await customer.tickets()).toHaveLength(2)
  expect(await customer.transcript()).toEqual(['> oi', CLOSED, '> de novo, por favor'])
  await end()
})

test('who heard it in a ticket before is served when it opens, too', async () => {
  const { customer, end } = await toldBefore()
  clock('09:30', 2)
  await customer.says('já abriu?')
  expect((await customer.transcript()).slice(2)).toEqual(['> de novo, por favor', '> já abriu?', MENU])
  await end()
})

test('a queue that is closed says so with the way back, keeps the ticket, and another can be chosen', async () => {
  await settings.set(norte.ctx, 'scheduleType', 'queue')
  const place = await world()
  const customer = customerOf(office, norte, place)
  clock('20:00')
  for (const text of ['oi', '1', 'oi?', '#', '2']) await customer.says(text)
  expect(await customer.transcript()).toEqual([
    '> oi',
    MENU,
    '> 1',
    '< Vendas fechou\n\n*[ # ]* - Voltar ao Menu Principal',
    '> oi?',
    '> #',
    MENU,
    '> 2',
  ])
  expect(await customer.ticket()).toMatchObject({ queueId: place.queueIds[1], chatbot: false })
  await place.end()
})

test('who waits in a queue when it closes hears its text; hours of a company that wants none do nothing', async () => {
  const place = await world()
  const [early, never] = [customerOf(office, norte, place), customerOf(office, norte, place)]
  clock('17:00')
  for (const one of [early, never]) for (const text of ['oi', '1']) await one.says(text)
  clock('18:10')
  await never.says('alguém?')
  await settings.set(norte.ctx, 'scheduleType', 'queue')
  await early.says('alguém?')
  expect((await early.transcript()).at(-1)).toStartWith('< Vendas fechou')
  expect((await never.transcript()).at(-1)).toBe('> alguém?')
  await place.end()
})

test('who waits in a queue that closed may go back to the menu, as its text says', async () => {
  await settings.set(norte.ctx, 'scheduleType', 'queue')
  const place = await world()
  const customer = customerOf(office, norte, place)
  clock('17:00')
  for (const text of ['oi', '1']) await customer.says(text)
  clock('18:10')
  for (const text of ['alguém?', '#', '2']) await customer.says(text)
  expect((await customer.transcript()).slice(3)).toEqual([
    '> alguém?',
    '< Vendas fechou\n\n*[ # ]* - Voltar ao Menu Principal',
    '> #',
    MENU,
    '> 2',
  ])
  expect((await customer.ticket()).queueId).toBe(place.queueIds[1]!)
  await place.end()
})

test('what was written at night and comes in the morning is answered as of the morning', async () => {
  await settings.set(norte.ctx, 'scheduleType', 'company')
  const place = await world()
  const customer = customerOf(office, norte, place)
  clock('09:30')
  await customer.says('oi', { at: new Date(Date.now() - 4 * 3600_000) })
  expect(await customer.transcript()).toEqual(['> oi', MENU])
  await place.end()
})

test('what a person answered out of hours is no robot’s when it opens', async () => {
  await settings.set(norte.ctx, 'scheduleType', 'company')
  const place = await world()
  const customer = customerOf(office, norte, place)
  clock('19:00')
  await customer.says('oi')
  await customer.says('Estou aqui', { fromMe: true })
  clock('09:30', 2)
  await customer.says('obrigada')
  expect(await customer.transcript()).toEqual(['> oi', CLOSED, '< Estou aqui', '> obrigada'])
  await place.end()
})

test('somebody who has the conversation is not interrupted by hours', async () => {
  await settings.set(norte.ctx, 'scheduleType', 'company')
  const place = await world()
  const customer = customerOf(office, norte, place)
  clock('17:00')
  await customer.says('oi')
  await change(norte.ctx, (await customer.ticket()).id, { status: 'open', userId: norte.staff.admin.id })
  clock('19:00')
  await customer.says('ainda aí?')
  expect(await customer.transcript()).toEqual(['> oi', MENU, '> ainda aí?'])
  await place.end()
})
