import { afterEach, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { createClient } from '@libsql/client'
import { boot } from '../../src/boot'
import { readConfig } from '../../src/config'
import { openOffice, until } from '../factories'
import { testOffice } from '../office'
import { customerOf, openLines, stored, type Line } from './line'

const office = await testOffice()
afterEach(async () => {
  await mend()
  const { rows } = await office.store.client.execute('select integrity_check from pragma_integrity_check')
  expect(rows.map(row => row.integrity_check)).toEqual(['ok'])
})

const text = (length: number) => 'x'.repeat(length)
/** Between two groups of writes: what is going on has the connection. */
const writer = (pragma: string) =>
  until(() =>
    office.store.client.executeMultiple(`pragma ${pragma}`).then(
      () => true,
      (error: { code?: string }) => error.code !== 'TRANSACTION_ACTIVE' && Promise.reject(error),
    ),
  )
const healthy = () => until(() => !office.store.storage.trouble)
const ana = () => office.norte.staff.ana.client
const conversation = () => `/messages/${office.norte.tickets.open.id}`
const say = (body: string) => ana().post(conversation(), { body })
const bodies = async () => (await ana().get<{ messages: { body: string }[] }>(conversation())).body.messages.map(message => message.body)

let unlock = async () => {}
/** Another process holds the database for writing. */
async function lock() {
  const other = createClient({ url: `file:${office.folder}/balcao.db`, timeout: 0 })
  const held = await other.transaction('write')
  unlock = async () => {
    held.close()
    other.close()
    unlock = async () => {}
  }
}

const FAULTS = {
  /** No page can be added any more. */
  disk_full: { begin: () => writer('max_page_count=1'), end: () => writer('max_page_count=1000000') },
  read_only: { begin: () => writer('query_only=1'), end: () => writer('query_only=0') },
  locked: { begin: lock, end: () => unlock() },
} as const
const reasons = Object.keys(FAULTS) as (keyof typeof FAULTS)[]

async function mend() {
  await FAULTS.disk_full.end()
  await FAULTS.read_only.end()
  await unlock()
  await healthy()
}

/** Writes until the storage refuses: free pages inside of the file are used up first. */
async function refused() {
  for (;;) {
    const answer = await say(text(20_000))
    if (answer.status !== 200) return answer
  }
}

test.each(reasons)(
  '%s: a request that writes is refused in words, reading goes on, and all is well afterwards without a restart',
  async reason => {
    await FAULTS[reason].begin()
    const answer = await refused()
    expect(answer.status).toBe(503)
    expect(answer.body).toMatchObject({ code: 'ERR_STORAGE', details: { reason } })
    expect(answer.headers.get('retry-after')).toBe('5')
    const health = await ana().get('/healthz')
    expect([health.status, health.body]).toEqual([503, { status: 'degraded', reason }])

    expect((await ana().get('/tickets?status=open')).status).toBe(200)
    expect((await ana().get(conversation())).status).toBe(200)
    const before = await bodies()

    await FAULTS[reason].end()
    await healthy()
    expect((await ana().get('/healthz')).status).toBe(200)
    expect((await say(`depois de ${reason}`)).status).toBe(200)
    expect(await bodies()).toEqual([...before, `depois de ${reason}`])
  },
  20_000,
)

test('windows are told once that nothing can be stored, and once that all is well; a new window is told too', async () => {
  const window = await ana().socket()
  await FAULTS.read_only.begin()
  await refused()
  await refused()
  expect((await window.next('storage')).payload).toEqual({ action: 'update', trouble: 'read_only' })
  const late = await ana().socket()
  expect((await late.next('storage')).payload).toEqual({ action: 'update', trouble: 'read_only' })
  await FAULTS.read_only.end()
  await late.next('storage', ({ trouble }) => trouble === null)
  const told = (await window.settled()).filter(one => one.event === 'storage').map(one => one.payload?.trouble)
  expect(told).toEqual(['read_only', null])
  window.close()
  late.close()
})

test('nobody is signed out while nothing can be stored', async () => {
  await FAULTS.read_only.begin()
  await refused()
  const answer = await office.product.app.request('/auth/refresh_token', { method: 'POST', headers: { cookie: `jrt=${ana().cookie}` } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('set-cookie')).toBeNull()
})

test.each(['disk_full', 'read_only'] as const)(
  '%s: what a customer writes is not confirmed until it is stored, and is stored once, in order',
  async reason => {
    const [line] = (await openLines(office, office.norte, 1)) as [Line]
    const control = office.product.sandbox.control!
    const customer = customerOf(line.account)
    const write = (text: string) => control.send({ from: customer, to: line.account, type: 'text', text })
    const statusOf = (id: string) => control.transcript({ phone: customer }).find(entry => entry.id === id)?.status
    await write('antes')
    await until(async () => (await stored(office, line)).length === 1)

    await FAULTS[reason].begin()
    await refused()
    const long = Array.from({ length: 3 }, (_, i) => `${i} ${text(20_000)}`)
    const ids: string[] = []
    for (const body of long) ids.push((await write(body)).id)
    const image = await control.send({ from: customer, to: line.account, type: 'image', caption: 'foto' })
    await until(() => !office.product.channel.isOpen(line.id), 10_000)
    expect(await stored(office, line)).toEqual(['antes'])
    expect([...ids, image.id].map(statusOf)).toEqual(['sent', 'sent', 'sent', 'sent'])

    await FAULTS[reason].end()
    await until(async () => (await stored(office, line)).length >= 5, 20_000)
    await until(() => [...ids, image.id].every(id => statusOf(id) === 'delivered'))
    expect(await stored(office, line)).toEqual(['antes', ...long, 'foto'])
  },
  40_000,
)

test('an answer that was given before goes out when it is over', async () => {
  const [line] = (await openLines(office, office.norte, 1)) as [Line]
  const control = office.product.sandbox.control!
  const customer = customerOf(line.account)
  await control.send({ from: customer, to: line.account, type: 'text', text: 'oi' })
  await until(async () => (await stored(office, line)).length === 1)
  const { rows } = await office.store.client.execute({ sql: 'select id from tickets where whatsapp_id = ?', args: [line.id] })
  const ticketId = Number(rows[0]!.id)
  await office.product.channel.stop(line.id)
  expect((await office.norte.staff.admin.client.post(`/messages/${ticketId}`, { body: 'resposta' })).status).toBe(200)
  await FAULTS.read_only.begin()
  await refused()
  office.product.channel.start({ id: line.id, companyId: office.norte.id, sandbox: true })
  await FAULTS.read_only.end()
  const arrived = () => control.transcript({ phone: customer }).filter(entry => entry.text === 'resposta')
  await until(() => arrived().length > 0, 20_000)
  expect(arrived()).toHaveLength(1)
}, 40_000)

test('it stops cleanly while nothing can be stored, and starts with all that it had', async () => {
  const other = await openOffice()
  await openLines(other, other.norte, 1)
  const before = (await other.store.client.execute('select count(*) as n from messages')).rows[0]!.n
  await other.store.client.executeMultiple('pragma query_only=1')
  await other.store.client.execute('delete from messages').catch(() => undefined)
  await other.product.stop()
  const again = await boot(readConfig({ DATA_DIR: other.folder, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' }))
  expect((await again.store.client.execute('select count(*) as n from messages')).rows[0]!.n).toBe(before!)
  await again.stop()
  await rm(other.folder, { recursive: true })
}, 20_000)
