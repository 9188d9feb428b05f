import { expect, test } from 'bun:test'
import { connections } from '#modules/connections'
import { openLines } from '../../tests/faults/line'
import { testOffice } from '../../tests/office'
import { until } from '../../tests/until'

const office = await testOffice()
const { norte, product } = office
const stateOf = async (id: number) => {
  const { status, reason } = await connections.load(norte.ctx, id)
  return [status, reason]
}

test('a number that another connection of the company has is unlinked again, with the reason, until that one lets it go', async () => {
  const [first] = await openLines(office, norte, 1)
  const second = await connections.create(norte.ctx, { name: 'Outra vez', sandbox: true })
  const devices = async () =>
    (await product.sandbox.start()).control.state().phones.find(({ number }) => number === first!.account)!.devices
  const link = async () => {
    product.channel.start(second)
    const qrcode = await until(async () => (await connections.load(norte.ctx, second.id)).qrcode)
    await product.sandbox.scan(qrcode, first!.account)
  }
  await link()
  await until(async () => (await stateOf(second.id))[1] === 'linked_elsewhere')
  expect(await stateOf(second.id)).toEqual(['DISCONNECTED', 'linked_elsewhere'])
  expect(await stateOf(first!.id)).toEqual(['CONNECTED', null])
  // The network hears of it after the row does.
  await until(async () => (await devices()).length === 1)

  await product.channel.logout(first!.id)
  await link()
  await until(async () => (await stateOf(second.id))[0] === 'CONNECTED')
  expect(await stateOf(second.id)).toEqual(['CONNECTED', null])
})
