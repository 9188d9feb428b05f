import { afterAll, expect, test } from 'bun:test'
import { sign } from 'hono/jwt'
import { sessions } from '../../src/modules/sessions/schema'
import { openOffice, PASSWORD, users } from '../factories'

const [here, there] = [await openOffice(), await openOffice()]
afterAll(async () => {
  await here.close()
  await there.close()
})

const login = (office: typeof here, email: string, password: string) =>
  office.product.app.request(
    '/auth/login',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email, password }) },
    { address: '10.0.0.1' },
  )

test('what somebody guesses at one product in a process closes no door of another', async () => {
  const { email } = here.sul.staff.ana
  for (let i = 0; i < 11; i++) await login(here, email, 'errada')
  expect((await login(here, email, PASSWORD)).status).toBe(429)
  expect((await login(there, email, PASSWORD)).status).toBe(200)
})

test('a session that has the same id in two products is the one of each', async () => {
  const sid = crypto.randomUUID()
  const open = async (office: typeof here, userId: number) => {
    const { tokenVersion } = (await users.byId(office.store.db, userId))!
    const ends = new Date(Date.now() + 60_000)
    await office.store.db.insert(sessions).values({ id: sid, userId, tokenVersion, refreshHash: 'x', rotatedAt: ends, expiresAt: ends })
    const now = Math.floor(Date.now() / 1000)
    const token = await sign({ id: userId, sid, iat: now, exp: now + 60 }, office.secrets.session, 'HS256')
    return async () =>
      (await office.product.app.request('/auth/me', { headers: { authorization: `Bearer ${token}` } })).json() as Promise<{ id: number }>
  }
  const mine = await open(here, here.norte.staff.ana.id)
  const other = await open(there, there.sul.staff.bia.id)
  expect((await mine()).id).toBe(here.norte.staff.ana.id)
  expect((await other()).id).toBe(there.sul.staff.bia.id)
  expect((await mine()).id).toBe(here.norte.staff.ana.id)
})

test('a right that changes in one product moves the sockets of that one alone', async () => {
  const [mine, other] = [await here.norte.staff.ana.client.socket(), await there.norte.staff.ana.client.socket()]
  await here.norte.staff.admin.client.put(`/users/${here.norte.staff.ana.id}`, { profile: 'supervisor' })
  await mine.closed()
  await other.settled()
  expect(other.socket.connected).toBe(true)
  other.close()
})
