import { afterAll, expect, test } from 'bun:test'
import { openOffice } from '../factories'
import { at, bodyOf, routesOf, type Route } from './routes'

const office = await openOffice()
afterAll(() => office.close())
const { norte, product } = office
const { client } = norte.staff.admin

const routes = routesOf(product)
const withBody = routes.filter(route => route.body)
const each = (list: Route[]) => list.map(route => [route.name, route] as const)
const CANARY = /\bSul\b|canário-?Sul|@sul\.com/

let deep: unknown = 1
for (let i = 0; i < 5000; i++) deep = { a: deep }

const WRONG = [
  null, true, false, 0, -1, 1.5, 1e308, -0, 2 ** 53, '', ' ', 'x', '-1', '1e9', 'null', 'a'.repeat(100_000), '\u0000', 'a\u0000b', '\ud800', '\u202eabc', "' or 1=1 --",
  '{{constructor}}', '%s%n', '../../etc/passwd', '<script>alert(1)</script>', [], [null], [[]], ['x'], [-1], [1e308], [{}], [{ id: 'x' }], {}, { $gt: '' }, { id: -1 },
  { length: 1e9 }, { toString: 1 }, [1, 2, 3], Array.from({ length: 5000 }, () => 1), deep,
] // prettier-ignore

test.each(each(withBody))('%s survives every wrong field', async (_, route) => {
  const path = at(route, norte)
  for (const field of Object.keys(route.body!))
    for (const wrong of WRONG) {
      const answer = await client.call(route.method, path, { ...bodyOf(route, norte), [field]: wrong })
      if (answer.status >= 500)
        throw new Error(`${field}: ${JSON.stringify(wrong)?.slice(0, 60)} → ${answer.status} ${answer.text.slice(0, 200)}`)
      expect(answer.text).not.toMatch(CANARY)
    }
})

test.each(each(withBody))('%s survives a body that is none', async (_, route) => {
  const path = at(route, norte)
  for (const raw of [
    '',
    'null',
    '[]',
    '1',
    '"x"',
    'true',
    '{',
    '{"a":',
    '\u0000',
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  ])
    for (const type of [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      '',
    ]) {
      const headers = { authorization: `Bearer ${client.token}`, ...(type && { 'content-type': type }) }
      const response = await product.app.request(path, { method: route.method, headers, body: raw })
      if (response.status >= 500) throw new Error(`${type} ${raw}: ${response.status} ${await response.text()}`)
    }
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})

test.each(each(routes.filter(route => route.query)))(
  '%s survives every sign in every parameter, and finds nothing of another company',
  async (_, route) => {
    const path = at(route, norte)
    const signs = [
    '"', "'", '""', '*', '"*', 'NEAR(a b)', 'a AND b', 'a OR', 'NOT', '^a', 'a:b', '{a b}', '-', '+', '(', ')', '%', '_', '\\', ';', '\u0000', 'a\u0000b"', '\ud800', '%ff',
    "' or 1=1 --", '1) or 1=1', '[', '[1', '[1,"x"]', '[null]', '[-1]', '[1.5]', '[[1]]', '{}', 'null', '-1', '0', '1e9', '99999999999999999999', 'Sul', 'canário Sul',
    '2026-99-99', '2026-02-30', '0000-00-00', '9999-12-31', 'attending', 'group', 'true', 'x'.repeat(5000), 'é'.repeat(150), '😀😀😀', 'a b c d e f g', ' ', '\u202e',
  ] // prettier-ignore
    for (const field of Object.keys(route.query!))
      for (const sign of signs) {
        const answer = await client.call(route.method, `${path}?${field}=${encodeURIComponent(sign.isWellFormed() ? sign : '\ufffd')}`)
        if (answer.status >= 500) throw new Error(`${field}=${sign.slice(0, 60)}: ${answer.status} ${answer.text}`)
        if (answer.status === 200) expect(answer.text).not.toMatch(CANARY)
      }
    const raw = await client.call(
      route.method,
      `${path}?${Object.keys(route.query!)
        .map(field => `${field}=%ff&${field}[]=1&${field}=2`)
        .join('&')}`,
    )
    expect(raw.status).toBeLessThan(500)
  },
)

test('a text of the search is found as it is written, whatever signs it has', async () => {
  const words = `o preço é 5" (50%_off) AND more*`
  await norte.makeMessage(norte.tickets.pending, { body: words })
  type Page = { tickets: { id: number }[] }
  const { body } = await client.get<Page>(`/tickets?searchParam=${encodeURIComponent('5" (50%_off)')}`)
  expect(body.tickets.map(ticket => ticket.id)).toEqual([norte.tickets.pending.id])
  expect((await client.get<Page>(`/tickets?searchParam=${encodeURIComponent('nada OR preço')}`)).body.tickets).toEqual([])
})

test('what is too big is told, and what is deep is parsed or refused', async () => {
  const call = (body: string, path = '/tags') =>
    fetch(`http://127.0.0.1:${product.server.port}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body,
    })
  const big = await call(JSON.stringify({ name: 'x'.repeat(11 * 1024 * 1024) }))
  expect(big.status).toBe(413)
  expect(await big.json()).toHaveProperty('error')
  for (const depth of [10_000, 100_000]) {
    expect((await call(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)).status).toBe(400)
    const inside = `{"type":"webhook","name":"Fundo","settings":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`
    expect((await call(inside, '/queueIntegration')).status).toBe(400)
  }
})
