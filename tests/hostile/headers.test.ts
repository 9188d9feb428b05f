import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openOffice, type Office } from '../factories'

let office: Office
const PARTNER = 'https://painel.exemplo.com'
beforeAll(async () => {
  office = await openOffice({ FRONTEND_URL: PARTNER, PUBLIC_URL: 'https://atendimento.exemplo.com' })
})
afterAll(() => office?.close())

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  office.product.app.request(path, { method, headers }, { address: '10.0.0.9' })

test('every answer forbids scripts of others, frames and guessing', async () => {
  for (const path of ['/', '/login', '/version', '/tags', '/nothing-here', '/openapi.json', '/media/x', '/healthz']) {
    const { headers } = await ask(path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    if (path.startsWith('/media')) continue
    const policy = headers.get('content-security-policy')!
    expect(policy).toContain("frame-ancestors 'none'")
    expect(/script-src ([^;]*)/.exec(policy)![1]).not.toMatch(/'unsafe-inline'|'unsafe-eval'|https?:|\*/)
  }
})

test('only a known origin may read answers, and never any origin', async () => {
  const allowed = async (origin: string) => (await ask('/version', { origin })).headers.get('access-control-allow-origin')
  expect(await allowed(PARTNER)).toBe(PARTNER)
  for (const origin of [
    'https://evil.example',
    'null',
    `${PARTNER}.evil.example`,
    'http://painel.exemplo.com',
    `https://x@${PARTNER.slice(8)}`,
  ])
    expect([origin, await allowed(origin)]).toEqual([origin, null])
  const preflight = await ask('/tags', { origin: 'https://evil.example', 'access-control-request-method': 'DELETE' }, 'OPTIONS')
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
})

test('a browser that navigates gets the application, a client data, and caches know the difference', async () => {
  const page = await ask('/tickets', { 'sec-fetch-mode': 'navigate', accept: 'text/html' })
  expect(page.headers.get('content-type')).toMatch(/^text\//)
  const data = await ask('/tickets', { accept: 'application/json' })
  expect(data.headers.get('content-type')).toMatch(/json/)
  expect(data.headers.get('vary')).toMatch(/accept/i)
  expect((await ask('/tickets', { 'sec-fetch-mode': 'cors', accept: 'text/html' })).status).toBe(401)
})

test('what every object inherits is no file', async () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__proto__/x'])
    expect([name, (await ask(`/${name}`, { accept: 'application/json' })).status]).toEqual([name, 404])
})

test('figures of the process are told on the machine alone', async () => {
  expect((await ask('/metrics')).status).toBe(403)
  expect((await ask('/metrics', { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' })).status).toBe(403)
  // A proxy on the machine, by whichever header it tells for whom it asks.
  const here = async (headers: Record<string, string>) =>
    (await office.product.app.request('/metrics', { headers }, { address: '127.0.0.1' })).status
  expect(await here({})).toBe(200)
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
    expect([name, await here({ [name]: '203.0.113.5' })]).toEqual([name, 403])
})

test('what is not there is told as data, whatever the method', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
    const answer = await ask('/nothing-here', { authorization: `Bearer ${office.norte.staff.ana.client.token}` }, method)
    expect([method, answer.status, await answer.json()]).toEqual([method, 404, { error: 'ERR_NOT_FOUND' }])
  }
})
