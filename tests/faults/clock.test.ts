import { afterAll, afterEach, beforeAll, expect, setSystemTime, test } from 'bun:test'
import { connections, openOffice, PASSWORD, until, type Office } from '../factories'
import { customerOf, openLines, stored, type Line } from './line'

const DAY_MS = 24 * 3600_000
const PATIENCE_MS = 15_000

let office: Office
let line: Line
let ticketId: number
beforeAll(async () => {
  office = await openOffice()
  ;[line] = (await openLines(office, office.norte, 1)) as [Line]
  await write('primeira')
  await until(async () => (await stored(office, line)).length === 1)
  const { rows } = await office.store.client.execute({ sql: 'select id from tickets where whatsapp_id = ?', args: [line.id] })
  ticketId = Number(rows[0]!.id)
})
afterEach(resetClock)
afterAll(() => office?.close())

let ticking: Timer | undefined
/** Sets the clock to so much beside the true time; it goes on from there. */
function putClock(by: number) {
  resetClock()
  const began = Date.now() - performance.now()
  const tick = () => void setSystemTime(new Date(began + performance.now() + by))
  ticking = setInterval(tick, 2)
  tick()
}
function resetClock() {
  clearInterval(ticking)
  setSystemTime()
}
/** The product looks every few seconds. */
const noticed = () => office.product.jobs.run('clock')

const control = () => office.product.sandbox.control!
const write = (text: string) => control().send({ from: customerOf(line.account), to: line.account, type: 'text', text })
const shown = (text: string) =>
  control()
    .transcript({ phone: customerOf(line.account) })
    .filter(entry => entry.text === text)
const boss = () => office.signIn(office.norte.staff.admin)

test.each([DAY_MS, -DAY_MS])(
  'a clock put by %p ms signs nobody out, and both sides write on in the order of arrival',
  async by => {
    const { app } = office.product
    const { cookie } = await boss()
    const before = await stored(office, line)
    putClock(by)
    await noticed()

    const refreshed = await app.request('/auth/refresh_token', { method: 'POST', headers: { cookie: `jrt=${cookie}` } })
    expect(refreshed.status).toBe(200)
    const { token } = (await refreshed.json()) as { token: string }
    expect((await app.request('/tickets', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    const body = JSON.stringify({ email: office.norte.staff.supervisor.email, password: PASSWORD })
    const headers = { 'content-type': 'application/json' }
    expect((await app.request('/auth/login', { method: 'POST', headers, body })).status).toBe(200)

    const words = (n: number) => `${n} com ${by}`
    await write(words(1))
    await until(async () => (await stored(office, line)).length === before.length + 1, PATIENCE_MS)
    expect((await (await boss()).post(`/messages/${ticketId}`, { body: words(2) })).status).toBe(200)
    await until(() => shown(words(2)).length, PATIENCE_MS)
    resetClock()
    await noticed()
    await write(words(3))
    await until(async () => (await stored(office, line)).length === before.length + 2, PATIENCE_MS)
    const { body: page } = await (await boss()).get<{ messages: { body: string }[] }>(`/messages/${ticketId}`)
    expect(page.messages.slice(-3).map(message => message.body)).toEqual([1, 2, 3].map(words))
  },
  40_000,
)

test('an answer that waited when the clock was put back goes out now, once', async () => {
  const { channel } = office.product
  await channel.stop(line.id)
  expect((await (await boss()).post(`/messages/${ticketId}`, { body: 'esperou' })).status).toBe(200)
  putClock(-DAY_MS)
  await noticed()
  channel.start({ id: line.id, companyId: office.norte.id, sandbox: true })
  await until(() => shown('esperou').length, PATIENCE_MS)
  expect(shown('esperou')).toHaveLength(1)
}, 30_000)

test('a connection that a wrong clock gave away for a day can be had again', async () => {
  const { id } = office.norte.connection
  putClock(DAY_MS)
  expect(await connections.lease(office.store.db, id, 'another process', 30_000)).toBe(true)
  expect(await connections.lease(office.store.db, id, 'this process', 30_000)).toBe(false)
  resetClock()
  expect(await connections.lease(office.store.db, id, 'this process', 30_000)).toBe(true)
  await connections.release(office.store.db, id, 'this process')
})
