import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { type Company, type Staff } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'
import { delivery } from '#modules/messages'
import { enqueue } from './outbox'
import { outbox } from './schema'

const office = await testOffice()
const { norte, sul } = office
const [sales, support] = norte.queues
const { ana } = norte.staff
const event = `company-${norte.id}-messageFailure`

type Failure = { id: number; ticketId: number; uuid: string; contact: string; text: string }
const failures = async (who: Staff, of: Company = norte) =>
  (await of.staff[who].client.get<{ failures: Failure[] }>('/message-failures')).body.failures
const saw = (who: Staff, ticketId: number, of: Company = norte) => of.staff[who].client.post('/message-failures/seen', { ticketId })
const become = (wid: string, state: 'sent' | 'failed') =>
  delivery.setStates(norte.ctx, { companyId: norte.id, connectionId: norte.connection.id, ids: [wid], state, reason: '463' })

/** A message of ana, or of nobody, that the network refuses. */
async function refused({ userId = ana.id as number | null, body = 'O técnico chega às 14h' } = {}) {
  const ticket = await norte.makeTicket({ queueId: sales.id, status: 'open', userId: ana.id })
  const message = await norte.makeMessage(ticket, { fromMe: true, status: 'queued', userId, body })
  await become(message.wid, 'failed')
  return { ticket, message }
}

test('who wrote what was refused is told, alone, until they have looked at the conversation', async () => {
  const window = await ana.client.socket()
  const { ticket } = await refused()
  await window.next(event)
  expect(await failures('ana')).toMatchObject([
    { ticketId: ticket.id, uuid: ticket.uuid, contact: 'Cliente Norte', text: 'O técnico chega às 14h' },
  ])
  expect([await failures('supervisor'), await failures('admin'), await failures('ana', sul)]).toEqual([[], [], []])
  expect((await saw('admin', ticket.id)).status).toBe(200)
  expect((await saw('admin', ticket.id, sul)).status).toBe(404)
  expect(await failures('ana')).toHaveLength(1)
  await saw('ana', ticket.id)
  await window.next(event)
  expect(await failures('ana')).toEqual([])
})

test('what nobody wrote is told to nobody, and what its author does not see any more is read by them no more', async () => {
  await refused({ userId: null })
  expect(await failures('ana')).toEqual([])
  const { ticket } = await refused()
  await norte.staff.admin.client.put(`/tickets/${ticket.id}`, { queueId: support.id, userId: null, status: 'pending' })
  expect(await failures('ana')).toEqual([])
})

test('what leaves after all, is tried again, or is deleted, is told no more', async () => {
  const [sent, again, gone] = [await refused(), await refused(), await refused()]
  expect(await failures('ana')).toHaveLength(3)
  await become(sent.message.wid, 'sent')
  expect((await ana.client.post(`/messages/${again.message.uid}/retry`)).status).toBe(200)
  await ana.client.delete(`/messages/${gone.message.uid}`)
  expect(await failures('ana')).toEqual([])
})

test('what was seen is told no second time by a receipt that comes again', async () => {
  const { ticket, message } = await refused()
  await saw('ana', ticket.id)
  await become(message.wid, 'failed')
  expect(await failures('ana')).toEqual([])
})

test('what was deleted on its way, and stands again as a message that never came, is told', async () => {
  const ticket = await norte.makeTicket({ queueId: sales.id, status: 'open', userId: ana.id })
  const message = await norte.makeMessage(ticket, { fromMe: true, status: 'queued', userId: ana.id, body: 'Nunca chegou' })
  await enqueue(norte.ctx, { connectionId: norte.connection.id, chatId: ticket.contactId, messageId: message.id, task: { do: 'send' } })
  await office.store.client.execute({ sql: 'update outbox set written_at = 1, attempts = 1 where message_id = ?', args: [message.id] })
  await ana.client.delete(`/messages/${message.uid}`)
  await become(message.wid, 'failed')
  expect(await failures('ana')).toEqual([])
  for (const row of await office.store.db.select().from(outbox).where(eq(outbox.messageId, message.id)))
    await delivery.giveUp(norte.ctx, row, 'refused')
  expect(await failures('ana')).toMatchObject([{ ticketId: ticket.id, text: 'Nunca chegou' }])
})
