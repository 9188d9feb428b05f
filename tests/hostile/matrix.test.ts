import { afterAll, describe, expect, test } from 'bun:test'
import { ruleOf } from '#modules/rights'
import { openOffice, type Staff } from '../factories'
import { watchTables } from './changes'
import { at, BODIES, bodyOf, COMMON, EVERYONE, keysOf, OPEN, phoneOf, QUERIES, ROWS, routesOf, SHARED, type Route } from './routes'

const office = await openOffice()
const { norte, sul, product } = office
const pairs = new Set<string>()
let requests = 0
afterAll(async () => {
  process.stdout.write(`matrix: ${routes.length} routes, ${pairs.size} pairs of a route and an attack, ${requests} requests\n`)
  await office.close()
})

const routes = routesOf(product)
const guarded = routes.filter(({ name }) => !(name in OPEN))
const withRow = guarded.filter(route => keysOf(route).some(key => !SHARED.has(key)))
/** A row of the installation is foreign to nobody. */
const ofCompany = withRow.filter(route => !keysOf(route).some(key => COMMON.has(key)) && !(route.right && ruleOf(route.right).super))
const each = (list: Route[]) => list.map(route => [route.name, route] as const)
function clientWith(token: string) {
  return async (method: string, path: string, body?: unknown) => {
    const response = await product.app.request(path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return { status: response.status, text: await response.text() }
  }
}

const UNKNOWN: Record<string, string> = {
  '/tickets/u/:uuid': crypto.randomUUID(),
  '/messages/edit/:id': 'NAOEXISTE',
  '/messages/:id': 'NAOEXISTE',
  '/sandbox/:id/phones/:phone': '5511999999999',
}
for (const company of [norte, sul])
  await company.staff.admin.client.post(`/sandbox/${company.connection.id}/phones`, {
    name: `Fone ${company.name}`,
    phone: phoneOf(company),
  })

const written = await watchTables(office.store)
/** What is refused is counted, and has written nothing. */
async function counted(route: Route, attack: string, asked: Promise<{ status: number; text: string }>) {
  pairs.add(`${route.name} ${attack}`)
  requests++
  const answer = await asked
  const tables = await written()
  if (answer.status >= 400 && tables.length) throw new Error(`${attack}: ${tables} written, and yet ${answer.status} ${answer.text}`)
  return answer
}

/** Some answers begin with now, and addresses are signed for it. */
const timeless = (text: string) => text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|e=\d+&s=[\w-]+/g, 'a moment')
/** Whatever names a row of the company Norte. */
const CANARY = /Norte|canário-?Norte|@norte\.com/

test('every path parameter and every body is known to this walk', () => {
  expect(routes.flatMap(keysOf).filter(key => !ROWS[key])).toEqual([])
  expect(routes.filter(route => route.body && !BODIES[route.name]).map(route => route.name)).toEqual([])
})

test('the same answers at the root and under /api', () => {
  const names = new Set(product.app.routes.map(({ method, path }) => `${method} ${path}`))
  const twice = routes.filter(({ path }) => !/^\/(media|openapi\.json|healthz|metrics)/.test(path))
  expect(twice.filter(({ method, path }) => !names.has(`${method} /api${path.replace(/\/$/, '')}`)).map(route => route.name)).toEqual([])
})

test('who needs no session, or no right, is listed with the reason and nobody else', () => {
  expect(Object.keys(OPEN).filter(name => !routes.some(route => route.name === name))).toEqual([])
  expect(guarded.filter(route => !route.right && !EVERYONE[route.name]).map(route => route.name)).toEqual([])
  expect(Object.keys(EVERYONE).filter(name => !routes.some(route => route.name === name && !route.right))).toEqual([])
})

