import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { companies } from '../../src/modules/companies/schema'
import { PASSWORD } from '../factories'
import { testOffice } from '../office'

const office = await testOffice()

const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: object) =>
  office.product.app.request(
    path,
    { method, headers: { ...headers, ...(body && { 'content-type': 'application/json' }) }, ...(body && { body: JSON.stringify(body) }) },
    { address: '10.0.0.9' },
  )
type Due = { company: { dueDate: string; settings: { key: string; value: string }[] } }
async function login() {
  const answer = await ask('POST', '/auth/login', {}, { email: office.sul.staff.rui.email, password: PASSWORD })
  return ((await answer.json()) as { user: Due }).user
}
const due = async (dueDate: string | null, timeZone = 'America/Sao_Paulo') => {
  await office.store.db.update(companies).set({ dueDate, timeZone }).where(eq(companies.id, office.sul.id))
  office.sul.ctx.access.changed({ companyId: office.sul.id })
}
/** What the client does with the answer of a login: it lets in whoever has time left. */
const letsIn = (dueDate: string) => Date.parse(dueDate) > Date.now()

test('a company that never ends is told a day far away, everywhere a client reads it', async () => {
  await due(null)
  const never = '2999-12-31T23:59:59.999Z'
  expect((await login()).company.dueDate).toBe(never)
  const { client, id } = office.sul.staff.admin
  const refreshed = await ask('POST', '/auth/refresh_token', { cookie: `jrt=${client.cookie}` })
  expect(((await refreshed.json()) as { user: Due }).user.company.dueDate).toBe(never)
  for (const path of [`/companies/${office.sul.id}`, `/companies/listPlan/${office.sul.id}`])
    expect((await client.get<{ dueDate: string }>(path)).body.dueDate).toBe(never)
  expect((await client.get<Due>(`/users/${id}`)).body.company.dueDate).toBe(never)
})

test.each(['America/Sao_Paulo', 'UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'the due day counts to its last moment where the company is: %s',
  async timeZone => {
    const today = new Date().toLocaleDateString('sv-SE', { timeZone })
    await due(today, timeZone)
    const { dueDate } = (await login()).company
    expect(letsIn(dueDate)).toBe(true)
    const local = (moment: number) => new Date(moment).toLocaleDateString('sv-SE', { timeZone })
    expect([local(Date.parse(dueDate)), local(Date.parse(dueDate) + 1) > today]).toEqual([today, true])
    await due(null)
  },
)

test('the day on which clocks are changed ends at its own midnight', async () => {
  for (const [day, end] of [
    ['2031-03-09', '2031-03-10T03:59:59.999Z'],
    ['2031-11-02', '2031-11-03T04:59:59.999Z'],
  ]) {
    await due(day!, 'America/New_York')
    expect((await office.sul.staff.admin.client.get<{ dueDate: string }>(`/companies/${office.sul.id}`)).body.dueDate).toBe(end!)
  }
  await due(null)
})

test('the plan and the settings offer no page that is not built, whatever is stored', async () => {
  const { client } = office.sul.staff.admin
  type Plan = Record<string, boolean>
  const { plan } = (await client.get<{ plan: Plan }>(`/companies/listPlan/${office.sul.id}`)).body
  await office.store.client.execute('update plans set is_public = 1')
  const [listed] = (await (await ask('GET', '/plans/list')).json()) as Plan[]
  for (const read of [plan, listed!]) {
    for (const name of ['useCampaigns', 'useSchedules', 'useInternalChat', 'useIntegrations', 'useOpenAi', 'useKanban', 'useExternalApi'])
      expect([name, read[name]]).toEqual([name, true])
  }
  const campaigns = { key: 'campaignsEnabled', value: 'true' }
  expect((await login()).company.settings).toContainEqual(expect.objectContaining(campaigns))
  expect((await client.get('/settings')).body).toContainEqual(expect.objectContaining(campaigns))
  expect((await client.get('/settings/campaignsEnabled')).body).toMatchObject(campaigns)
  const { rows } = await office.store.client.execute('select use_schedules from plans')
  expect(rows[0]!['use_schedules']).toBe(1)
})

test('a setting that is read without a session has the shape of a row', async () => {
  const row = (await (await ask('GET', '/settings/allowregister')).json()) as Record<string, unknown>
  expect(row).toMatchObject({ id: expect.any(Number), key: 'allowregister', value: 'disabled' })
  for (const at of ['createdAt', 'updatedAt']) expect(Date.parse(String(row[at]))).not.toBeNaN()
})

test('a logout tells nothing without a user under the name that clients read one of, and ends the socket', async () => {
  const client = await office.signIn(office.norte.staff.leo)
  const socket = await client.socket()
  await client.delete('/auth/logout')
  await socket.closed()
  const told = socket.heard.filter(({ event }) => event === `company-${office.norte.id}-auth`)
  expect(told.filter(({ payload }) => !payload?.user)).toEqual([])
})

test.each([
  ['GET', '/nouns-to-come?pageNumber=1'],
  ['POST', '/nouns-to-come/1/media-upload'],
  ['DELETE', '/settings/call'],
  ['PATCH', '/tickets/1'],
])('%s %s is unknown, with a session and without', async (method, path) => {
  const { token } = office.norte.staff.admin.client
  for (const prefix of ['', '/api'])
    for (const headers of [{}, { authorization: `Bearer ${token}` }, { authorization: 'Bearer x' }] as Record<string, string>[]) {
      const answer = await ask(method, prefix + path, headers)
      expect([answer.status, await answer.json()]).toEqual([404, { error: 'ERR_NOT_FOUND' }])
    }
})

test('whether a client keeps its flag of campaigns is told with the session: by the plan, and by what the company chose', async () => {
  const { client } = office.sul.staff.admin
  const told = async () => (await login()).company.settings.find(({ key }) => key === 'campaignsEnabled')!.value
  const inPlan = async (is: 0 | 1) => {
    await office.store.client.execute(`update plans set use_campaigns = ${is}`)
    office.sul.ctx.access.changed({ companyId: office.sul.id })
    return [await told(), (await client.get('/campaigns')).status]
  }
  expect(await inPlan(1)).toEqual(['true', 200])
  expect(await inPlan(0)).toEqual(['false', 403])
  await inPlan(1)
  await client.put('/settings/campaignsEnabled', { value: 'false' })
  // The routes go by the plan alone.
  expect([await told(), (await client.get('/campaigns')).status]).toEqual(['false', 200])
})
