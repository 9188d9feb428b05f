import { effect, signal } from '@preact/signals-react'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { quickMessageApi } from '../../src/modules/quick-messages/api'
import { tagApi } from '../../src/modules/tags/api'
import { openOffice, type Office } from '../../tests/factories'
import { openPage } from '../../tests/page'
import type { Collection } from './collection'

type Tag = { id: number; name: string }
let office: Office
let page: ReturnType<typeof openPage>
let kit: typeof import('./collection') & typeof import('./realtime')
let list: Collection<Tag>
const admin = () => office.norte.staff.admin.client

/** Waits for what a signal tells. */
const when = (holds: () => boolean) =>
  new Promise<void>(resolve => {
    const stop: () => void = effect(() => {
      if (!holds()) return
      queueMicrotask(() => stop())
      resolve()
    })
  })
const names = () => list.items.value.map(tag => tag.name)
const make = async (name: string) => (await admin().post<Tag>('/tags', { name })).body

beforeAll(async () => {
  office = await openOffice()
  page = openPage(office.product.server.port, admin())
  kit = { ...(await import('./collection')), ...(await import('./realtime')) }
  await import('./line')
  ;(await import('./api')).setToken(admin().token)
  kit.connect()
  await when(() => kit.connected.value)
  const heard = signal(0)
  kit.listen(tagApi.event, () => heard.value++)
  for (let n = 0; n < 110; n++) await make(`Página ${String(n).padStart(3, '0')}`)
  await when(() => heard.value === 110)
  list = kit.collection<Tag>({ api: tagApi, order: (a, b) => (a.name < b.name ? -1 : 1) })
  list.follow()
})
afterAll(async () => {
  kit.disconnect()
  page.close()
  await office.close()
})

test('a page that shrank under the reader loses no row of the next', async () => {
  await list.find('Página')
  expect([list.items.value.length, list.hasMore.value]).toEqual([100, true])
  const gone = list.items.value[3]!
  await admin().delete(`/tags/${gone.id}`)
  await when(() => list.items.value.length === 99)
  while (list.hasMore.value) await list.more()
  expect(list.items.value.length).toBe(109)
  expect(new Set(list.items.value.map(tag => tag.id)).size).toBe(109)
})

test('what is made, renamed and deleted elsewhere is made, renamed and deleted here, in its order', async () => {
  await list.find('')
  while (list.hasMore.value) await list.more()
  const made = await make('AAA primeira')
  await when(() => names()[0] === 'AAA primeira')
  await admin().put(`/tags/${made.id}`, { name: 'ZZZ última' })
  await when(() => names().at(-1) === 'ZZZ última')
  await admin().delete(`/tags/${made.id}`)
  await when(() => !names().includes('ZZZ última'))
  expect(list.count.value).toBe(list.items.value.length)
})

test('while searching, what does not fit the search stays out', async () => {
  await list.find('Agulha')
  expect(names()).toEqual([])
  await make('Palheiro')
  await make('Agulha fina')
  await when(() => names().includes('Agulha fina'))
  expect(names()).toEqual(['Agulha fina'])
})

test('a list that is read once more while it is searched is that of the search when the last answer is there', async () => {
  await Promise.all([list.find('Página'), list.reload()])
  expect([list.stale.value, list.loading.value]).toEqual([false, false])
})

test('a row of another company never comes', async () => {
  await list.find('')
  await office.sul.staff.admin.client.post('/tags', { name: 'AAA de outra casa' })
  await make('AAB desta casa')
  await when(() => names().includes('AAB desta casa'))
  expect(names()).not.toContain('AAA de outra casa')
})

test('a row that stands behind the last page is counted and comes with its page', async () => {
  await list.find('Página')
  const { value } = list.count
  await list.find('')
  const all = list.count.value
  const last = await make('zzz por último')
  await when(() => list.count.value === all + 1)
  expect(value).toBe(109)
  expect(names()).not.toContain(last.name)
})

test('a row whose audience changes stays where somebody has it before them', async () => {
  const save = (at: number, geral: boolean) => ({ shortcode: `aviso${String(at).padStart(2, '0')}`, message: 'Bom dia', geral })
  for (let at = 0; at < 25; at++) await admin().post('/quick-messages', save(at, false))
  const own = kit.collection<{ id: number; shortcode: string; geral: boolean }>({
    api: quickMessageApi,
    order: (a, b) => (a.shortcode < b.shortcode ? -1 : 1),
  })
  const stop = own.follow()
  await own.find('')
  const count = own.count.value
  expect(own.hasMore.value).toBe(true)
  const { id } = own.items.value[2]!
  for (const geral of [true, false]) {
    await admin().put(`/quick-messages/${id}`, { geral })
    await when(() => own.items.value[2]?.id === id && own.items.value[2].geral === geral)
    expect(own.count.value).toBe(count)
  }
  stop()
})

test('what was missed while the line was down is read again', async () => {
  await list.find('Perdida')
  const { connected } = kit
  page.cut()
  await when(() => !connected.value)
  await make('Perdida no caminho')
  expect(names()).toEqual([])
  await when(() => names().includes('Perdida no caminho'))
  expect(names()).toEqual(['Perdida no caminho'])
})

test('what happened between the first answer and the first line is read again', async () => {
  await list.find('Antes')
  kit.disconnect()
  await list.reload()
  await make('Antes da linha')
  expect(names()).toEqual([])
  kit.connect()
  await when(() => names().includes('Antes da linha'))
  expect(names()).toEqual(['Antes da linha'])
})
