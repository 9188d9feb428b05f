import { expect, test } from 'bun:test'
import type { Company } from '../../tests/factories'
import { testOffice } from '../../tests/office'
import { openLines } from '../../tests/faults/line'

const office = await testOffice()

const post = (company: Company, path: string, body: object) => company.staff.admin.client.post<{ error: string; id: number }>(path, body)
const link = (company: Company, id: number, number: string) => post(company, `/sandbox/${id}/link`, { number })
const TAKEN = { status: 400, body: { error: 'ERR_DUPLICATED_CONTACT' } }

test('a number that the next line of another company would be given can not be linked, and no customer made of it', async () => {
  const { sul } = office
  const next = `55119${40_000_000 + sul.connection.id + 1}`
  expect(await link(sul, sul.connection.id, next)).toMatchObject(TAKEN)
  expect(await post(sul, `/sandbox/${sul.connection.id}/phones`, { phone: next, name: 'Espia' })).toMatchObject(TAKEN)
})

test('a number that a connection of another company has, or was made up for it, can not be linked', async () => {
  const { norte, sul } = office
  const [line] = await openLines(office, norte, 1)
  const madeUp = `55119${40_000_000 + norte.connection.id}`
  for (const number of [line!.account, madeUp]) expect(await link(sul, sul.connection.id, number)).toMatchObject(TAKEN)
})

test('the simulated network of the product is controlled by the product alone', async () => {
  const { control } = await office.product.sandbox.start()
  const host = office.product.sandbox.network().url!.replace(/^ws(.*)\/ws\/chat$/, 'http$1')
  expect((await fetch(`${host}/control/state`)).status).toBe(404)
  const body = JSON.stringify({ phone: '5592991110099', name: 'Intruso' })
  expect((await fetch(`${host}/control/addPhone`, { method: 'POST', body })).status).toBe(404)
  expect(control.state().phones.map(phone => phone.number)).not.toContain('5592991110099')
})
