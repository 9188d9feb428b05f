import { expect, test } from 'bun:test'
import { testOffice } from '../../../tests/office'

const { norte, sul } = await testOffice()
const { client } = norte.staff.admin
const address = `/companies/${norte.id}/schedules`
const monday = { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }
const christmas = { weekday: 'Natal', weekdayEn: '', startTime: '', endTime: '', date: '2026-12-25' }

test('the administrator writes the hours of the company, its special dates and its time zone, and everyone reads them', async () => {
  const hours = { schedules: [monday, christmas], timeZone: 'Europe/Lisbon' }
  expect(await client.put(address, hours)).toMatchObject({ status: 200, body: { id: norte.id, ...hours } })
  expect((await norte.staff.ana.client.get(`/companies/${norte.id}`)).body).toMatchObject(hours)
  expect((await client.put(address, { schedules: [] })).body).toMatchObject({ schedules: [], timeZone: 'Europe/Lisbon' })
})

test('what is half, unknown or too much is told and changes nothing', async () => {
  await client.put(address, { schedules: [monday] })
  const details = async (body: object) => (await client.put<{ details: object }>(address, body)).body.details
  expect(await details({ schedules: [{ ...monday, endTime: '' }] })).toEqual({ 'schedules.0': ['Informe o início e o fim'] })
  expect(await details({ schedules: [{ ...monday, weekdayEn: '' }] })).toEqual({ 'schedules.0': ['Informe o dia'] })
  for (const timeZone of ['Lua/Mar_da_Tranquilidade', '-03:00', ''])
    expect(await details({ schedules: [], timeZone })).toEqual({ timeZone: ['Fuso horário desconhecido'] })
  expect((await client.put(address, { schedules: Array.from({ length: 201 }, () => monday) })).status).toBe(400)
  expect((await client.get(`/companies/${norte.id}`)).body).toMatchObject({ schedules: [monday] })
})

test('nobody else writes them: neither an agent nor the administrator of another company', async () => {
  await client.put(address, { schedules: [monday] })
  expect((await norte.staff.ana.client.put(address, { schedules: [] })).status).toBe(403)
  expect((await norte.staff.supervisor.client.put(address, { schedules: [] })).status).toBe(403)
  expect((await sul.staff.admin.client.put(address, { schedules: [] })).status).toBe(404)
  expect((await client.put(`/companies/${sul.id}/schedules`, { schedules: [] })).status).toBe(404)
  expect((await client.get(`/companies/${norte.id}`)).body).toMatchObject({ schedules: [monday] })
})
