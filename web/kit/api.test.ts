import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openOffice, type Office } from '../../tests/factories'
import { openPage } from '../../tests/page'

let office: Office
let page: ReturnType<typeof openPage>
let api: typeof import('./api')
let ended = 0
const ana = () => office.norte.staff.ana.client
const refused = (path: string) =>
  api.get(path).catch(({ status, body }: InstanceType<typeof api.ApiError>) => [status, body.code ?? body.error])

beforeAll(async () => {
  office = await openOffice()
  page = openPage(office.product.server.port, ana())
  api = await import('./api')
  api.setToken(ana().token)
  api.onSignedOut(() => ended++)
})
afterAll(async () => {
  page.close()
  await office.close()
})

test('the door of other programs, which knows no person, ends nobody’s session', async () => {
  expect(await refused('/messages/send/preview')).toEqual([401, 'ERR_NO_CONNECTION_TOKEN'])
  expect([ended, api.token.peek()]).toEqual([0, ana().token])
})

test('a session that is over ends', async () => {
  const { fetch } = globalThis
  const unsigned = (path: string) => fetch(path, { headers: { accept: 'application/json' } })
  Object.assign(globalThis, { fetch: unsigned })
  expect(await refused('/tickets')).toEqual([401, 'ERR_SESSION_EXPIRED'])
  Object.assign(globalThis, { fetch })
  expect([ended, api.token.peek()]).toEqual([1, null])
})
