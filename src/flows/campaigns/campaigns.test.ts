import { expect, test } from 'bun:test'
import { newPhone } from '../../../tests/factories'
import { contactLists } from '../../modules/contact-lists'
import { people } from '../../modules/contact-list-items'
import { campaignJourneys } from '.'
import { campaignStart } from './begin'
import { type Campaign, at, job, testCampaigns } from './campaigns.fixture'

const { norte, leader, monday, listOf, filled, made, read, verb, fill, turn, shipmentsOf, messageOf, network, sendAll, running, ended } =
  await testCampaigns()

test('a campaign is begun, goes to each person once with its words filled in, and is finished when all was sent', async () => {
  const { id, phones } = await running(3, { message2: 'Olá {primeiro_nome}, {desconhecida}' })
  expect(await read(id)).toMatchObject({ status: 'EM_ANDAMENTO', counts: { people: 3, waiting: 3 } })
  await sendAll()
  expect(await read(id)).toMatchObject({ status: 'FINALIZADA', counts: { sent: 3, waiting: 0 } })
  const sent = await shipmentsOf(id)
  const bodies = await Promise.all(sent.map(async one => (await messageOf(one.messageId)).body))
  expect(new Set(bodies.map(body => body.slice(0, 2)))).toEqual(new Set(['Oi', 'Ol']))
  expect(bodies.join()).toContain('{desconhecida}')
  expect(sent.map(({ number }) => number)).toEqual(phones)
  await network('delivered')
  await network('read')
  expect((await read(id)).counts).toMatchObject({ sent: 3, delivered: 3 })
})

test('nothing is sent while the line is down, or outside of the hours, and the rest goes on', async () => {
  const { id } = await running(2)
  expect(await at(monday(), () => turn(() => false))).toBe(300_000)
  // On Sunday, and a minute before eight on Monday.
  expect(await at(monday() - 24 * 3600_000, turn)).toBe(600_000)
  expect(await at(monday() - 2 * 3600_000 - 60_000, turn)).toBe(60_000)
  expect((await read(id)).counts).toMatchObject({ waiting: 2 })
  await sendAll()
  expect((await read(id)).status).toBe('FINALIZADA')
})

test('nothing follows a message that the network has not taken, and the gap runs from when it did', async () => {
  const { id } = await running(2)
  await at(monday(), turn)
  const later = monday() + 3600_000
  expect(await at(later, turn)).toBe(1_000)
  await at(later, network)
  expect(await at(later, turn)).toBe(20_000)
  await at(later + 20_000, turn)
  await network()
  expect((await read(id)).counts).toMatchObject({ sent: 2 })
  await sendAll(monday() + 3700_000)
})

test('a number that sent while the clock was ahead goes on a gap after it was put back', async () => {
  const { id } = await running(2)
  const ahead = monday() + 365 * 24 * 3600_000
  await at(ahead, turn)
  await at(ahead, network)
  expect(await at(monday(), turn)).toBe(20_000)
  await at(monday() + 20_000, turn)
  await at(monday() + 20_000, network)
  expect((await read(id)).counts).toMatchObject({ sent: 2 })
  await sendAll(monday() + 60_000)
})

test('what the network refuses has failed with its reason, and goes to nobody else; those who failed are a campaign of their own', async () => {
  const { id } = await running(2)
  await at(monday(), turn)
  await at(monday(), () => network('failed', '463'))
  await at(monday() + 60_000, turn)
  await at(monday() + 60_000, network)
  expect((await read(id)).counts).toMatchObject({ failed: 1, sent: 1 })
  expect((await shipmentsOf(id))[0]).toMatchObject({ state: 'failed', reason: 'restricted' })
  await sendAll(monday() + 120_000)
  const { body } = await leader.post<Campaign & { contactListId: number; message1: string }>(`/campaigns/${id}/repeat`)
  expect(body).toMatchObject({ status: 'INATIVA', message1: 'Oi {nome}', name: 'Novidade · 1' })
  expect((await filled(body.contactListId)).contactsCount).toBe('1')
})

test('a number that nobody was asked about is asked for before it is written to', async () => {
  const { body } = await leader.post<{ id: number }>('/contact-lists', { name: 'Não conferidos' })
  const rows = ['5511981239990', '5511981239991'].map(number => ({ name: 'Alguém', number }))
  await leader.post(`/contact-lists/${body.id}/upload`, { rows })
  const id = await made(body.id)
  await verb(id, 'start')
  await fill(id)
  await sendAll()
  expect((await shipmentsOf(id)).map(({ state, reason }) => [state, reason])).toEqual([
    ['failed', 'not_on_whatsapp'],
    ['sent', null],
  ])
})

test('those who failed are a campaign of their own, without those whom the network does not know', async () => {
  const { body } = await leader.post<{ id: number }>('/contact-lists', { name: 'Com erros' })
  const rows = ['5511981239980', '5511981239981', '5511981239982'].map(number => ({ name: 'Alguém', number }))
  await leader.post(`/contact-lists/${body.id}/upload`, { rows })
  const id = await made(body.id)
  await verb(id, 'start')
  await fill(id)
  for (const _ of rows.slice(1)) await at(monday(), turn)
  await at(monday(), () => network('failed', '400'))
  await sendAll(monday() + 60_000)
  expect((await read(id)).counts).toMatchObject({ failed: 2, invalid: 1, sent: 1 })
  const again = (await leader.post<{ name: string; contactListId: number }>(`/campaigns/${id}/repeat`)).body
  expect(again.name).toBe('Novidade · 1')
  expect(await filled(again.contactListId)).toMatchObject({ contactsCount: '1', sourceCount: 1 })
})

