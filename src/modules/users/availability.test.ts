import { expect, test } from 'bun:test'
import { testOffice } from '../../../tests/office'
import { users as table } from './schema'
import { eq } from 'drizzle-orm'

const office = await testOffice()
const { norte, sul } = office
const { ana, bia, admin } = norte.staff
const EVENT = `company-${norte.id}-user`

type Said = { state: string; reason: string | null; until: string | null }
type Told = { user: { id: number; availability: Said } }
const say = (body: object) => ana.client.put<Said>('/users/me/availability', body)
const isAnas = (payload: object) => (payload as Told).user?.id === ana.id
const inAnHour = () => new Date(Date.now() + 3600_000).toISOString()
const listed = async () => {
  const { body } = await bia.client.get<{ users: Told['user'][] }>('/users')
  return body.users.find(({ id }) => id === ana.id)?.availability
}

test('who is away, why and until when is told to colleagues at once and stands where they are listed', async () => {
  const [colleague, neighbour] = await Promise.all([bia.client.socket(), sul.staff.ana.client.socket()])
  const until = inAnHour()
  expect((await say({ state: 'away', reason: 'Almoço', until })).body).toEqual({ state: 'away', reason: 'Almoço', until })
  const { payload } = await colleague.next(EVENT, isAnas)
  expect(payload).toMatchObject({ user: { name: ana.name, availability: { state: 'away', reason: 'Almoço', until } } })
  expect(payload).not.toHaveProperty('user.email')
  expect((await neighbour.settled()).filter(({ event }) => event.endsWith('-user'))).toEqual([])
  expect(await listed()).toEqual({ state: 'away', reason: 'Almoço', until })
  const { body } = await bia.client.get<Told['user'][]>('/users/list')
  expect(body.find(({ id }) => id === ana.id)).toMatchObject({ availability: { state: 'away' } })
  expect((await say({ state: 'paused' })).body).toEqual({ state: 'paused', reason: null, until: null })
  expect((await say({ state: 'available', reason: 'nada', until: inAnHour() })).body).toEqual({
    state: 'available',
    reason: null,
    until: null,
  })
  for (const { close } of [colleague, neighbour]) close()
})

test('it is over when its moment has come, which colleagues are told; what was said since stands', async () => {
  const passes = () =>
    office.store.db
      .update(table)
      .set({ awayUntil: new Date(Date.now() - 1) })
      .where(eq(table.id, ana.id))
  const colleague = await bia.client.socket()
  await say({ state: 'away', reason: 'Médico', until: inAnHour() })
  await passes()
  expect(await listed()).toEqual({ state: 'available', reason: null, until: null })
  await office.store.client.execute(`update jobs set due_at = 0, state = 'waiting' where kind = 'availability'`)
  office.product.jobs.runner.wake()
  await colleague.next(EVENT, payload => isAnas(payload) && (payload as Told).user.availability.state === 'available')
  colleague.close()
  await say({ state: 'away', until: inAnHour() })
  await say({ state: 'away' })
  const { rows } = await office.store.client.execute(`select 1 from jobs where kind = 'availability'`)
  expect(rows).toEqual([])
})

test('nobody says it for another, and what makes no sense is refused', async () => {
  await say({ state: 'paused' })
  const changed = { name: ana.name, availability: 'available', awayReason: 'x', awayUntil: null }
  expect((await admin.client.put(`/users/${ana.id}`, changed)).status).toBe(200)
  expect(await listed()).toMatchObject({ state: 'paused', reason: null })
  const wrong = [{ state: 'asleep' }, {}, { state: 'away', reason: 'x'.repeat(61) }, { state: 'away', until: '2020-01-01T00:00:00Z' }]
  for (const body of wrong) expect([body, (await say(body)).status]).toEqual([body, 400])
  expect(await listed()).toMatchObject({ state: 'paused' })
})
