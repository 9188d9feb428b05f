import { expect, test } from 'bun:test'
import { PASSWORD } from '../../../tests/factories'
import { clientOf } from '../../../tests/client'
import { testOffice } from '../../../tests/office'

const office = await testOffice()
const { norte, sul } = office
await norte.staff.admin.client.put('/settings/singleSession', { value: 'disabled' })

type Own = { userAgent: string; createdAt: string; usedAt: string; current: boolean }
type Listed = Own[]

/** Signs in as from a browser that names itself so. */
async function signInWith(userAgent: string, email: string) {
  const response = await office.product.app.request('/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const { token } = (await response.json()) as { token: string }
  return clientOf(office.product, token, /jrt=([^;]+)/.exec(response.headers.get('set-cookie')!)![1]!)
}

test('a person sees the own sessions by their browsers, and which one asks; nobody else’s, and no token', async () => {
  const { ana } = norte.staff
  const phone = await signInWith('Mozilla/5.0 (iPhone) Safari/604.1'.padEnd(400, 'x'), ana.email)
  const { body, text } = await phone.get<Listed>('/auth/sessions')
  expect(body.map(({ userAgent, current }) => [userAgent.slice(0, 20), current])).toEqual([
    ['Mozilla/5.0 (iPhone)', true],
    ['Firefox of the tests', false],
  ])
  expect(body[0]!.userAgent).toHaveLength(300)
  expect(Date.parse(body[0]!.usedAt)).toBeGreaterThan(Date.parse(body[1]!.createdAt) - 1)
  expect(text).not.toContain(phone.cookie.split('.')[0]!)
  for (const { client } of [norte.staff.bia, sul.staff.ana]) expect((await client.get<Listed>('/auth/sessions')).body).toHaveLength(1)
  expect((await office.product.app.request('/auth/sessions')).status).toBe(401)
})

test('signing out elsewhere ends the other sessions and their sockets at once, and nobody else’s', async () => {
  const { leo } = norte.staff
  const here = await signInWith('Firefox', leo.email)
  const elsewhere = await leo.client.socket()
  const neighbour = await sul.staff.leo.client.socket()
  expect((await here.delete('/auth/sessions/others')).status).toBe(200)
  await elsewhere.closed()
  expect((await leo.client.get('/tickets')).status).toBe(403)
  expect((await here.get<Listed>('/auth/sessions')).body).toMatchObject([{ userAgent: 'Firefox', current: true }])
  expect((await sul.staff.leo.client.get('/tickets')).status).toBe(200)
  expect(JSON.stringify(await neighbour.settled())).not.toContain('session')
  neighbour.close()
})

test('a session that a new password ended is listed no more', async () => {
  const { bia } = norte.staff
  await signInWith('Edge', bia.email)
  await norte.staff.admin.client.put(`/users/${bia.id}`, { password: 'fita-verde' })
  const { token } = (await norte.staff.admin.client.post<{ token: string }>('/auth/login', { email: bia.email, password: 'fita-verde' }))
    .body
  expect((await clientOf(office.product, token, 'no.cookie').get<Listed>('/auth/sessions')).body).toHaveLength(1)
})
