import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openOffice, type Office } from '../../../../tests/factories'
import { openPage } from '../../../../tests/page'
import { until } from '../../../../tests/until'
import type { Ticket } from '../types'

let office: Office
let page: ReturnType<typeof openPage>
let kit: typeof import('./pins') & typeof import('../../../kit/realtime')
const release = Promise.withResolvers<void>()
let isAnswered = false

beforeAll(async () => {
  office = await openOffice()
  const { client } = office.norte.staff.admin
  page = openPage(office.product.server.port, client)
  const { fetch } = globalThis
  const slow = async (...request: Parameters<typeof fetch>) => {
    const answer = await fetch(...request)
    isAnswered = true
    await release.promise
    return answer
  }
  Object.assign(globalThis, { fetch: slow })
  kit = { ...(await import('./pins')), ...(await import('../../../kit/realtime')) }
  await import('../../../kit/line')
  ;(await import('../../../kit/api')).setToken(client.token)
  kit.connect()
  await until(() => kit.connected.value)
})
afterAll(async () => {
  kit.disconnect()
  page.close()
  await office.close()
})

test('what is pinned while the list of it is on its way stays pinned when an older answer comes', async () => {
  const { tickets, staff } = office.norte
  const { open } = tickets
  kit.watchPins(
    () => {},
    () => [open as unknown as Ticket],
  )
  const reading = kit.readPins(() => {})
  await until(() => isAnswered)
  await staff.admin.client.put(`/tickets/${open.id}/pin`)
  await until(() => kit.isPinned(open))
  release.resolve()
  await reading
  expect(kit.isPinned(open)).toBe(true)
})
