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

test('a company has a hundred simulated phones, another one its own, and its list looks at each once', async () => {
  const { norte, sul } = office
  const { control } = await office.product.sandbox.start()
  const add = (company: Company) => post(company, `/sandbox/${company.connection.id}/phones`, { name: 'Cliente' })
  let added = 0
  let refused = await add(sul)
  for (; refused.status === 200 && added < 120; added++) refused = await add(sul)
  expect(added).toBe(100)
  const details = { phones: 100, megabytes: 128 }
  expect(refused).toMatchObject({ status: 409, body: { code: 'ERR_SIMULATOR_FULL', details } })
  expect((await add(norte)).status).toBe(200)
  const { state } = control
  let looks = 0
  control.state = () => {
    looks++
    return state()
  }
  const { body } = await sul.staff.ana.client.get<{ phones: object[] }>(`/sandbox/${sul.connection.id}`)
  control.state = state
  expect([body.phones.length, looks <= 2]).toEqual([100, true])
})

test('files beyond what the simulator keeps of a company are refused, as is what comes faster than a person does it', async () => {
  const { norte, sul } = office
  const [line] = await openLines(office, norte, 1)
  const phone = '5521970000100'
  await post(norte, `/sandbox/${line!.id}/phones`, { phone, name: 'Cliente' })
  const say = (body: object) => post(norte, `/sandbox/${line!.id}/phones/${phone}/messages`, body)
  const file = { type: 'document', file: Buffer.alloc(4_000_000).toString('base64'), fileName: 'grande.bin' }
  let sent = 0
  let answer = await say(file)
  for (; answer.status === 200 && sent < 40; sent++) answer = await say(file)
  expect(sent).toBe(33)
  expect(answer).toMatchObject({ status: 409, body: { code: 'ERR_SIMULATOR_FULL' } })
  for (let said = 0; said < 120 && answer.status !== 429; said++) answer = await say({ type: 'text', text: 'oi' })
  expect(answer).toMatchObject({ status: 429, body: { code: 'ERR_TOO_MANY_ATTEMPTS' } })
  const others = { phone: '5521970000200', name: 'Cliente' }
  expect((await post(sul, `/sandbox/${sul.connection.id}/phones`, others)).status).toBe(409)
})
