import { afterAll, afterEach, beforeAll, describe, expect, setSystemTime, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { sign } from 'hono/jwt'
import { users as userTable } from '../../src/modules/users/schema'
import { openOffice, PASSWORD, users, type Company, type Office } from '../factories'

let office: Office
let sul: Company
beforeAll(async () => {
  office = await openOffice()
  sul = office.sul
})
afterAll(() => office?.close())
afterEach(() => setSystemTime())

const app = () => office.product.app
type From = { address: string; addressIsShared?: boolean }
const login = (email: string, password = PASSWORD, from: string | From = '10.0.0.1') =>
  app().request(
    '/auth/login',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': crypto.randomUUID() },
      body: JSON.stringify({ email, password }),
    },
    typeof from === 'string' ? { address: from } : from,
  )
const refresh = (cookie: string) => app().request('/auth/refresh_token', { method: 'POST', headers: { cookie: `jrt=${cookie}` } })
const cookieOf = (response: Response) => /jrt=([^;]*)/.exec(response.headers.get('set-cookie') ?? '')?.[1]
const statusOf = async (token: string) => (await app().request('/tags', { headers: { authorization: `Bearer ${token}` } })).status
/** Someone with a session of its own, whom a test may lock out. */
const guest = async (profile: 'admin' | 'supervisor' | 'user' = 'user') => {
  const user = await users.create(sul.ctx, {
    name: 'Visita',
    email: `${crypto.randomUUID()}@sul.com`,
    password: PASSWORD,
    profile,
    queueIds: [],
  })
  const row = (await users.byId(office.store.db, user.id))!
  return { ...row, client: await office.signIn(row) }
}

describe('an access token', () => {
  const claims = (more = {}) => {
    const { ana } = sul.staff
    const now = Math.floor(Date.now() / 1000)
    const [, payload] = ana.client.token.split('.')
    return { ...JSON.parse(Buffer.from(payload!, 'base64url').toString()), iat: now, exp: now + 900, ...more }
  }
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  test('without a signature is refused', async () => {
    const body = encode(claims())
    for (const alg of ['none', 'None', 'NONE', 'HS256', 'RS256', ''])
      for (const signature of ['', 'x']) expect(await statusOf(`${encode({ alg, typ: 'JWT' })}.${body}.${signature}`)).toBe(403)
  })

  test('with other claims under the old signature is refused', async () => {
    const [header, , signature] = sul.staff.ana.client.token.split('.')
    for (const edit of [{ companyId: office.norte.id }, { profile: 'admin' }, { id: 1 }, { super: true }])
      expect(await statusOf(`${header}.${encode(claims(edit))}.${signature}`)).toBe(403)
  })

  test('of another installation, or signed with its other secrets, is refused', async () => {
    for (const secret of ['mysecret', '', office.secrets.media, office.secrets.seal, 'x'.repeat(43)].filter(Boolean))
      expect(await statusOf(await sign(claims(), secret, 'HS256'))).toBe(403)
  })

  test('with another algorithm is refused', async () => {
    expect(await statusOf(await sign(claims(), office.secrets.session, 'HS512'))).toBe(403)
  })

  test('that is rightly signed gives the rights of the row, not of its claims', async () => {
    const token = await sign(claims({ profile: 'admin', super: true, companyId: office.norte.id }), office.secrets.session, 'HS256')
    const call = (path: string) => app().request(path, { headers: { authorization: `Bearer ${token}` } })
    expect((await call('/queueIntegration')).status).toBe(403)
    expect((await call(`/companies/${office.norte.id}`)).status).toBe(404)
    expect((await call(`/companies/${sul.id}`)).status).toBe(200)
  })

  test('is over after fifteen minutes', async () => {
    const { client } = await guest()
    expect(await statusOf(client.token)).toBe(200)
    setSystemTime(new Date(Date.now() + 15 * 60_000 + 1000))
    expect(await statusOf(client.token)).toBe(403)
  })

  test('without a session, or of one that ended, is refused', async () => {
    expect(await statusOf(await sign(claims({ sid: crypto.randomUUID() }), office.secrets.session, 'HS256'))).toBe(403)
    expect(await statusOf(await sign(claims({ sid: undefined }), office.secrets.session, 'HS256'))).toBe(403)
    expect(await statusOf(sul.staff.ana.client.cookie)).toBe(403)
  })
})

