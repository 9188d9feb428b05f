import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { InArgs, InStatement, ResultSet } from '@libsql/client'
import { Sqlite3Client, Sqlite3Transaction } from '@libsql/client/sqlite3'
import { sql } from 'drizzle-orm'
import { shipments } from '../../src/modules/campaigns'
import { VIEWS } from '../../src/modules/campaigns/body'
import { newPhone, openOffice, type Office } from '../factories'
import { nouns } from '../../src/nouns'
import { at, bodyOf, routesOf } from '../hostile/routes'

let office: Office
const statements = new Set<string>()

/** Tables that stay small: a company has a handful of these rows, or an installation has. What is not here grows with use. */
const SMALL = new Set(
  (
    'companies resellers settings queues users user_queues connections connection_queues integrations tags outbox operator_entries ' +
    'message_months messages_to_index migrations payment_accounts brands brand_files'
  ).split(' '),
)
/** Those of the installation have a handful of rows, as the registry knows. */
const ofInstallation = new Set(nouns.flatMap(({ facts, tableName }) => (facts.scope.kind === 'installation' ? tableName : [])))
const isSmall = (name: string) => SMALL.has(name) || ofInstallation.has(name)

/** A scan of a large table that is right, and why. */
const ALLOWED: [RegExp, string][] = [
  [/^insert into "companies"/, 'rows that name a company are looked for only where one was missing before'],
  [/^insert into \S+ \([^)]*\) values /, 'the rows that it brings itself'],
  [/ order by "payment_events"."id" desc limit /, 'the newest by their key, read until there are enough'],
  [/^update jobs set state = 'running'/, 'the companies that have something to do, and the first jobs of each'],
]

type Execute = (this: unknown, statement: InStatement, args?: InArgs) => Promise<ResultSet>
const watched = [Sqlite3Client.prototype, Sqlite3Transaction.prototype] as unknown as { execute: Execute }[]
const originals = watched.map(one => one.execute)

/** Of the writer's connection alone, and read whole: it holds what one transaction has changed. */
const OWN_TABLE = /\bchanged_rows\b/
function note(text: string) {
  if (/^\s*(select|update|delete|insert|with)\b/i.test(text) && !OWN_TABLE.test(text)) statements.add(text.replace(/\s+/g, ' '))
}
/** Notes every statement, of the readers and of the writer, whoever runs it. */
function watch() {
  for (const [i, one] of watched.entries())
    one.execute = function (statement, args) {
      note(typeof statement === 'string' ? statement : statement.sql)
      return originals[i]!.call(this, statement, args)
    }
  const { cell } = office.store
  office.store.cell = (companyId, key, text, values) => {
    note(text)
    return cell(companyId, key, text, values)
  }
}
const unwatch = () => watched.forEach((one, i) => (one.execute = originals[i]!))

beforeAll(async () => {
  office = await openOffice()
  watch()
  await walk()
  unwatch()
}, 240_000)
afterAll(() => office?.close())

/** Every route, every kind of search, and the journeys behind them. */
async function walk() {
  const { norte, product } = office
  const searches = [
    '',
    '?searchParam=Cli',
    '?searchParam=cl',
    '?searchParam=canário',
    '?status=closed&showAll=true',
    '?status=open',
    '?status=pending',
    '?status=pending&order=waiting',
    '?status=open&order=oldest&unanswered=true',
    '?status=group',
    ...['', 'searchParam=Cli&'].flatMap(words => [
      `?${words}hasFile=true`,
      `?${words}writtenBy=customer`,
      `?${words}dateFrom=2026-01-01&dateTo=2026-01-31`,
    ]),
    `?queues=[${norte.queues[0].id}]`,
  ]
  const filters = [
    '?withUnreadMessages=true',
    '?withUnreadMessages=true&orUnopened=true',
    `?queueIds=[${norte.queues[0].id}]`,
    `?tags=[${norte.tag.id}]`,
    `?users=[${norte.staff.ana.id}]`,
    '?date=2026-01-01',
    '?updatedAt=2026-01-01',
    '?history=true',
    ...['around', 'before', 'after'].flatMap(side => [`?${side}=${norte.message.uid}`, `?history=true&${side}=${norte.message.uid}`]),
    '?pageNumber=2',
    '?aroundDate=2026-01-01',
    '?aroundTime=2026-01-01T03:00:00.000Z',
    '?history=true&aroundDate=2026-01-01',
    ...['pictures', 'files', 'links'].flatMap(kind => [`?kind=${kind}`, `?kind=${kind}&before=${norte.message.uid}`]),
    '?before=1000000',
    '?days=30',
    '?initialDate=2026-01-01&finalDate=2026-01-31',
  ]
  for (const who of ['admin', 'supervisor', 'ana', 'leo'] as const) {
    const { client } = norte.staff[who]
    for (const route of routesOf(product).filter(({ method, path }) => method === 'GET' && !path.startsWith('/sandbox')))
      for (const search of route.query ? [...searches, ...filters] : ['']) await client.get(at(route, norte) + search)
  }
  const report = `/campaigns/${norte.rows['/campaigns']!.id}/shipments`
  for (const view of VIEWS) expect((await norte.staff.admin.client.get(`${report}?view=${view}`)).status).toBe(200)
  await shipments.ofMessage(norte.ctx, 1)
  const phone = newPhone()
  for (const text of ['oi', 'outra']) await office.receive(norte, { from: { pn: phone, name: 'Helena' }, text })
  await office.receive(norte, { from: { pn: phone, lid: '123456789012345' } })
  const key = await office.receive(norte, { from: { pn: newPhone() }, group: { id: '120363000000000009', subject: 'G' } })
  await office.receive(norte, { from: { lid: '223456789012345' }, content: { type: 'reaction', target: key, emoji: '👍' } })
  await norte.staff.admin.client.put(`/whatsapp/${norte.connection.id}`, { expiresTicket: 1 })
  for (const route of routesOf(product).filter(
    ({ method, path }) => method !== 'GET' && method !== 'DELETE' && !/^\/(auth|session|sandbox|whatsappsession)/.test(path),
  ))
    await norte.staff.admin.client.call(route.method, at(route, norte), bodyOf(route, norte))
  for (const route of routesOf(product).filter(
    ({ method, path }) => method === 'DELETE' && !/^\/(auth|whatsappsession|whatsapp)/.test(path),
  ))
    await norte.staff.admin.client.call('DELETE', at(route, norte))
}