test('two spellings of a number that the network alone knows to be one are one person, whichever comes first', async () => {
  for (const rows of [
    ['5215512345671', '525512345671'],
    ['525512345672', '5215512345672'],
  ]) {
    const { body } = await leader.post<{ id: number }>('/contact-lists', { name: 'Do México' })
    await leader.post(`/contact-lists/${body.id}/upload`, { rows: rows.map(number => ({ name: 'Alguém', number })) })
    const id = await made(body.id)
    await verb(id, 'start')
    await fill(id)
    await sendAll()
    expect((await shipmentsOf(id)).map(({ state, number }) => [state, number])).toEqual([['sent', rows.find(one => one[2] !== '1')!]])
    expect(await read(id)).toMatchObject({ status: 'FINALIZADA', counts: { people: 1, sent: 1 } })
  }
})

test('a campaign begins at its date, not before, and one that is far too late is cancelled and says why', async () => {
  const HOUR = 3600_000
  const { id: listId } = await listOf(1)
  const planned = () => made(listId, { scheduledAt: new Date(Date.now() + 2 * HOUR).toISOString() })
  const begin = (id: number, hours: number) => at(Date.now() + hours * HOUR, () => campaignStart().run(norte.ctx, { campaignId: id }, job))
  const id = await planned()
  expect((await read(id)).status).toBe('PROGRAMADA')
  expect(await begin(id, 0)).toEqual({ again: expect.closeTo(2 * HOUR, -5) })
  await begin(id, 15)
  expect(await read(id)).toMatchObject({ status: 'CANCELADA', stopReason: 'missed' })
  await verb(id, 'restart')
  expect((await read(id)).status).toBe('EM_ANDAMENTO')
  await ended(id)
  const inTime = await planned()
  await begin(inTime, 4)
  expect((await read(inTime)).status).toBe('EM_ANDAMENTO')
  await ended(inTime)
})

test('a campaign that is begun while its list is being filled goes to those who come into it later too', async () => {
  const list = await contactLists.insert(norte.ctx, { name: 'Ainda enchendo', source: 'tag', isFilled: false })
  const join = (...phones: string[]) =>
    people.add(
      norte.ctx,
      list.id,
      phones.map(number => ({ name: 'Veio depois', number, lid: number })),
    )
  const [first, second] = [newPhone(), newPhone()]
  await join(first)
  const id = await made(list.id)
  await verb(id, 'start')
  expect(await fill(id)).toEqual({ again: expect.any(Number) })
  await join(second)
  await contactLists.patch(norte.ctx, list.id, { isFilled: true })
  expect(await fill(id)).toBeUndefined()
  await sendAll()
  expect((await shipmentsOf(id)).map(({ number }) => number)).toEqual([first, second])
  expect((await read(id)).status).toBe('FINALIZADA')
})

test('the report says when a campaign will have gone to everybody, in its longer rest until when that lasts, and nothing of it once it is paused', async () => {
  await leader.post('/campaign-settings', { settings: { longerIntervalAfter: 1, greaterInterval: 120 } })
  const { id } = await running(3)
  const now = monday()
  await at(now, turn)
  await at(now, network)
  await at(now + 60_000, turn)
  const report = (time: number) =>
    at(time, () => campaignJourneys.report(norte.ctx, id) as Promise<{ endsAt: Date | null; hold: { reason: string; until: Date } | null }>)
  const { endsAt } = await report(now + 60_000)
  expect(endsAt!.getTime()).toBeGreaterThan(now + 180_000)
  expect(endsAt!.getTime()).toBeLessThan(now + 3600_000)
  await at(now + 60_000, network)
  await at(now + 700_000, turn)
  expect((await report(now + 700_000)).hold).toMatchObject({ reason: 'rest', until: new Date(now + 820_000) })
  await verb(id, 'pause')
  expect(await report(now + 700_000)).toMatchObject({ endsAt: null, hold: null })
  await verb(id, 'resume')
  await leader.post('/campaign-settings', { settings: { longerIntervalAfter: 0 } })
  await sendAll(now + 7200_000)
})

test.each([
  ['the message', async (one: Awaited<ReturnType<typeof messageOf>>) => norte.staff.admin.client.delete(`/messages/${one.uid}`)],
  ['its conversation', async (one: Awaited<ReturnType<typeof messageOf>>) => norte.staff.admin.client.delete(`/tickets/${one.ticketId}`)],
])('a campaign ends although somebody deletes %s before it left, which counts as not sent', async (_, erase) => {
  const { id } = await running(2)
  await at(monday(), turn)
  const [first] = await shipmentsOf(id)
  expect((await erase(await messageOf(first!.messageId))).status).toBe(200)
  await sendAll(monday() + 60_000)
  expect(await read(id)).toMatchObject({ status: 'FINALIZADA', counts: { sent: 1, failed: 1 } })
  expect((await shipmentsOf(id))[0]).toMatchObject({ state: 'failed', reason: 'withdrawn' })
})
