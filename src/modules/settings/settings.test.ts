import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openOffice, type Office } from '../../../tests/factories'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

type Setting = { key: string; value: string; companyId: number }

test('a company starts with every setting, and everyone of it reads them', async () => {
  const { body } = await office.norte.staff.rui.client.get<Setting[]>('/settings')
  expect(body.map(setting => setting.key)).toContain('singleSession')
  expect(body.every(setting => setting.companyId === office.norte.id)).toBe(true)
  expect((await office.norte.staff.rui.client.get<Setting>('/settings/reopenHours')).body).toMatchObject({
    key: 'reopenHours',
    value: '24',
  })
})

test('an administrator changes one, and everyone of the company hears of it', async () => {
  const socket = await office.norte.staff.ana.client.socket()
  const { admin, supervisor } = office.norte.staff
  expect((await supervisor.client.put('/settings/call', { value: 'disabled' })).status).toBe(403)
  expect((await admin.client.put<Setting>('/settings/call', { value: 'disabled' })).body).toMatchObject({ key: 'call', value: 'disabled' })
  expect((await socket.next(`company-${office.norte.id}-settings`)).payload).toMatchObject({
    action: 'update',
    setting: { key: 'call', value: 'disabled' },
  })
  expect((await office.sul.staff.admin.client.get<Setting>('/settings/call')).body.value).toBe('enabled')
  socket.close()
})

test('numbers and switches are kept as text', async () => {
  const { client } = office.norte.staff.admin
  expect((await client.put<Setting>('/settings/reopenHours', { value: 2 })).body.value).toBe('2')
  expect((await client.put<Setting>('/settings/userRating', { value: true })).body.value).toBe('true')
})

test('without a session only what belongs to the installation is read', async () => {
  const ask = (key: string) => office.product.app.request(`/settings/${key}`)
  expect(await (await ask('allowregister')).json()).toMatchObject({ key: 'allowregister', value: 'disabled' })
  for (const key of ['singleSession', 'call', 'constructor', '__proto__']) expect([key, (await ask(key)).status]).toEqual([key, 401])
})

test.each([
  ['reopenHours', 'abc'],
  ['reopenHours', -1],
  ['reopenHours', 100_000],
  ['reopenHours', ''],
  ['singleSession', 'talvez'],
  ['viewclosed', ''],
  ['scheduleType', 'enabled'],
  ['campaignsEnabled', 'enabled'],
])('%s refuses %p', async (key, value) => {
  const { client } = office.norte.staff.admin
  const before = (await client.get<Setting>(`/settings/${key}`)).body.value
  expect(await client.put(`/settings/${key}`, { value })).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  expect((await client.get<Setting>(`/settings/${key}`)).body.value).toBe(before)
})
