import { afterAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users as userTable } from '../../src/modules/users/schema'
import { openOffice, PASSWORD, users } from '../factories'

const office = await openOffice()
afterAll(() => office.close())
const { norte } = office

/** Another administrator of the operator's company, who operates nothing. */
const made = await users.create(norte.ctx, { name: 'Outra', email: 'outra@norte.com', password: PASSWORD, profile: 'admin', queueIds: [] })
const deputy = await office.signIn((await users.byId(office.store.db, made.id))!)
const operator = norte.staff.admin
const rowOf = async (id: number) => (await office.store.db.select().from(userTable).where(eq(userTable.id, id)))[0]!

test.each([
  ['name', 'Tomado'],
  ['email', 'tomado@norte.com'],
  ['password', 'fita-verde'],
  ['profile', 'user'],
  ['queueIds', [norte.queues[0].id]],
  ['whatsappId', norte.connection.id],
  ['allTicket', 'desabled'],
])('no administrator of a company changes the %s of an operator', async (field, value) => {
  const before = await rowOf(operator.id)
  const answer = await deputy.put(`/users/${operator.id}`, { [field]: value })
  expect([answer.status, answer.body]).toEqual([403, { error: 'ERR_NO_PERMISSION' }])
  expect(await rowOf(operator.id)).toEqual(before)
  expect((await operator.client.get('/tags')).status).toBe(200)
})

test('no administrator of a company deletes an operator, or reads what only administrators read of a person', async () => {
  expect((await deputy.delete(`/users/${operator.id}`)).status).toBe(403)
  expect((await deputy.get(`/users/${operator.id}`)).status).toBe(403)
  expect(await rowOf(operator.id)).toBeDefined()
})

test('an operator changes another, and everyone the own row', async () => {
  await office.store.db.update(userTable).set({ super: true }).where(eq(userTable.id, norte.staff.supervisor.id))
  expect((await operator.client.put(`/users/${norte.staff.supervisor.id}`, { name: 'Colega' })).status).toBe(200)
  expect((await operator.client.get(`/users/${norte.staff.supervisor.id}`)).status).toBe(200)
  expect((await operator.client.put('/users/me', { name: 'Eu mesmo' })).status).toBe(200)
})

test('an administrator makes no operator', async () => {
  const { body } = await deputy.post<{ id: number }>('/users', { name: 'Nova', email: 'n@norte.com', password: PASSWORD, super: true })
  expect(await rowOf(body.id)).toMatchObject({ super: false })
  await deputy.put(`/users/${body.id}`, { super: true })
  expect(await rowOf(body.id)).toMatchObject({ super: false })
})
