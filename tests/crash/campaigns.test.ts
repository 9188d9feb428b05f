import { afterAll, beforeAll, expect, test } from 'bun:test'
import { until } from '../until'
import { openConnected, type Connected } from './connected'

const SHOP = '5511940000009'
const PATIENCE_MS = 60_000
const PEOPLE = 7
/** What each person gets: the message, and the file after it. */
const EACH = 2
const ALWAYS = Array.from({ length: 7 }, () => ({ isOn: true, from: '00:00', to: '23:59' }))

let shop: Connected
beforeAll(async () => {
  shop = await openConnected({ accounts: [SHOP] })
  await shop.client.post('/campaign-settings', {
    settings: { messageInterval: 0, longerIntervalAfter: 5, greaterInterval: 1, days: ALWAYS },
  })
}, 120_000)
afterAll(() => shop.close())

test('campaign-pace: a campaign whose process is killed again and again goes to each person once, and so does the file that follows it', async () => {
  const phones = Array.from({ length: PEOPLE }, (_, i) => `55219811${String(i).padStart(5, '0')}`)
  for (const phone of phones) shop.control.addPhone({ phone, name: `Cliente ${phone}` })
  const heard = () => phones.map(phone => shop.control.transcript({ phone, chat: SHOP }).filter(({ from }) => from !== phone).length)
  const count = () => heard().reduce((sum, n) => sum + n, 0)
  const list = await shop.client.post<{ id: number }>('/contact-lists', { name: 'Todos' })
  await shop.client.post(`/contact-lists/${list.id}/upload`, { rows: phones.map(number => ({ name: 'Cliente', number })) })
  const files = await shop.client.post<{ id: number; options: { id: number }[] }>('/files', {
    ...{ name: 'Planos', message: 'Segue', options: [{ name: 'Tabela' }] },
  })
  const form = new FormData()
  form.append('files', new File(['planos'], 'planos.pdf', { type: 'application/pdf' }))
  form.append('id', String(files.options[0]!.id))
  await shop.client.ask(`/files/uploadList/${files.id}`, { method: 'POST', body: form })
  const campaign = await shop.client.post<{ id: number }>('/campaigns', {
    ...{ name: 'Aviso', message1: 'Oi, {nome}', contactListId: list.id, fileListId: files.id, whatsappId: shop.connectionIds[0] },
    scheduledAt: new Date().toISOString(),
  })
  for (const [signal, more] of [
    ['SIGKILL', 2],
    ['SIGTERM', 3],
    ['SIGKILL', 4],
  ] as const) {
    const wanted = Math.min(EACH * PEOPLE, count() + more)
    await until(() => count() >= wanted, PATIENCE_MS, `${wanted} messages`)
    await shop.product.end(signal)
    await shop.product.start()
    await shop.connected()
  }
  const read = () =>
    shop.client.ask<{ status: string; counts: { people: number; sent: number; failed: number } }>(`/campaigns/${campaign.id}/report`)
  await until(async () => (await read()).status === 'FINALIZADA', PATIENCE_MS, 'the end of the campaign')
  expect(heard()).toEqual(phones.map(() => EACH))
  expect((await read()).counts).toMatchObject({ people: PEOPLE, sent: PEOPLE, failed: 0 })
}, 240_000)