describe('a refresh token', () => {
  test('changes with every use, and is no access token', async () => {
    const { client } = await guest()
    const answer = await refresh(client.cookie)
    expect(answer.status).toBe(200)
    expect(cookieOf(answer)).toBeTruthy()
    expect(cookieOf(answer)).not.toBe(client.cookie)
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly/i)
    expect(answer.headers.get('set-cookie')).toMatch(/SameSite=Lax/i)
    expect(await statusOf(cookieOf(answer)!)).toBe(403)
  })

  test('two windows may use it at once, and both go on with the same one', async () => {
    const { client } = await guest()
    const answers = await Promise.all([refresh(client.cookie), refresh(client.cookie)])
    expect(answers.map(answer => answer.status)).toEqual([200, 200])
    const given = answers.flatMap(answer => cookieOf(answer) ?? [])
    expect(given).toHaveLength(1)
    expect((await refresh(given[0]!)).status).toBe(200)
  })

  test('used long after its successor ends the session and its sockets', async () => {
    const { client } = await guest()
    const next = cookieOf(await refresh(client.cookie))!
    const socket = await client.socket()
    setSystemTime(new Date(Date.now() + 31_000))
    expect((await refresh(client.cookie)).status).toBe(401)
    await socket.closed()
    expect((await refresh(next)).status).toBe(401)
    expect(await statusOf(client.token)).toBe(403)
  })

  test('is refused when the password is changed while it is used', async () => {
    const { client, id } = await guest()
    const { client: database } = office.store
    const execute = database.execute.bind(database)
    let isChanged = false
    const spy = spyOn(database, 'execute').mockImplementation((async (...args: [string | { sql: string }]) => {
      const [asked] = args
      const text = typeof asked === 'string' ? asked : asked.sql
      if (text.startsWith('update "sessions" set "refresh_hash"')) {
        spy.mockRestore()
        isChanged = true
        await execute(`update users set token_version = token_version + 1 where id = ${id}`)
      }
      return execute(...(args as [string]))
    }) as typeof database.execute)
    const answer = await refresh(client.cookie)
    expect([isChanged, answer.status]).toEqual([true, 401])
  })

  test('two generations old ends the session: its owner and a thief both hold one', async () => {
    const { client } = await guest()
    const second = cookieOf(await refresh(client.cookie))!
    const third = cookieOf(await refresh(second))!
    expect((await refresh(client.cookie)).status).toBe(401)
    expect((await refresh(third)).status).toBe(401)
  })

  test('that is made up, of nobody, or empty is refused and the cookie goes', async () => {
    for (const cookie of ['', 'x', '.', 'a.b', `${crypto.randomUUID()}.x`, '%00', sul.staff.ana.client.token]) {
      const answer = await refresh(cookie)
      expect(answer.status).toBe(401)
      expect(answer.headers.get('set-cookie')).toMatch(/jrt=;/)
    }
  })

  test('ends after seven days', async () => {
    const { client } = await guest()
    setSystemTime(new Date(Date.now() + 7 * 24 * 3600_000 + 1000))
    expect((await refresh(client.cookie)).status).toBe(401)
  })
})

describe('every session and socket of a user ends within a second', () => {
  async function ends(work: (person: Awaited<ReturnType<typeof guest>>) => Promise<unknown>) {
    const person = await guest('supervisor')
    const socket = await person.client.socket()
    await work(person)
    await socket.closed()
    expect(await statusOf(person.client.token)).toBe(403)
    expect((await refresh(person.client.cookie)).status).toBe(401)
  }
  const admin = () => sul.staff.admin.client

  test('when the password changes', () => ends(({ id }) => admin().put(`/users/${id}`, { password: 'fita-verde' })))
  test('when the profile changes', () => ends(({ id }) => admin().put(`/users/${id}`, { profile: 'user' })))
  test('when the address changes', () => ends(({ id }) => admin().put(`/users/${id}`, { email: `${crypto.randomUUID()}@sul.com` })))
  test('when the user is deleted', () => ends(({ id }) => admin().delete(`/users/${id}`)))
  test('at logout', () => ends(({ client }) => client.delete('/auth/logout')))
  test('when the own password changes', () =>
    ends(({ client }) => client.put('/users/me', { password: 'fita-verde', currentPassword: PASSWORD })))
  test('when the same person signs in elsewhere', () => ends(async ({ email }) => login(email)))
})

test('a second session stands beside the first when the company allows it', async () => {
  const person = await guest()
  await sul.staff.admin.client.put('/settings/singleSession', { value: 'disabled' })
  expect((await login(person.email)).status).toBe(200)
  expect(await statusOf(person.client.token)).toBe(200)
  await sul.staff.admin.client.put('/settings/singleSession', { value: 'enabled' })
})

test('the own password changes only with the current one', async () => {
  const { client } = await guest()
  expect((await client.put('/users/me', { password: 'fita-verde' })).status).toBe(400)
  expect((await client.put('/users/me', { password: 'fita-verde', currentPassword: 'errada' })).status).toBe(400)
  expect((await client.put('/users/me', { email: 'outro@sul.com' })).status).toBe(400)
})

