import { createClient } from '@libsql/client'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { until } from '../until'
import { openConnected, type Connected } from './connected'

const SHOP = '5511940000019'
const PATIENCE_MS = 60_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ALWAYS = Array.from({ length: 7 }, () => ({ isOn: true, from: '00:00', to: '23:59' }))
type Schedule = { id: number; status: string; failReason: string | null; sendAt: string; recurrence: string }
type Campaign = { status: string; stopReason: string; counts: { sent: number } }

let shop: Connected
beforeAll(async () => {
  shop = await openConnected({ accounts: [SHOP] })
  await shop.client.post('/campaign-settings', { settings: { messageInterval: 0, longerIntervalAfter: 0, days: ALWAYS } })
}, 120_000)
afterAll(() => shop.close())

const whatsappId = () => shop.connectionIds[0]!
const read = <T>(path: string) => shop.client.ask<T>(path)
const tomorrow = () => new Date(Date.now() + 24 * HOUR).toISOString()
let people = 0
function customer() {
  const phone = `55219822${String(++people).padStart(5, '0')}`
  shop.control.addPhone({ phone, name: `Cliente ${people}` })
  return phone
}
const heard = (phone: string) => shop.control.transcript({ phone, chat: SHOP }).filter(({ from }) => from !== phone).length

/** A message for tomorrow, whose hour comes so long before the server is back. */
async function planned(late: number, more: object = {}) {
  const phone = customer()
  const { id: contactId } = await shop.client.post<{ id: number }>('/contacts', { name: 'Cliente', number: phone, email: '' })
  const body = { body: 'Lembrete da visita', contactId, sendAt: tomorrow(), whatsappId: whatsappId(), ...more }
  return { late, phone, contactId, ...(await shop.client.post<{ id: number }>('/schedules', body)) }
}
async function campaign(late: number) {
  const phone = customer()
  const list = await shop.client.post<{ id: number }>('/contact-lists', { name: `Lista ${phone}` })
  await shop.client.post(`/contact-lists/${list.id}/upload`, { rows: [{ name: 'Cliente', number: phone }] })
  const body = { name: `Aviso ${phone}`, message1: 'Oi', contactListId: list.id, whatsappId: whatsappId(), scheduledAt: tomorrow() }
  return { late, phone, ...(await shop.client.post<{ id: number }>('/campaigns', body)) }
}

test('of all that came due while the server was down for hours each is sent or says that it is late, and nothing is forgotten', async () => {
  const once = await Promise.all([5 * MINUTE, HOUR, 110 * MINUTE, 125 * MINUTE, 3 * HOUR].map(late => planned(late)))
  const daily = await planned(3 * HOUR, { recurrence: 'daily' })
  const [begun, missed] = [await campaign(3 * HOUR), await campaign(13 * HOUR)]
  await shop.product.end('SIGKILL')
  const database = createClient({ url: `file:${join(shop.folder, 'balcao.db')}` })
  const move = (table: string, column: string, kind: string, { id, late }: { id: number; late: number }) =>
    database.batch(
      [
        { sql: `update ${table} set ${column} = ? where id = ?`, args: [Date.now() - late, id] },
        { sql: 'update jobs set due_at = ? where kind = ? and key = ?', args: [Date.now() - late, kind, String(id)] },
      ],
      'write',
    )
  for (const one of [...once, daily]) await move('schedules', 'send_at', 'schedule', one)
  for (const one of [begun, missed]) await move('campaigns', 'scheduled_at', 'campaign-start', one)
  database.close()
  await shop.product.start()
  await shop.connected()

  const isOver = ({ status, sendAt }: Schedule) => status === 'ENVIADA' || status === 'ERRO' || Date.parse(sendAt) > Date.now()
  const all = async () => (await read<{ schedules: Schedule[] }>('/schedules')).schedules
  await until(async () => (await all()).every(isOver), PATIENCE_MS, 'nothing is due any more')
  const became = await Promise.all([...once, daily].map(({ id }) => read<Schedule>(`/schedules/${id}`)))
  expect(became.map(({ status, failReason }) => failReason ?? status)).toEqual(['ENVIADA', 'ENVIADA', 'ENVIADA', 'late', 'late', 'late'])
  expect([...once, daily].map(({ phone }) => heard(phone))).toEqual([1, 1, 1, 0, 0, 0])
  const next = (await read<{ schedules: Schedule[] }>(`/schedules?contactId=${daily.contactId}`)).schedules
  expect(next.map(({ status, recurrence }) => [status, recurrence])).toContainEqual(['PENDENTE', 'daily'])

  const report = ({ id }: { id: number }) => read<Campaign>(`/campaigns/${id}/report`)
  await until(async () => (await report(begun)).status === 'FINALIZADA', PATIENCE_MS, 'the campaign that was three hours late is sent')
  expect(await report(missed)).toMatchObject({ status: 'CANCELADA', stopReason: 'missed', counts: { sent: 0 } })
  expect([heard(begun.phone), heard(missed.phone)]).toEqual([1, 0])
}, 240_000)
