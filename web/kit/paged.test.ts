import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { openOffice, type Office } from '../../tests/factories'
import { openPage } from '../../tests/page'
import type { Paged } from './paged'

type Waiting = { id: number; status: string; waitingSince: string | null }
/** As the server orders them. */
const order = (a: Waiting, b: Waiting) =>
  Number(!a.waitingSince) - Number(!b.waitingSince) || (a.waitingSince ?? '').localeCompare(b.waitingSince ?? '') || a.id - b.id

const BEGAN = 1_700_000_000_000
const waitsSince = (id: number) => new Date(BEGAN + (id - all[0]!) * 1000).toISOString()

let office: Office
let page: ReturnType<typeof openPage>
let kit: typeof import('./paged')
let list: Paged<Waiting>
/** All who wait, the longest first. */
const all: number[] = []
/** Kept on top by this person. */
let kept: number[]
let asked: string[] = []
/** What happens while an answer is on its way. */
let meanwhile: (() => Promise<unknown>)[] = []

const ids = () => list.items.value.map(({ id }) => id)
const write = (sql: string, of: number[]) => office.store.client.execute(`update tickets set ${sql} where id in (${of})`)
/** Resolves tickets, as the server does it and tells it. */
async function resolve(of: number[]) {
  await write("status = 'closed'", of)
  of.forEach(list.remove)
}
/** Answers customers: they wait no more. */
async function answer(of: number[]) {
  await write('waiting_since = null', of)
  for (const id of of) list.put({ id, status: 'open', waitingSince: null })
}
async function readAll() {
  while (list.hasMore.value) await list.more()
}

const asOthers = { path: '/tickets', rows: 'tickets', query: () => ({ status: 'open', order: 'waiting' }) }

beforeAll(async () => {
  office = await openOffice()
  const { client } = office.norte.staff.ana
  page = openPage(office.product.server.port, client)
  const { fetch } = globalThis
  Object.assign(globalThis, {
    fetch: async (path: string, init?: RequestInit) => {
      asked.push(new URLSearchParams(path.split('?')[1]).get('pageNumber')!)
      const answered = await fetch(path, init)
      await meanwhile.shift()?.()
      return answered
    },
  })
  kit = await import('./paged')
  ;(await import('./api')).setToken(client.token)
  const { makeTicket, queues, staff } = office.norte
  await office.store.client.execute("update tickets set status = 'closed'")
  for (let n = 0; n < 150; n++) all.push((await makeTicket({ queueId: queues[0].id, userId: staff.ana.id })).id)
})
beforeEach(async () => {
  await write(`status = 'open', waiting_since = ${BEGAN} + (id - ${all[0]}) * 1000`, all)
  kept = []
  list = kit.paged<Waiting>({
    path: '/tickets',
    rows: 'tickets',
    query: () => ({ status: 'open', order: 'waiting' }),
    order,
    rank: ({ id }) => Number(kept.includes(id)),
    belongs: ({ status }) => status === 'open',
  })
  await list.reload()
  await list.more()
  asked = []
})
afterAll(async () => {
  page.close()
  await office.close()
})

test('a list that most of its rows left reads on where those end that are left', async () => {
  await list.more()
  await resolve(all.slice(0, 100))
  expect(ids()).toEqual(all.slice(100, 120))
  await list.more()
  expect(ids().slice(0, 40)).toEqual(all.slice(100, 140))
  await readAll()
  expect(ids()).toEqual(all.slice(100))
  expect(list.count.value).toBe(50)
})

test('a list that all of its rows left reads on from its beginning', async () => {
  await resolve(all.slice(0, 80))
  expect([ids(), list.hasMore.value]).toEqual([[], true])
  await list.more()
  expect([ids(), asked]).toEqual([all.slice(80, 120), ['1']])
})

test('who comes to stand behind the last page comes with its page, and nobody who moves up meanwhile is missed', async () => {
  await answer(all.slice(0, 10))
  expect([ids(), list.count.value]).toEqual([all.slice(10, 80), 150])
  await list.more()
  expect(ids()).toEqual(all.slice(10, 90))
  await readAll()
  expect(ids()).toEqual([...all.slice(10), ...all.slice(0, 10)])
  expect(list.count.value).toBe(150)
})