describe('signing in', () => {
  test('says the same of an unknown address and of a wrong password', async () => {
    const [unknown, wrong] = [await login('ninguem@sul.com', 'errada', '10.0.1.1'), await login(sul.staff.bia.email, 'errada', '10.0.1.1')]
    expect(unknown.status).toBe(401)
    expect(await unknown.text()).toBe(await wrong.text())
    const headers = (response: Response) => [...response.headers.keys()].toSorted()
    expect(headers(unknown)).toEqual(headers(wrong))
  })

  test('checks a password of the same cost for both, so that time tells nothing', async () => {
    const check = spyOn(Bun.password, 'verify')
    for (const email of ['rui@sul.com', 'ninguem@sul.com']) await login(email, 'errada', '10.0.2.1')
    const costs = check.mock.calls.map(([, hash]) => String(hash).split('$').slice(0, 4).join('$'))
    check.mockRestore()
    expect(costs).toHaveLength(2)
    expect(costs[0]).toMatch(/^\$argon2id\$/)
    expect(costs[1]).toBe(costs[0]!)
  })

  test('ten wrong passwords close an account for a while to where they came from; a right one does not open it', async () => {
    const { email } = await guest()
    for (let i = 0; i < 10; i++) expect((await login(email, 'errada', `2001:db8:1:1::${i}`)).status).toBe(401)
    const refused = await login(email, PASSWORD, '2001:db8:1:1::ffff')
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ code: 'ERR_TOO_MANY_ATTEMPTS' })
    expect((await login(email, PASSWORD, '2001:db8:1:2::1')).status).toBe(200)
    setSystemTime(new Date(Date.now() + 15 * 60_000 + 1000))
    expect((await login(email, PASSWORD, '2001:db8:1:1::ffff')).status).toBe(200)
  })

  test('sixty from anywhere close it to strangers for an hour, and not to where its owner signed in lately', async () => {
    const { email } = await guest()
    expect((await login(email, PASSWORD, '10.1.1.1')).status).toBe(200)
    for (let i = 0; i < 60; i++) expect((await login(email, 'errada', `10.1.0.${i}`)).status).toBe(401)
    expect((await login(email, PASSWORD, '10.1.2.1')).status).toBe(429)
    expect((await login(email, PASSWORD, '10.1.1.1')).status).toBe(200)
    setSystemTime(new Date(Date.now() + 60 * 60_000 + 1000))
    expect((await login(email, PASSWORD, '10.1.2.1')).status).toBe(200)
  }, 30_000)

  test('a hundred attempts close an address, whatever it says of itself', async () => {
    for (let i = 0; i < 100; i++) await login('ninguem@longe.com', 'x', '10.9.9.9')
    expect((await login(sul.staff.ana.email, PASSWORD, '10.9.9.9')).status).toBe(429)
    expect((await login(sul.staff.ana.email, PASSWORD, '10.9.9.8')).status).toBe(200)
  })

  test('behind a proxy that nobody trusts, those who sign in take no turn from each other', async () => {
    const { id, email } = await guest()
    // A hash that is checked in no time, for so many sign-ins.
    const passwordHash = await Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
    await office.store.db.update(userTable).set({ passwordHash }).where(eq(userTable.id, id))
    const signIn = async (address: string, addressIsShared: boolean) => (await login(email, PASSWORD, { address, addressIsShared })).status
    for (let i = 0; i < 101; i++) expect(await signIn('10.8.0.1', true)).toBe(200)
    for (let i = 0; i < 100; i++) expect(await signIn('10.8.0.2', false)).toBe(200)
    expect(await signIn('10.8.0.2', false)).toBe(429)
  }, 30_000)

  test('an address counts as one account however it is written', async () => {
    expect((await login(` ${sul.staff.ana.email.toUpperCase()} `, PASSWORD, '10.2.0.1')).status).toBe(200)
  })

  test('no answer carries a hash, a token of a connection or a secret', async () => {
    const text = await (await login(sul.staff.leo.email, PASSWORD, '10.3.0.1')).text()
    expect(text).not.toMatch(/passwordHash|argon2|refreshHash|leaseOwner/)
    const { client } = sul.staff.admin
    await client.put(`/whatsapp/${sul.connection.id}`, { token: 'segredo-da-conexao' })
    for (const path of [
      '/users',
      '/users/list',
      `/users/${sul.staff.ana.id}`,
      '/whatsapp',
      `/whatsapp/${sul.connection.id}`,
      '/queueIntegration',
    ])
      expect((await client.get(path)).text).not.toMatch(/passwordHash|argon2|segredo-da-conexao|canario-Sul"|sealed:/)
  })
})

test('once there is a company, nobody is the first any more', async () => {
  const body = { company: 'Oeste', name: 'Alguém', email: 'a@oeste.com', password: 'fita-verde' }
  for (const token of ['', 'undefined', 'null', crypto.randomUUID()])
    expect(
      (
        await app().request('/session/setup', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...body, token }),
        })
      ).status,
    ).toBe(403)
})

test('common passwords are refused', async () => {
  for (const password of ['123456', 'admin', 'mudar123', 'Senha123'])
    expect(
      (await sul.staff.admin.client.post('/users', { name: 'Fulano', email: `${crypto.randomUUID()}@sul.com`, password })).status,
    ).toBe(400)
})
