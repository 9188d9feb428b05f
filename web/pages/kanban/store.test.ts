import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openOffice, until, type Office } from '../../../tests/factories'
import { openPage } from '../../../tests/page'
import type { User } from '../../session'

let office: Office
let page: ReturnType<typeof openPage>
let kit: typeof import('./store') & typeof import('../../kit/realtime')
let session: typeof import('../../session')
let stop: () => void

beforeAll(async () => {
  office = await openOffice()
  const { ana } = office.norte.staff
  page = openPage(office.product.server.port, ana.client)
  ;(await import('../../kit/api')).setToken(ana.client.token)
  session = await import('../../session')
  session.user.value = { ...ana, companyId: office.norte.id, queues: office.norte.queues, rights: [] } as unknown as User
  kit = { ...(await import('./store')), ...(await import('../../kit/realtime')) }
  await import('../../kit/line')
  kit.connect()
  await until(() => kit.connected.value)
  stop = kit.watchBoard()
})
afterAll(async () => {
  stop()
  kit.disconnect()
  page.close()
  session.user.value = null
  await office.close()
})

test('a card that was searched for stays while somebody accepts its ticket and gives it back', async () => {
  const { makeContact, makeTicket, queues, staff } = office.norte
  const { id: contactId } = await makeContact('Helena Procurada')
  const { id } = await makeTicket({ contactId, queueId: queues[0].id, status: 'pending' })
  const lane = kit.listOf(0)
  kit.text.value = 'Procurada'
  await lane.reload()
  const shown = () => lane.items.value.map(ticket => [ticket.id, ticket.status, ticket.userId])
  expect(shown()).toEqual([[id, 'pending', null]])
  for (const [status, userId] of [
    ['open', staff.ana.id],
    ['pending', null],
  ] as const) {
    expect((await staff.ana.client.put(`/tickets/${id}`, { status, userId })).status).toBe(200)
    await until(() => JSON.stringify(shown()) === JSON.stringify([[id, status, userId]]))
    expect(lane.count.value).toBe(1)
  }
})