test('what is kept on top stays there, wherever the server has it, and hides no row', async () => {
  const [near, far] = [all[0]!, all[140]!]
  kept = [near, far]
  list.put({ id: far, status: 'open', waitingSince: waitsSince(far) })
  await answer([near])
  await resolve(all.slice(1, 3))
  expect(ids()).toEqual([far, near, ...all.slice(3, 80)])
  await readAll()
  expect(ids()).toEqual([far, near, ...all.slice(3).filter(id => id !== far)])
})

test('a page that began too late, since rows left while it was on its way, is asked for once more', async () => {
  meanwhile = [() => resolve(all.slice(0, 3))]
  const { fetch } = globalThis
  // They leave before the server reads the page.
  Object.assign(globalThis, { fetch: async (path: string, init?: RequestInit) => (await meanwhile.shift()?.(), fetch(path, init)) })
  await list.more()
  Object.assign(globalThis, { fetch })
  expect([ids(), asked]).toEqual([all.slice(3, 83), ['3', '2']])
  await readAll()
  expect(ids()).toEqual(all.slice(3))
})

test('a page with nothing but known rows is not the last that is asked for', async () => {
  // It leaves here before the server says so, and others are kept on top that were on the next page.
  list.remove(all[0]!)
  kept = all.slice(80, 120)
  for (const id of kept) list.put({ id, status: 'open', waitingSince: waitsSince(id) })
  await list.more()
  expect(ids()).toEqual([...kept, ...all.slice(1, 80), ...all.slice(120)])
  expect(asked).toEqual(['2', '3', '4'])
})

test('what is read anew goes as far as it did, and no further', async () => {
  const before = ids()
  await write("status = 'closed'", [all[5]!])
  await list.reload()
  expect([ids(), asked]).toEqual([all.filter((_, i) => i !== 5).slice(0, 80), ['1', '2']])
  expect(before).toHaveLength(80)
  await readAll()
  expect(ids()).toEqual(all.filter((_, i) => i !== 5))
})

test('rows that the browser orders by another alphabet than the server are read page by page all the same', async () => {
  const other = kit.paged<Waiting>({ ...asOthers, order: (a, b) => (a.id % 7) - (b.id % 7) || b.id - a.id })
  await other.reload()
  asked = []
  while (other.hasMore.value) await other.more()
  expect(asked).toEqual(['2', '3', '4'])
  expect(other.items.value).toHaveLength(all.length)
})

test('what is asked for in other words begins with a page', async () => {
  let status = 'open'
  const other = kit.paged<Waiting>({ ...asOthers, query: () => ({ status, order: 'waiting' }), order })
  await other.reload()
  await other.more()
  status = 'closed'
  asked = []
  await other.reload()
  expect(asked).toEqual(['1'])
})

test('what is read anew while rows leave misses none', async () => {
  meanwhile = [() => resolve(all.slice(0, 3))]
  await list.reload()
  expect(asked).toEqual(['1', '2'])
  await readAll()
  expect(ids()).toEqual(all.slice(3))
})

test('whoever reads all of it goes on after it was read anew meanwhile', async () => {
  meanwhile = [async () => void list.reload()]
  await readAll()
  expect(ids()).toEqual(all)
})

test('a page that did not come is asked for again by no scrolling', async () => {
  meanwhile = [() => Promise.reject(new TypeError('no line'))]
  await list.more()
  list.nearEnd()
  expect([asked, list.failed.value]).toEqual([['3'], true])
  await list.more()
  expect(ids()).toEqual(all.slice(0, 120))
})

test('an answer that another reading overtook, or that did not come, says so', async () => {
  const overtaken = list.reload()
  expect([await list.reload(), await overtaken]).toEqual([true, false])
  meanwhile = [() => Promise.reject(new TypeError('no line'))]
  expect(await list.reload()).toBe(false)
  expect(ids()).toEqual(all.slice(0, 80))
})
