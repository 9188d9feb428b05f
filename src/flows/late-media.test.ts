import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { connections } from '#modules/connections'
import { newPhone, openOffice, until, type Company, type Office } from '../../tests/factories'
import { messages } from '../modules/messages/schema'

const SHOP = '5511940000077'

let office: Office
let norte: Company
beforeAll(async () => {
  office = await openOffice()
  ;({ norte } = office)
  office.product.channel.start(norte.connection)
  expect(await office.product.sandbox.link(() => connections.load(norte.ctx, norte.connection.id), SHOP)).toBe(true)
}, 30_000)
afterAll(() => office?.close())

const control = () => office.product.sandbox.control!
const stored = async (wid: string) => (await office.store.db.select().from(messages).where(eq(messages.wid, wid)))[0]
const waiting = async () => (await office.store.client.execute("select * from jobs where kind = 'late-file' and state <> 'failed'")).rows
/** A picture that a new customer sends, once its message is there. */
async function picture(caption: string) {
  const helena = newPhone()
  control().addPhone({ phone: helena, name: 'Helena' })
  const { id } = await control().send({ from: helena, to: SHOP, type: 'image', caption })
  return until(() => stored(id))
}
/** As a client sees it. */
async function shown({ id, ticketId }: { id: number; ticketId: number }) {
  const { body } = await norte.staff.admin.client.get<{ messages: Shown[] }>(`/messages/${ticketId}`)
  const { uid } = (await office.store.db.select().from(messages).where(eq(messages.id, id)))[0]!
  return body.messages.find(message => message.id === uid)!
}
type Shown = { id: string; mediaUrl: string | null; mediaLost: string | null }

test('a download that is merely slow is waited for and kept: the file is asked for once', async () => {
  control().holdMedia({ hold: true })
  const message = await picture('devagar')
  const socket = await norte.staff.admin.client.socket(['joinChatBox', String(message.ticketId)])
  expect(message.media?.hash).toBeNull()
  expect(await shown(message)).toMatchObject({ mediaUrl: null, mediaLost: null })
  expect(await waiting()).toHaveLength(1)
  expect(control().holdMedia({ hold: false })).toEqual({ asked: 1 })
  await socket.next(`company-${norte.id}-appMessage`, told => told.action === 'update')
  expect((await shown(message)).mediaUrl).toContain('/media/')
  await until(async () => (await waiting()).length === 0)
  socket.close()
}, 20_000)

test('a file that the host refused is fetched with the next connection, and leaves nothing to do', async () => {
  control().refuseMedia({ status: 503 })
  const message = await picture('o poste')
  expect(message.media?.hash).toBeNull()
  expect((await waiting()).map(job => job.state)).toEqual(['scheduled'])
  control().clearFaults()
  control().disconnect({ account: SHOP })
  await until(async () => (await stored(message.wid))?.media?.hash)
  await until(async () => (await waiting()).length === 0)
})

test('a file that stays gone is given up after its attempts, and clients are told that it is', async () => {
  control().refuseMedia({ status: 404 })
  const message = await picture('sumiu')
  const socket = await norte.staff.admin.client.socket(['joinChatBox', String(message.ticketId)])
  await office.store.client.execute("update jobs set attempts = 7, state = 'waiting' where kind = 'late-file'")
  await socket.next(`company-${norte.id}-appMessage`, told => told.action === 'update')
  expect(await shown(message)).toMatchObject({ mediaUrl: null, mediaLost: 'gone' })
  expect(await waiting()).toEqual([])
  control().clearFaults()
  socket.close()
})

test('files on their way hold no more memory together than there is for them', async () => {
  const gate = Promise.withResolvers<void>()
  const most = norte.ctx.media.holding(159e6, () => gate.promise)
  const form = new FormData()
  form.append('medias', new File([new Uint8Array(9e6)], 'grande.bin', { type: 'application/octet-stream' }))
  let isStored = false
  const sent = norte.staff.ana.client.call('POST', `/messages/${norte.tickets.open.id}`, form).then(answer => {
    isStored = true
    return answer
  })
  await norte.staff.ana.client.get(`/messages/${norte.tickets.open.id}`)
  expect(isStored).toBe(false)
  gate.resolve()
  await most
  expect((await sent).status).toBe(200)
})
