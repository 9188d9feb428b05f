import { afterAll, beforeAll, beforeEach, expect, spyOn, test } from 'bun:test'
import { openOffice, type Office } from '../../tests/factories'
import { openPage } from '../../tests/page'
import type { Keyset } from './keyset'

type Other = { id: number; status: string }
let office: Office
let page: ReturnType<typeof openPage>
let kit: typeof import('./keyset') & typeof import('./toast')
let pages: Keyset<Other>
let contactId: number
/** What the server was asked below. */
const asked: string[] = []
let refuses = false

const make = () => office.norte.makeTicket({ contactId, status: 'closed' })
const ids = () => pages.rows.value.map(({ id }) => id)
const remove = (id: number) => office.store.client.execute({ sql: 'delete from tickets where id = ?', args: [id] })

beforeAll(async () => {
  office = await openOffice()
  const { client } = office.norte.staff.admin
  page = openPage(office.product.server.port, client)
  const { fetch } = globalThis
  Object.assign(globalThis, {
    fetch: (path: string, init?: RequestInit) => {
      asked.push(new URLSearchParams(path.split('?')[1]).get('before') ?? '')
      return refuses ? Promise.reject(new TypeError('no line')) : fetch(path, init)
    },
  })
  kit = { ...(await import('./keyset')), ...(await import('./toast')) }
  ;(await import('./api')).setToken(client.token)
})
beforeEach(async () => {
  contactId = (await office.norte.makeContact()).id
  const { id } = await make()
  for (let n = 0; n < 25; n++) await make()
  pages = kit.keyset<Other>(`/tickets/${id}/others`, 'tickets')
  await pages.reload()
  asked.length = 0
})
afterAll(async () => {
  page.close()
  await office.close()
})

test('what is read anew goes down to the last row that was known, and no further', async () => {
  await pages.more()
  const known = ids()
  const { id } = await make()
  await office.store.client.execute({ sql: "update tickets set status = 'pending' where id = ?", args: [known[15]!] })
  await pages.reload()
  expect(ids()).toEqual([id, ...known])
  expect(pages.rows.value.filter(({ status }) => status === 'pending').map(one => one.id)).toEqual([known[15]!])
  expect(pages.hasMore.value).toBe(true)
  while (pages.hasMore.value) await pages.more()
  expect(ids().length).toBe(26)
})

test('of a list that nobody read further the first page is read anew, once however often it is asked for', async () => {
  const { id } = await make()
  await Promise.all([pages.reload(), pages.reload(), pages.reload()])
  expect([ids().length, ids()[0], asked.length]).toEqual([10, id, 1])
})

test('rows that are gone leave, the last one too', async () => {
  await pages.more()
  const known = ids()
  for (const gone of [known[3]!, known.at(-1)!]) await remove(gone)
  await pages.reload()
  expect(ids().slice(0, 18)).toEqual(known.filter((_, i) => i !== 3 && i !== 19))
  expect(new Set(ids()).size).toBe(ids().length)
})

test('a page that is on its way stays when the list is read anew meanwhile, and comes once', async () => {
  const { id } = await make()
  await Promise.all([pages.more(), pages.more(), pages.reload()])
  expect(ids().length).toBe(21)
  expect(ids()[0]).toBe(id)
  expect(new Set(ids()).size).toBe(21)
})

test('who asks for more and gets none is told, and what stands stays', async () => {
  const known = ids()
  const told = spyOn(kit.toast, 'bad')
  refuses = true
  await pages.more()
  refuses = false
  expect(told).toHaveBeenCalledTimes(1)
  expect(ids()).toEqual(known)
  await pages.more()
  expect(ids().length).toBe(20)
})

test('a list that could not be read says so until it is', async () => {
  refuses = true
  await pages.reload()
  refuses = false
  expect(pages.failed.value).toBeDefined()
  await pages.reload()
  expect(pages.failed.value).toBeUndefined()
})
