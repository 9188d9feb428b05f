import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openOffice, type Office } from '../../../tests/factories'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

type Announcement = { id: number; name: string }
const admin = () => office.norte.staff.admin.client
const agent = () => office.norte.staff.ana.client

test('an administrator makes one, which the company reads and no other sees', async () => {
  const { body } = await admin().post<Announcement>('/announcements', { name: '  Primeira ' })
  expect(body.name).toBe('Primeira')
  const { records } = (await agent().get<{ records: Announcement[] }>('/announcements')).body
  expect(records.map(one => one.id)).toContain(body.id)
  expect((await office.sul.staff.admin.client.get(`/announcements/${body.id}`)).status).toBe(404)
  expect((await agent().put(`/announcements/${body.id}`, { name: 'Outra' })).status).toBe(403)
})

test('a name is taken once a company', async () => {
  await admin().post('/announcements', { name: 'Repetida' })
  expect(await admin().post('/announcements', { name: 'Repetida' })).toMatchObject({ status: 400, body: { details: { name: ['Este nome já está em uso'] } } })
  expect((await office.sul.staff.admin.client.post('/announcements', { name: 'Repetida' })).status).toBe(200)
})