/** What a plan reads from end to end: the names as the statement calls them. */
/** A step of a value that is worked out (`contains`) is one row. */
const scannedBy = (plan: string[]) =>
  plan
    .filter(detail => /^SCAN (?!CONSTANT|\(|step\d+$)/.test(detail) && !detail.includes('VIRTUAL TABLE'))
    .map(detail => detail.split(' ')[1]!)

/** The table behind a name that a statement gave it. */
const tableOf = (text: string, name: string) => new RegExp(`"?(\\w+)"? (?:as )?"?${name}"?[ ,)]`, 'i').exec(text)?.[1] ?? name

async function planOf(text: string) {
  const args = Array.from({ length: (text.match(/\?/g) ?? []).length }, () => 1)
  const { rows } = await office.store.client.execute({ sql: `explain query plan ${text}`, args })
  return rows.map(row => String(row.detail))
}

/** What a subquery gives is read whole; how that finds its rows stands in the plan itself. */
const isSubquery = (text: string, name: string) => new RegExp(`\\) (?:as )?"?${name}"?\\b`, 'i').test(text)
const isLarge = (text: string, name: string) => !isSmall(name) && !isSmall(tableOf(text, name)) && !isSubquery(text, name)

test('every statement of the product finds its rows by an index', async () => {
  expect(statements.size).toBeGreaterThan(60)
  const scans: string[] = []
  for (const text of statements) {
    const large = scannedBy(await planOf(text)).filter(name => isLarge(text, name))
    if (large.length && !ALLOWED.some(([pattern]) => pattern.test(text))) scans.push(`${large} in ${text}`)
  }
  expect(scans).toEqual([])
})

/** What a company or a number of it ever said or did: an index that begins with it, and is asked for no more, is read from end to end too. */
const ALL_OF_ONE = /^SEARCH (\S+) USING (?:COVERING )?INDEX \S+ \((?:company_id|connection_id|whatsapp_id)=\?\)$/
const HUGE = new Set(['messages', 'message_edits', 'number_openings', 'ticket_activities', 'ticket_trackings', 'campaign_shipments'])
/** What of one is read from end to end all the same, and why. */
const WHOLE: [RegExp, string][] = [
  [/^insert into "?(companies|connections)\b/, 'a new company or number is looked for only where one was missing before'],
  [/ from ticket_trackings where company_id = \? and started_at is not null limit 1$/, 'ends at the first that somebody accepted'],
  [/ 'leads', \(select /, 'contacts stand together in that index alone; what comes of it is kept until an opening changes'],
]

test('each table that is said to be small or huge is one, and each scan that is right is made', async () => {
  const tables = (await office.store.db.all<{ name: string }>(sql`select name from sqlite_master where type = 'table'`)).map(
    ({ name }) => name,
  )
  expect([...SMALL, ...HUGE].filter(name => !tables.includes(name) || ofInstallation.has(name))).toEqual([])
  expect([...ALLOWED, ...WHOLE].filter(([pattern]) => ![...statements].some(text => pattern.test(text))).map(String)).toEqual([])
})

test('no statement looks through all messages of a company or of a number', async () => {
  const found: string[] = []
  for (const text of [...statements].filter(text => !WHOLE.some(([pattern]) => pattern.test(text))))
    for (const detail of await planOf(text)) {
      const name = ALL_OF_ONE.exec(detail)?.[1]
      if (name && (HUGE.has(name) || HUGE.has(tableOf(text, name)))) found.push(`${detail} in ${text}`)
    }
  expect(found).toEqual([])
})
