import { expect, test } from 'bun:test'
import { testOffice } from '../../../tests/office'
import * as v from 'valibot'
import { settings } from '.'
import { settingsOf } from './verbs'

const office = await testOffice()

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
  expect((await client.put<Setting>('/settings/userRating', { value: true })).body.value).toBe('enabled')
  expect((await client.put<Setting>('/settings/campaignsEnabled', { value: false })).body.value).toBe('false')
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
  expect(await client.put(`/settings/${key}`, { value })).toMatchObject({ status: 400, body: { code: 'ERR_VALIDATION' } })
  expect((await client.get<Setting>(`/settings/${key}`)).body.value).toBe(before)
})

test('a key that does not exist is neither read nor written', async () => {
  const { client } = office.norte.staff.admin
  for (const key of ['autoReply', 'constructor', '__proto__', 'SINGLESESSION'])
    for (const answer of [await client.put(`/settings/${key}`, { value: 'enabled' }), await client.get(`/settings/${key}`)])
      expect([key, answer.status]).toEqual([key, 404])
  const { rows } = await office.store.client.execute({
    sql: "select key from settings where key in ('autoReply', 'SINGLESESSION')",
    args: [],
  })
  expect(rows).toEqual([])
})

test('no row stands for what nobody chose, and clients read one all the same', async () => {
  const fresh = await office.company('Leste')
  const { rows } = await office.store.client.execute({ sql: 'select * from settings where company_id = ?', args: [fresh.id] })
  expect(rows).toEqual([])
  const { body } = await fresh.staff.ana.client.get<(Setting & { id: number; createdAt: string })[]>('/settings')
  expect(new Set(body.map(setting => setting.id)).size).toBe(body.length)
  for (const setting of body) expect(Date.parse(setting.createdAt)).toBeGreaterThan(0)
})

test('what was stored and would not be accepted any more counts as the default', async () => {
  const { ctx, id, staff } = office.sul
  await office.store.client.execute({
    sql: "insert into settings (company_id, key, value, created_at, updated_at) values (?, 'reopenHours', 'abc', 0, 0)",
    args: [id],
  })
  expect(await settings.value(ctx, 'reopenHours')).toBe('24')
  expect((await staff.ana.client.get<Setting>('/settings/reopenHours')).body.value).toBe('24')
})

test('what belongs to the installation is changed by its operators, and read by everyone', async () => {
  const [operator, other] = [office.norte.staff.admin.client, office.sul.staff.admin.client]
  expect(await other.put('/settings/trial', { value: 7 })).toMatchObject({ status: 403, body: { error: 'ERR_NO_SUPER' } })
  expect((await operator.put<Setting>('/settings/trial', { value: 7 })).body).toMatchObject({ key: 'trial', value: '7' })
  expect(await settings.value(office.sul.ctx, 'trial')).toBe('7')
  for (const path of ['/settings/trial', '/api/settings/trial'])
    expect(await (await office.product.app.request(path)).json()).toMatchObject({ key: 'trial', value: '7' })
  const elsewhere = await office.sul.staff.ana.client.socket()
  await operator.put('/settings/trial', { value: 6 })
  expect((await elsewhere.next(`company-${office.sul.id}-settings`)).payload).toMatchObject({ setting: { key: 'trial', value: '6' } })
  elsewhere.close()
  await operator.put('/settings/trial', { value: 7 })
  expect((await operator.get<Setting[]>('/settings')).body.find(setting => setting.key === 'trial')).toMatchObject({ value: '7' })
  expect((await other.get<Setting[]>('/settings')).body.map(setting => setting.key)).not.toContain('trial')
})

test('what operators alone read of the installation is told to nobody else', async () => {
  const [operator, elsewhere] = [office.norte.staff.admin.client, office.sul.staff.admin.client]
  const [own, other] = [await operator.socket(), await elsewhere.socket()]
  for (const [key, value] of [
    ['graceDays', 4],
    ['invoiceReminders', false],
  ])
    await operator.put(`/settings/${key}`, { value })
  await operator.put('/settings/trial', { value: 7 })
  const told = async ({ next }: typeof own, companyId: number) =>
    ((await next(`company-${companyId}-settings`)).payload as { setting: Setting }).setting.key
  expect(await told(other, office.sul.id)).toBe('trial')
  expect(await told(own, office.norte.id)).toBe('graceDays')
  expect((await elsewhere.get<Setting[]>('/settings')).body.map(({ key }) => key)).not.toContain('graceDays')
  own.close()
  other.close()
  await operator.put('/settings/graceDays', { value: 3 })
  await operator.put('/settings/invoiceReminders', { value: true })
})

test('a secret is stored sealed, used by the server, and shown to nobody; what is for administrators reaches them alone', async () => {
  const { ctx, id, staff } = office.norte
  const common = { scope: 'company', readBy: ['server'], default: '', audience: 'admin' } as const
  const own = settingsOf({
    gatewayKey: { ...common, schema: v.string(), secret: true },
    note: { ...common, schema: v.string() },
  })
  const [boss, agent] = [await staff.admin.client.socket(), await staff.ana.client.socket()]
  expect(await own.set(ctx, 'gatewayKey', 'chave-do-gateway')).toMatchObject({ key: 'gatewayKey', value: '' })
  await own.set(ctx, 'note', 'só para quem administra')
  const { rows } = await office.store.client.execute({ sql: "select value from settings where key = 'gatewayKey'", args: [] })
  expect(String(rows[0]!.value)).toStartWith('sealed:')
  expect(await own.value(ctx, 'gatewayKey')).toBe('chave-do-gateway')
  await own.set(ctx, 'gatewayKey', '')
  expect(await own.value(ctx, 'gatewayKey')).toBe('chave-do-gateway')
  await own.set(ctx, 'gatewayKey', null)
  expect(await own.value(ctx, 'gatewayKey')).toBe('')

  const seenBy = (profile: 'admin' | 'user') => own.all({ ...ctx, actor: { ...ctx.actor, profile } })
  expect((await seenBy('admin')).map(setting => [setting.key, setting.value])).toEqual([
    ['gatewayKey', ''],
    ['note', 'só para quem administra'],
  ])
  expect(await seenBy('user')).toEqual([])
  expect(JSON.stringify(await boss.settled())).toContain('só para quem administra')
  const told = JSON.stringify(await agent.settled())
  expect(told).not.toMatch(/gatewayKey|quem administra/)
  expect(told + JSON.stringify(await boss.settled())).not.toContain('chave-do-gateway')
  await office.store.client.execute({ sql: "delete from settings where company_id = ? and key in ('note', 'gatewayKey')", args: [id] })
  for (const socket of [boss, agent]) socket.close()
})
