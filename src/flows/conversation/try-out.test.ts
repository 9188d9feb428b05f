import { expect, test } from 'bun:test'
import { companies } from '#modules/companies'
import { settings } from '#modules/settings'
import { testOffice } from '../../../tests/office'
import { tickets } from '../../modules/tickets/schema'
import { worldOf } from './stories.fixture'

const office = await testOffice()
const { norte, sul } = office
const { client } = norte.staff.admin

type Tried = { steps: { words: string; answers: { text?: string }[]; holder: string; reason: string }[] }
const tryOut = async (body: object) => (await client.post<Tried>('/bots/try', body)).body.steps
const said = (steps: Tried['steps']) => steps.map(({ answers }) => answers.map(({ text }) => text))

test('a form is tried as it stands, over what is saved, with the reasons, and nothing comes of it', async () => {
  const place = await worldOf(norte, {
    greetingMessage: 'Olá!',
    queues: [{ name: 'Vendas' }, { name: 'Suporte', greetingMessage: 'Já vamos' }],
  })
  const before = await office.store.db.$count(tickets)
  const steps = await tryOut({
    connectionId: place.connection.id,
    connection: { greetingMessage: '{{firstName}}, bem-vinda!' },
    words: ['oi', '9', '2'],
  })
  expect(said(steps)).toEqual([
    ['Helena, bem-vinda!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte'],
    ['Opção inválida, por favor, escolha uma opção válida.'],
    ['Já vamos'],
  ])
  expect(steps.map(({ holder, reason }) => [holder, reason])).toEqual([
    ['queue_menu', 'menu'],
    ['queue_menu', 'wrong_choice'],
    ['nobody', 'queue_chosen'],
  ])
  expect(await office.store.db.$count(tickets)).toBe(before)
  await place.end()
})

test('a queue is tried with its options, before it is saved too', async () => {
  const place = await worldOf(norte, {
    queues: [{ name: 'Suporte', greetingMessage: 'Oi', options: [{ title: 'Boleto', message: 'Vai por e-mail' }, { title: 'Outro' }] }],
  })
  const steps = await tryOut({ queueId: place.queueIds[0], queue: { greetingMessage: 'Olá do suporte' }, words: ['oi', 'boleto'] })
  expect(said(steps)).toEqual([[expect.stringContaining('Olá do suporte\n\n*[ 1 ]* - Boleto')], ['Vai por e-mail']])
  expect(said(await tryOut({ queue: { name: 'Nova', greetingMessage: 'Bem-vinda' }, words: ['oi'] }))).toEqual([['Bem-vinda']])
  await place.end()
})

test('a queue is tried behind a connection that offers several: entered at once, with the way back to the menu', async () => {
  const place = await worldOf(norte, { greetingMessage: 'Bem-vindo', queues: [{ name: 'Vendas' }, { name: 'Cobrança' }] })
  const steps = await tryOut({
    connectionId: place.connection.id,
    queueId: place.queueIds[1],
    queue: { greetingMessage: 'Fale da conta' },
    words: ['oi', '#'],
  })
  expect(said(steps)).toEqual([['Fale da conta'], ['Bem-vindo\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Cobrança']])
  await place.end()
})

test('an integration takes the conversation, and is not asked', async () => {
  const steps = await tryOut({ connection: { integrationId: norte.integration.id, queueIds: [] }, words: ['oi', 'tudo bem?'] })
  expect(steps).toMatchObject([
    { answers: [], holder: 'integration' },
    { answers: [], holder: 'integration' },
  ])
})

test('who may not change queues tries none, and nobody those of another company', async () => {
  const place = await worldOf(norte, { queues: [{ name: 'Vendas' }] })
  expect((await norte.staff.ana.client.post('/bots/try', { words: ['oi'] })).status).toBe(403)
  const foreign = sul.staff.admin.client
  expect((await foreign.post('/bots/try', { connectionId: place.connection.id, words: ['oi'] })).status).toBe(404)
  expect((await foreign.post('/bots/try', { queueId: place.queueIds[0], words: ['oi'] })).status).toBe(404)
  const { body } = await foreign.post<Tried>('/bots/try', {
    connection: { queueIds: place.queueIds, greetingMessage: 'Oi' },
    words: ['oi'],
  })
  expect(said(body.steps)).toEqual([['Oi']])
  await place.end()
})

test('a moment by the clock of the company may be chosen, and a company without words for closed hours says nothing', async () => {
  const place = await worldOf(norte, { greetingMessage: 'Olá!', outOfHoursMessage: 'Fechado', queues: [] })
  const { schedules } = await companies.get(norte.ctx)
  const hours = [{ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }]
  await client.put(`/companies/${norte.ctx.companyId}/schedules`, { schedules: hours })
  await settings.set(norte.ctx, 'scheduleType', 'company')
  const on = (at: string, outOfHoursMessage = 'Fechado') =>
    tryOut({ connectionId: place.connection.id, connection: { outOfHoursMessage }, at, words: ['oi'] })
  expect(await on('2026-11-23T17:59')).toMatchObject([{ answers: [{ text: 'Olá!' }], reason: 'greeted' }])
  expect(await on('2026-11-23T18:01')).toMatchObject([{ answers: [{ text: 'Fechado' }], reason: 'closed' }])
  expect(await on('2026-11-23T18:01', '')).toMatchObject([{ answers: [], reason: 'closed_silent' }])
  expect((await client.post('/bots/try', { at: 'amanhã', words: ['oi'] })).status).toBe(400)
  await settings.set(norte.ctx, 'scheduleType', 'disabled')
  await client.put(`/companies/${norte.ctx.companyId}/schedules`, { schedules })
  await place.end()
})
