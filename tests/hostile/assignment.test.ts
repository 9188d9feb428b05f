import { afterAll, expect, test } from 'bun:test'
import { eq, getTableColumns } from 'drizzle-orm'
import type { SQLiteTable, SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { brands } from '../../src/modules/brand/schema'
import { chats } from '../../src/modules/chats/schema'
import { companies } from '../../src/modules/companies/schema'
import { resellers } from '../../src/modules/resellers/schema'
import { settings } from '../../src/modules/settings/schema'
import { tickets } from '../../src/modules/tickets/schema'
import { users } from '../../src/modules/users/schema'
import { nouns } from '../../src/nouns'
import { openOffice } from '../factories'
import { at, bodyOf, routesOf } from './routes'

const office = await openOffice()
afterAll(() => office.close())
const { norte, sul } = office
const { client } = norte.staff.admin

type Table = SQLiteTable & { id: SQLiteColumn; companyId?: SQLiteColumn }

/** The tables of what is no registered noun: by the beginning of its paths. */
const OTHERS: Record<string, Table> = { chats, tickets, settings, companies, brand: brands, resellers }
/** The table behind each noun that has rows to write. A noun with PUT or POST that is not here fails the walk. */
const TABLES: Record<string, Table> = {
  ...OTHERS,
  ...Object.fromEntries(nouns.map(({ facts }) => [facts.api.path.slice(1), facts.table as Table])),
}
/** Writes no row of a noun: what it does is tried elsewhere. By the beginning of its paths, by the whole one, by its end. */
const BEGINNINGS =
  'auth bots session message messages whatsappsession sandbox plugins forgetpassword resetpasswords invoice-items subscription payment-accounts campaign-settings note-mentions message-failures push-subscriptions drafts invoices'
const PATHS = '/companies/cadastro /tags/sync /tickets/closeAll /queueIntegration/testSession /prompt/test /chats/:id/messages'
const ENDINGS = 'import upload merge test enter due-date snooze reseller operators'
const NO_ROW: [name: string, is: (path: string) => boolean][] = [
  ...BEGINNINGS.split(' ').map(name => [name, (path: string) => path.split('/')[1] === name] as const),
  ...PATHS.split(' ').map(name => [name, (path: string) => path === name || path.startsWith(`${name}/`)] as const),
  ...ENDINGS.split(' ').map(name => [name, (path: string) => path.endsWith(`/${name}`)] as const),
].map(([name, is]) => [name, is])

const bodies = routesOf(office.product).filter(({ body }) => body)
const writing = bodies.filter(({ path }) => !NO_ROW.some(([, is]) => is(path)))
const nounOf = (path: string) => path.split('/')[1]!
const named = writing.map(route => [route.name, route] as const)

/** Every column of every table, with a value that nobody may set. */
const HOSTILE = Object.fromEntries(
  [companies, ...Object.values(TABLES)].flatMap(table =>
    Object.entries(getTableColumns(table)).map(([name, { dataType }]) => [
      name,
      dataType === 'number'
        ? 424_242
        : dataType === 'boolean'
          ? true
          : dataType === 'date'
            ? '2001-01-01T00:00:00Z'
            : dataType === 'json'
              ? { hostile: 1 }
              : 'hostil',
    ]),
  ),
)
const beside = (body: object) => Object.fromEntries(Object.entries(HOSTILE).filter(([name]) => !(name in body)))
const rowOf = async (table: Table, id: number) => (await office.store.db.select().from(table).where(eq(table.id, id)))[0]!

/** Without its time, and with secrets that are sealed anew each time left out. */
const comparable = (row: object) => JSON.stringify({ ...row, updatedAt: null }).replace(/sealed:[^"]*/g, '')

test('every noun that is written has its table here', () => {
  expect(writing.map(route => nounOf(route.path)).filter(noun => !TABLES[noun])).toEqual([])
})

test('what is kept here by hand is written, or left out, by a route', () => {
  expect(Object.keys(OTHERS).filter(noun => !writing.some(({ path }) => nounOf(path) === noun))).toEqual([])
  expect(NO_ROW.filter(([, is]) => !bodies.some(({ path }) => is(path))).map(([name]) => name)).toEqual([])
})

test.each(named.filter(([, { method, path }]) => method === 'PUT' && path.includes(':id')))(
  '%s changes only what it names',
  async (_, route) => {
    const table = TABLES[nounOf(route.path)]!
    const id = Number(/\/(\d+)/.exec(at(route, norte))![1])
    const before = await rowOf(table, id)
    const answer = await client.call(route.method, at(route, norte), { ...beside(route.body!), companyId: sul.id, id: 424_242 })
    expect(answer.status).toBeLessThan(300)
    expect(comparable(await rowOf(table, id))).toEqual(comparable(before))
  },
)

test('PUT /users/me changes neither profile nor queues nor company', async () => {
  const { ana } = norte.staff
  const before = await rowOf(users, ana.id)
  const answer = await ana.client.put('/users/me', {
    ...HOSTILE,
    name: before.name,
    email: before.email,
    language: 'pt',
    profile: 'admin',
    super: true,
    queueIds: [],
    companyId: sul.id,
  })
  expect(answer.status).toBe(200)
  expect({ ...(await rowOf(users, ana.id)), updatedAt: null, language: null }).toEqual({ ...before, updatedAt: null, language: null })
})

test.each(named.filter(([, { method }]) => method === 'POST'))('%s makes a row of the own company, of what it names', async (_, route) => {
  const table = TABLES[nounOf(route.path)]!
  const plain = bodyOf(route, norte)!
  const { status, body } = await client.post<{ id: number }>(at(route, norte), {
    ...beside(route.body!),
    ...plain,
    companyId: sul.id,
    id: 424_242,
  })
  expect(status).toBe(200)
  const made = await rowOf(table, body.id)
  if ('companyId' in table) expect(made).toMatchObject({ companyId: norte.id })
  const written = Object.entries(made).filter(
    ([name, value]) =>
      !(name in route.body!) && name !== 'companyId' && (value === 424_242 || value === 'hostil' || String(value).startsWith('2001')),
  )
  expect(written).toEqual([])
  expect(made).not.toMatchObject({ super: true })
  expect(body.id).not.toBe(424_242)
})

test('a setting keeps to its key and its company', async () => {
  const before = (await office.store.db.select().from(settings)).filter(row => row.companyId === sul.id)
  const { status, body } = await client.put<object>('/settings/userRating', {
    ...HOSTILE,
    value: 'enabled',
    key: 'call',
    companyId: sul.id,
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ key: 'userRating', value: 'enabled', companyId: norte.id })
  expect((await office.store.db.select().from(settings)).filter(row => row.companyId === sul.id)).toEqual(before)
  expect((await client.put('/settings/novaChave', { value: 'x' })).status).toBe(404)
})

test('the set-up of a company can’t be asked for through the settings', async () => {
  for (const key of ['allowregister', 'viewregister', 'trial']) {
    expect((await client.put(`/settings/${key}`, { value: 'talvez' })).status).toBe(400)
    expect((await sul.staff.admin.client.put(`/settings/${key}`, { value: 'disabled' })).status).toBe(403)
    expect((await office.product.app.request(`/settings/${key}`)).status).toBe(200)
  }
})
