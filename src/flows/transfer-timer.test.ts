import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { tickets } from '#modules/tickets'
import { connectionJourneys } from './connection'
import { until } from '../../tests/until'
import { testOffice } from '../../tests/office'
import { customerOf, worldOf } from './conversation/stories.fixture'

const office = await testOffice()
const { norte } = office

test('who chose no queue in the minutes of the connection comes to its queue, however late; who has one, or a person, stays', async () => {
  const place = await worldOf(norte, { queues: [{ name: 'Triagem' }, { name: 'Vendas' }] })
  const [lost, chose, held] = [customerOf(office, norte, place), customerOf(office, norte, place), customerOf(office, norte, place)]
  for (const one of [lost, chose, held]) await one.says('oi')
  await chose.says('2')
  await norte.staff.admin.client.put(`/tickets/${(await held.ticket()).id}`, { status: 'open', userId: norte.staff.admin.id })
  const [triage, sales] = place.queueIds
  // They waited: a clock that is set would be doubted, and nobody moved meanwhile.
  await office.store.db.run(sql`update tickets set waiting_since = waiting_since - 180000 where whatsapp_id = ${place.connection.id}`)
  await connectionJourneys.update(norte.ctx, place.connection.id, { transferQueueId: triage!, timeToTransfer: 2 })
  await until(async () => (await lost.ticket()).queueId === triage)
  expect(await lost.ticket()).toMatchObject({ status: 'pending', userId: null, chatbot: false })
  expect(await chose.ticket()).toMatchObject({ queueId: sales })
  expect(await held.ticket()).toMatchObject({ queueId: null, status: 'open' })
  await lost.says('2')
  expect(await lost.ticket()).toMatchObject({ queueId: triage })
  await place.end()
})

test('a robot that has the conversation is not interrupted', async () => {
  const place = await worldOf(norte, { queues: [{ name: 'Triagem' }, { name: 'Vendas' }], integrationId: norte.integration.id })
  await tickets.insert(norte.ctx, {
    contactId: (await norte.makeContact()).id,
    isGroup: false,
    whatsappId: place.connection.id,
    queueId: null,
    userId: null,
    status: 'pending',
  })
  await office.store.db.run(
    sql`update tickets set use_integration = 1, integration_id = ${norte.integration.id}, waiting_since = ${Date.now() - 3600_000} where whatsapp_id = ${place.connection.id}`,
  )
  expect(await tickets.unqueuedSince(norte.ctx, place.connection.id, new Date(), 10)).toEqual([])
  await place.end()
})

test('who waits for less than the minutes of the connection stays where they are', async () => {
  const place = await worldOf(norte, { queues: [{ name: 'Triagem' }, { name: 'Vendas' }] })
  const customer = customerOf(office, norte, place)
  await customer.says('oi')
  await connectionJourneys.update(norte.ctx, place.connection.id, { transferQueueId: place.queueIds[0]!, timeToTransfer: 60 })
  await until(async () => {
    const { rows } = await office.store.client.execute(
      `select 1 from jobs where kind = 'transfer-timer' and key = '${place.connection.id}' and state = 'scheduled'`,
    )
    return rows.length === 1
  })
  expect(await customer.ticket()).toMatchObject({ queueId: null, chatbot: true })
  await place.end()
})
