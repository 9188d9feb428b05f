import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { until } from '../../../tests/factories'
import { campaigns, shipments } from '../../modules/campaigns'
import { messages } from '../../modules/messages/schema'
import type { OutboxRow } from '../../modules/messages'
import { campaignJourneys } from '.'
import { at, testCampaigns } from './campaigns.fixture'
import { campaignEngine } from './engine'
import { followCampaigns } from './follow'
import { withheld } from './withhold'

const {
  office,
  norte,
  sul,
  leader,
  monday,
  listOf,
  made,
  read,
  verb,
  fill,
  engine,
  turn,
  shipmentsOf,
  messageOf,
  network,
  sendAll,
  running,
  ended,
} = await testCampaigns()

test('a number that is refused three times in a row stops its campaigns, which say why, until somebody goes on', async () => {
  const { id } = await running(6)
  const refuse = async (n: number) => {
    await at(monday() + n * 60_000, turn)
    await at(monday() + n * 60_000, () => network('failed', n === 1 ? '400' : '463'))
  }
  for (const n of [0, 1, 2]) await refuse(n)
  expect(await read(id)).toMatchObject({ pausedAt: null })
  await refuse(3)
  expect(await read(id)).toMatchObject({ status: 'EM_ANDAMENTO', pausedAt: expect.any(String), stopReason: 'refused' })
  expect(await at(monday() + 3600_000, turn)).toBeUndefined()
  await verb(id, 'resume')
  await sendAll(monday() + 3600_000)
  expect(await read(id)).toMatchObject({ status: 'FINALIZADA', stopReason: '', counts: { failed: 4, sent: 2 } })
})

/** To how many a cancelled campaign would still go. */
async function leftOf(id: number) {
  const { contactListId } = (await leader.get<{ contactListId: number }>(`/campaigns/${id}/report`)).body
  const asked = `campaignId=${id}&contactListId=${contactListId}&whatsappId=${norte.connection.id}&restarts=true`
  return (await leader.get<{ people: number }>(`/campaigns/estimate?${asked}`)).body.people
}

test('one that is cancelled is still to go to whom its list had no time for, and to whom nothing was said that was written', async () => {
  const { id: listId } = await listOf(3)
  const unbegun = await made(listId)
  await verb(unbegun, 'cancel')
  expect(await leftOf(unbegun)).toBe(3)
  await ended(unbegun)
  const { id } = await running(3)
  await at(monday(), turn)
  await at(monday(), network)
  await at(monday() + 60_000, turn)
  await verb(id, 'cancel')
  await at(monday() + 60_000, () => network('failed'))
  await shipments.patch(norte.ctx, (await shipmentsOf(id))[1]!.id, { reason: 'withdrawn' })
  expect((await read(id)).counts).toMatchObject({ sent: 1, failed: 1, waiting: 1 })
  expect(await leftOf(id)).toBe(2)
  await ended(id)
})

test('a paused campaign sends nothing until somebody goes on; a cancelled one until it is restarted, and to nobody twice', async () => {
  const { id } = await running(3)
  await at(monday(), turn)
  await at(monday(), network)
  await verb(id, 'pause')
  expect(await at(monday() + 60_000, turn)).toBeUndefined()
  expect(await read(id)).toMatchObject({ status: 'EM_ANDAMENTO', pausedAt: expect.any(String), stoppedBy: norte.staff.supervisor.name })
  await verb(id, 'resume')
  await at(monday() + 60_000, turn)
  await at(monday() + 60_000, network)
  expect((await verb(id, 'cancel')).status).toBe(204)
  expect(await at(monday() + 120_000, turn)).toBeUndefined()
  expect(await read(id)).toMatchObject({ status: 'CANCELADA', counts: { sent: 2, waiting: 1 } })
  expect(await leftOf(id)).toBe(1)
  expect((await verb(id, 'restart')).status).toBe(204)
  await fill(id)
  await sendAll(monday() + 180_000)
  expect(await read(id)).toMatchObject({ status: 'FINALIZADA', counts: { people: 3, sent: 3 } })
  expect((await verb(id, 'restart')).status).toBe(409)
})

