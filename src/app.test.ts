import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openOffice, type Office } from '../tests/factories'

let office: Office
beforeAll(async () => {
  office = await openOffice()
}, 30_000)
afterAll(() => office?.close())

const client = () => office.norte.staff.admin.client

test.each(['/whatsapp/?session=0', '/users/', '/contacts/', '/tags/?pageNumber=1', '/tickets/', '/settings/', '/queue/', '/api/tags/'])(
  'a slash at the end of an address means nothing: %s',
  async path => {
    const bare = path.replace(/\/(\?|$)/, '$1')
    expect((await client().get(path)).status).toBe(200)
    expect((await client().get(path)).text).toBe((await client().get(bare)).text)
  },
)

test('a browser that goes to an address of the API gets the application, a program the data', async () => {
  const page = await office.product.app.request('/tags', { headers: { 'sec-fetch-mode': 'navigate', accept: 'text/html' } })
  const data = await office.product.app.request('/tags', { headers: { 'sec-fetch-mode': 'cors', accept: '*/*' } })
  expect(page.headers.get('vary')?.toLowerCase()).toContain('accept')
  expect(data.headers.get('vary')?.toLowerCase()).toContain('accept')
  expect(data.headers.get('content-type')).toStartWith('application/json')
  expect(page.headers.get('content-type')).not.toStartWith('application/json')
})

test.each(['GET', 'HEAD'])('the root is the application for a program that accepts anything: %s', async method => {
  const page = await office.product.app.request('/', { method, headers: { accept: '*/*' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html;charset=utf-8'])
})

test.each(['/auth/me', '/plans/list', '/version', '/settings/trial', '/session/setup'])(
  '%s asks for no session under /api either',
  async path => {
    const [root, below] = await Promise.all([path, `/api${path}`].map(async path => (await office.product.app.request(path)).text()))
    expect(below).toBe(root!)
  },
)