describe.each(['', '/api'])('%s', prefix => {
  test.each(each(guarded))('%s asks for a session', async (_, route) => {
    const path = prefix + at(route, norte)
    const body = bodyOf(route, norte)
    const none = await counted(route, 'no session', clientWith('')(route.method, path, body))
    expect(none).toMatchObject({ status: 401, text: '{"error":"ERR_SESSION_EXPIRED"}' })
    const bad = await counted(route, 'a token of its own', clientWith('eyJhbGciOiJIUzI1NiJ9.e30.x')(route.method, path, body))
    expect(bad.status).toBe(403)
    expect(bad.text).toContain('Invalid token')
  })

  test.each(each(guarded.filter(route => route.right)))('%s asks for its right', async (_, route) => {
    const rule = ruleOf(route.right!)
    const may: readonly string[] = rule.super ? [] : rule.profiles
    const { supervisor, ana } = norte.staff
    // The other company's administrator operates nothing.
    for (const [who, { profile, client }] of Object.entries({ supervisor, ana, admin: sul.staff.admin })) {
      if (may.includes(profile)) continue
      const asked = client.call(route.method, prefix + at(route, norte), bodyOf(route, norte))
      const answer = await counted(route, `no right as ${who}`, asked)
      expect(answer).toMatchObject({ status: 403, body: { error: rule.super ? 'ERR_NO_SUPER' : 'ERR_NO_PERMISSION' } })
    }
  })

  test.each(each(ofCompany))('%s answers a foreign row as an unknown one', async (_, route) => {
    for (const key of keysOf(route).filter(key => !SHARED.has(key)))
      for (const who of ['admin', 'supervisor', 'ana', 'leo'] satisfies Staff[]) {
        const { call } = sul.staff[who].client
        const ask = (attack: string, id: string | number) =>
          counted(route, `${key} ${attack} as ${who}`, call(route.method, prefix + at(route, sul, key, id), bodyOf(route, sul)))
        const [theirs, none] = [await ask('of another company', ROWS[key]!(norte)), await ask('of nobody', UNKNOWN[key] ?? 999_999_999)]
        expect({ status: theirs.status, text: theirs.text }).toEqual({ status: none.status, text: none.text })
        expect([403, 404]).toContain(theirs.status)
        // An operator's route is closed to every company's administrator before it looks for a row.
        if (who === 'admin' && !(route.right && ruleOf(route.right).super)) expect(theirs.status).toBe(404)
      }
  })
})

/** The parameters that name a ticket, or something in one. */
const OF_TICKET = new Set([
  '/ticket-tags/:ticketId',
  '/tickets/u/:uuid',
  '/tickets/:id',
  '/messages/:ticketId',
  '/messages/edit/:id',
  '/messages/:id',
])

test.each(each(guarded.filter(route => keysOf(route).some(key => OF_TICKET.has(key)))))(
  '%s keeps a ticket from colleagues who may not see it',
  async (_, route) => {
    for (const who of ['bia', 'leo', 'rui'] satisfies Staff[]) {
      const asked = norte.staff[who].client.call(route.method, at(route, norte), bodyOf(route, norte))
      const { status, text } = await counted(route, `a colleague’s ticket as ${who}`, asked)
      expect([who, status]).toEqual([who, 403])
      expect(text).not.toMatch(CANARY)
    }
  },
)

const ODD = [
  '0', '-1', '1.5', '1e3', '0x1', 'abc', 'null', 'undefined', 'NaN', 'true', '[1]', '1,2', '%5B1%5D', '{}', '%00', '1%00', '1%20', '%201', '１',
  '9007199254740993', '99999999999999999999', '-9223372036854775808', "1'%20or%20'1'='1", '1;drop%20table%20tickets', '..%2f..%2fetc%2fpasswd',
  '%2e%2e%2f', '%ff', '%', '%E2%80%AE1', '%F0%9F%98%80', '%ED%A0%80', '１２', '+1', '%252e%252e', '1%0d%0ax:y', '__proto__', 'constructor', 'toString', 'a'.repeat(5000),
] // prettier-ignore

test.each(each(withRow))('%s refuses what is no id', async (_, route) => {
  for (const key of keysOf(route).filter(key => !SHARED.has(key)))
    for (const odd of ODD) {
      const asked = norte.staff.admin.client.call(route.method, at(route, norte, key, odd), bodyOf(route, norte))
      const { status, text } = await counted(route, `${key} ${odd}`, asked)
      if (status < 400 || status >= 500) throw new Error(`${key} with ${odd.slice(0, 40)}: ${status} ${text.slice(0, 200)}`)
    }
})

test('no odd key of a setting is one', async () => {
  for (const odd of ODD) {
    const read = await norte.staff.admin.client.get(`/settings/${odd}`)
    const written = await norte.staff.admin.client.put(`/settings/${odd}`, { value: 'x' })
    const statuses = [read.status, written.status]
    if (statuses.some(status => status !== 400 && status !== 404)) throw new Error(`${odd.slice(0, 40)}: ${statuses}`)
  }
})

const reading = guarded.filter(
  ({ method, path, right }) => method === 'GET' && !path.includes('/media/') && !(right && ruleOf(right).super),
)
test.each(each(reading))('%s shows nothing of another company, whatever company is asked for', async (_, route) => {
  const path = at(route, sul)
  const call = (search: string, headers = {}) =>
    sul.staff.admin.client.call('GET', `${path}?${QUERIES[route.name]?.(sul) ?? ''}&${search}`, undefined, headers)
  const plain = await call('')
  const wide = await call('showAll=true')
  const asked = await call(`companyId=${norte.id}&tenantId=${norte.id}`, {
    companyid: String(norte.id),
    'x-company-id': String(norte.id),
  })
  expect(plain.status).toBe(200)
  expect(asked.status).toBe(200)
  expect(timeless(asked.text)).toBe(timeless(plain.text))
  expect(plain.text + wide.text + asked.text).not.toMatch(CANARY)
})