test('a campaign that goes on after it was cancelled says anew what was withdrawn meanwhile', async () => {
  const { id } = await running(1, { confirmation: true, confirmationMessage1: 'Posso?', message1: 'A novidade' })
  await at(monday(), turn)
  const { askId } = (await shipmentsOf(id))[0]!
  await verb(id, 'cancel')
  await norte.ctx.db.update(messages).set({ status: 'failed', failReason: 'withdrawn' }).where(eq(messages.id, askId!))
  await shipments.follow(norte.ctx, [askId!])
  expect((await shipmentsOf(id))[0]).toMatchObject({ state: 'failed', reason: 'withdrawn' })
  await verb(id, 'restart')
  await at(monday() + 600_000, turn)
  const again = (await shipmentsOf(id))[0]!
  expect(again).toMatchObject({ state: 'asking', reason: null })
  expect(again.askId).not.toBe(askId)
  expect(await messageOf(again.askId)).toMatchObject({ body: expect.stringContaining('Posso?'), status: 'queued' })
  await ended(id)
})

test('a number that is deleted takes its campaigns out of their course', async () => {
  const { id: listId } = await listOf(1)
  const { body: other } = await norte.staff.admin.client.post<{ id: number }>('/whatsapp', { name: 'Passageira', sandbox: true })
  const id = await made(listId, { whatsappId: other.id })
  await verb(id, 'start')
  await norte.staff.admin.client.delete(`/whatsapp/${other.id}`)
  expect(await read(id)).toMatchObject({ status: 'CANCELADA', stopReason: 'connection' })
  expect(await verb(id, 'restart')).toMatchObject({ status: 400, body: { details: { whatsappId: ['Obrigatório'] } } })
  const put = (body: object) => leader.put(`/campaigns/${id}`, body)
  expect((await put({ whatsappId: sul.connection.id })).status).toBe(404)
  expect((await put({ whatsappId: norte.connection.id, name: 'Outro' })).body).toMatchObject({
    whatsapp: { id: norte.connection.id },
    name: 'Novidade',
  })
  expect((await put({ whatsappId: null })).body).toMatchObject({ whatsapp: { id: norte.connection.id } })
  await verb(id, 'restart')
  await fill(id)
  await sendAll()
  expect(await read(id)).toMatchObject({ status: 'FINALIZADA', counts: { sent: 1 } })
})

test('what a deleted number had not sent has failed, and goes out once by the number in its place', async () => {
  const { id: listId } = await listOf(1)
  const { body: other } = await norte.staff.admin.client.post<{ id: number }>('/whatsapp', { name: 'Fora do ar', sandbox: true })
  const id = await made(listId, { whatsappId: other.id })
  await verb(id, 'start')
  await fill(id)
  await at(monday(), () => engine().turn(norte.ctx, other.id))
  expect(await shipmentsOf(id)).toMatchObject([{ state: 'queued' }])
  await norte.staff.admin.client.delete(`/whatsapp/${other.id}`)
  await until(async () => (await shipmentsOf(id))[0]!.state === 'failed')
  expect(await shipmentsOf(id)).toMatchObject([{ reason: 'connection_gone' }])
  await leader.put(`/campaigns/${id}`, { whatsappId: norte.connection.id })
  await verb(id, 'restart')
  await sendAll()
  expect(await read(id)).toMatchObject({ status: 'FINALIZADA', counts: { people: 1, sent: 1, failed: 0 } })
})

test('a campaign that somebody cancels while its end is found was cancelled', async () => {
  const { id } = await running(1)
  const last = monday()
  await at(last, turn)
  await at(last, network)
  let cancelled: Promise<unknown> | undefined
  const now = () => ((cancelled ??= campaignJourneys.cancel(norte.ctx, id)), last + 3600_000)
  await campaignEngine({ channel: { isOpen: () => true, lookup: async () => [] }, now }).turn(norte.ctx, norte.connection.id)
  await cancelled
  expect(await read(id)).toMatchObject({ status: 'CANCELADA', completedAt: null })
})

test('of several who begin, pause, cancel and restart a campaign at once each moves it or hears that it stands elsewhere, and nobody gets it twice', async () => {
  const { id: listId } = await listOf(3)
  const id = await made(listId)
  const all = (name: string) => Promise.all([1, 2, 3, 4].map(async () => (await verb(id, name)).status))
  expect((await all('start')).toSorted((a, b) => a - b)).toEqual([204, 409, 409, 409])
  await Promise.all([fill(id), fill(id), verb(id, 'pause'), verb(id, 'resume')])
  await at(monday(), turn)
  await at(monday(), network)
  expect(await all('cancel')).toEqual([204, 204, 204, 204])
  expect((await all('restart')).toSorted((a, b) => a - b)).toEqual([204, 409, 409, 409])
  await Promise.all([fill(id), at(monday() + 60_000, turn), verb(id, 'cancel'), verb(id, 'restart')])
  await network()
  await verb(id, 'restart')
  await fill(id)
  await sendAll(monday() + 120_000)
  expect(await read(id)).toMatchObject({ status: 'FINALIZADA', counts: { people: 3, sent: 3 } })
  expect(new Set((await shipmentsOf(id)).map(({ messageId }) => messageId)).size).toBe(3)
})

