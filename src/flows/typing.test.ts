import { beforeAll, expect, spyOn, test } from 'bun:test'
import { connections } from '#modules/connections'
import { until } from '../../tests/factories'
import { testOffice } from '../../tests/office'

const SHOP = '5511940000079'
const office = await testOffice()
const { norte } = office
const { channel, sandbox } = office.product
const { ana } = norte.staff
const asked = spyOn(channel, 'subscribe')
beforeAll(async () => {
  await sandbox.start()
  channel.start(norte.connection)
  expect(await sandbox.link(() => connections.load(norte.ctx, norte.connection.id), SHOP)).toBe(true)
}, 30_000)

const conversation = async () => {
  const { id, contactId } = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: ana.id })
  const { number } = (await ana.client.get<{ number: string }>(`/contacts/${contactId}`)).body
  return { id, times: () => asked.mock.calls.filter(([, { pn }]) => pn === number).length }
}
/** A window that looks at conversations, one after the other. */
async function windowAt(...tickets: { id: number }[]) {
  const { socket, close } = await ana.client.socket(...tickets.map(({ id }) => ['joinChatBox', String(id)] as [string, string]))
  return { look: ({ id }: { id: number }) => socket.emitWithAck('ticketPresence', String(id), 'looking'), close }
}

test('however often a conversation is opened, the network is asked once whether its customer types', async () => {
  const [one, two, last] = [await conversation(), await conversation(), await conversation()]
  const window = await windowAt(one, two)
  for (let n = 0; n < 10; n++) for (const ticket of [one, two]) await window.look(ticket)
  await (await windowAt(last)).look(last)
  await until(() => last.times() > 0)
  expect([one.times(), two.times()]).toEqual([1, 1])
})

test('it is asked again once the connection has another socket', async () => {
  const one = await conversation()
  const window = await windowAt(one)
  await until(() => one.times() === 1)
  const before = channel.socketGeneration(norte.connection.id)
  await channel.restart(norte.connection.id)
  await until(() => ![null, before].includes(channel.socketGeneration(norte.connection.id)), 20_000)
  await window.look(one)
  await until(() => one.times() === 2)
})

test('whoever runs through all conversations has the network asked about sixty of them in a minute', async () => {
  const window = await windowAt()
  const many = []
  for (let n = 0; n < 70; n++) many.push(await conversation())
  window.close()
  asked.mockClear()
  const { look } = await windowAt(...many)
  for (const ticket of many) await look(ticket)
  await until(() => asked.mock.calls.length > 40)
  expect(asked.mock.calls.length).toBeLessThanOrEqual(60)
})
