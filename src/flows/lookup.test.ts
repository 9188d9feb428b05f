import { beforeAll, expect, spyOn, test } from 'bun:test'
import { connections } from '#modules/connections'
import { clientOf } from '../../tests/client'
import { newPhone, type Staff } from '../../tests/factories'
import { testOffice } from '../../tests/office'
import type { Control } from '../sandbox/network'

const SHOP = '5511940000080'
const office = await testOffice()
const { norte, product } = office
let control: Control
beforeAll(async () => {
  control = (await product.sandbox.start()).control
  product.channel.start(norte.connection)
  expect(await product.sandbox.link(() => connections.load(norte.ctx, norte.connection.id), SHOP)).toBe(true)
}, 30_000)

type Added = { id: number; number: string; isWhatsappValid: boolean | null }
function customer() {
  const phone = newPhone()
  control.addPhone({ phone, name: 'Helena Prado' })
  return phone
}
const add = (who: Staff, number = customer()) => norte.staff[who].client.post<Added>('/contacts', { name: 'Helena Prado', number })
const addMany = (who: Staff, most: number) => Promise.all(Array.from({ length: most }, () => add(who)))

test('what one person adds at once has the network asked about thirty; others wait for the check, without a word to them', async () => {
  const added = await addMany('ana', 40)
  expect(new Set(added.map(({ status }) => status))).toEqual(new Set([200]))
  const told = added.map(({ body }) => body.isWhatsappValid)
  expect([told.filter(isThere => isThere === true).length, told.filter(isThere => isThere === null).length]).toEqual([30, 10])
  expect((await norte.staff.ana.client.get('/contacts/check')).body).toMatchObject({ of: expect.any(Number) })
  expect((await add('bia')).body.isWhatsappValid).toBe(true)
})

test('where the people of a company have its connection ask enough, a program sends to whom it knows, and to others later', async () => {
  const known = (await add('supervisor')).body.number
  for (const who of ['supervisor', 'bia', 'leo', 'rui', 'admin'] as const) await addMany(who, 30)
  const send = (number: string) =>
    clientOf(product, norte.connectionToken, '').post<{ code: string }>('/messages/send', { number, body: 'Seu pedido saiu' })
  expect(await send(customer())).toMatchObject({ status: 429, body: { code: 'ERR_TOO_MANY_ATTEMPTS' } })
  const lookup = spyOn(product.channel, 'lookup')
  expect((await send(known)).status).toBe(200)
  expect(lookup.mock.calls.flatMap(([, numbers]) => numbers)).not.toContain(known)
})