test('a company that is suspended or loses campaigns in the middle of one sends nothing, and goes on where it stood', async () => {
  const { id } = await running(3)
  const set = (sql: string) => office.store.client.execute(sql)
  const sent = async (minutes: number) => {
    await at(monday() + minutes * 60_000, turn)
    await at(monday() + minutes * 60_000, network)
    return (await shipmentsOf(id)).filter(({ sentAt }) => sentAt).length
  }
  expect(await sent(0)).toBe(1)
  await set(`update companies set due_date = '2020-01-01' where id = ${norte.id}`)
  expect(await sent(5)).toBe(1)
  const reason = async () => (await campaigns.get(norte.ctx, id)).hold?.reason
  expect(await reason()).toBe('suspended')
  await set(`update companies set due_date = null where id = ${norte.id}`)
  const plan = `(select plan_id from companies where id = ${norte.id})`
  await set(`update plans set use_campaigns = 0 where id = ${plan}`)
  expect(await sent(10)).toBe(1)
  await set(`update plans set use_campaigns = 1 where id = ${plan}`)
  expect(await sent(15)).toBe(2)
  expect(await reason()).toBeUndefined()
  expect(await sent(20)).toBe(3)
  await sendAll(monday() + 25 * 60_000)
})

/** What the outbox does with the message of a campaign that waits for its line. */
async function givenUp(messageId: number | null) {
  const message = await messageOf(messageId)
  const task = { connectionId: norte.connection.id, messageId, task: { do: 'send' } as OutboxRow['task'], writtenAt: null }
  const why = await withheld(norte.ctx, task)
  if (why !== 'withdraw') return why
  await norte.ctx.db.update(messages).set({ status: 'failed', failReason: 'withdrawn' }).where(eq(messages.id, message.id))
  await followCampaigns(norte.ctx, [message.id])
  return why
}

test('what the network has not taken yet is withdrawn by a pause, holds up no other campaign, and is said when somebody goes on', async () => {
  const { id } = await running(1)
  await at(monday(), turn)
  const { messageId } = (await shipmentsOf(id))[0]!
  expect(await at(monday(), () => givenUp(messageId))).toBeUndefined()
  await verb(id, 'pause')
  expect(await at(monday(), () => givenUp(messageId))).toBe('withdraw')
  expect((await shipmentsOf(id))[0]).toMatchObject({ state: 'waiting', reason: null, messageId: null })
  expect((await read(id)).counts).toMatchObject({ failed: 0, waiting: 1 })
  await verb(id, 'resume')
  await sendAll(monday() + 600_000)
  expect(await read(id)).toMatchObject({ status: 'FINALIZADA', counts: { sent: 1, failed: 0 } })
  expect((await shipmentsOf(id))[0]!.messageId).not.toBe(messageId)
})

test('who asked to be left alone while the line was down has asked for that, and did not fail', async () => {
  const { id, phones } = await running(1)
  await at(monday(), turn)
  await leader.post('/opt-outs', { name: 'Saiu', number: phones[0] })
  expect(await at(monday(), async () => givenUp((await shipmentsOf(id))[0]!.messageId))).toBe('withdraw')
  expect((await shipmentsOf(id))[0]).toMatchObject({ state: 'stopped', reason: 'opted_out' })
  expect((await read(id)).counts).toMatchObject({ failed: 0, stopped: 1 })
  await ended(id)
})

test('a campaign that is restarted keeps when it began, and says when somebody went on with it', async () => {
  const { id } = await running(1)
  type Times = { startedAt: string; resumedAt: string | null }
  const first = (await read(id)) as unknown as Times
  expect(first.resumedAt).toBeNull()
  await verb(id, 'cancel')
  await verb(id, 'restart')
  expect(await read(id)).toMatchObject({ startedAt: first.startedAt, resumedAt: expect.any(String) })
  await fill(id)
  await sendAll()
})
