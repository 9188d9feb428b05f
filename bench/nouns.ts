import { join } from 'node:path'
import { createClient, type Client } from '@libsql/client'
import { ask } from './call'
import { loadInto } from './dataset/folder'
import { openDataSet } from './dataset/product'
import { drive } from './drive'
import type { Bench } from './figures'
import { percentiles } from './measure'
import { temporary } from './temporary'
import { quantile } from './usage'

const COMPANIES = 50
const ROWS = 500
const WIDTH = 32
const SECONDS = 2
/** Tickets and messages are not asked for here. */
const FEW = 0.0002
const GOAL = { atLeast: 1000 }

type Noun = {
  table: string
  path: string
  /** Of the installation, and so of no company. */ shared?: true
  values?: Record<string, string>
}

const oneOf = (table: string) => `(select min(id) from ${table} where company_id = c.id)`
const NOUNS: Noun[] = [
  { table: 'tags', path: '/tags' },
  { table: 'quick_messages', path: '/quick-messages', values: { geral: '1' } },
  { table: 'schedules', path: '/schedules', values: { contact_id: oneOf('contacts'), send_at: '2e12 + n.value', status: "'PENDENTE'" } },
  { table: 'file_lists', path: '/files' },
  { table: 'prompts', path: '/prompt', values: { queue_id: oneOf('queues') } },
  { table: 'integrations', path: '/queueIntegration', values: { type: "'webhook'", settings: `'{"urlN8N":"https://example.com/x"}'` } },
  { table: 'chats', path: '/chats', values: { owner_id: oneOf('users') } },
  { table: 'contact_lists', path: '/contact-lists' },
  { table: 'campaigns', path: '/campaigns', values: { status: "'INATIVA'" } },
  { table: 'announcements', path: '/announcements', shared: true, values: { priority: '1 + n.value % 3', status: '1' } },
  { table: 'helps', path: '/helps', shared: true, values: { video: "'dQw4w9WgXcQ'" } },
]

/** Rows of a table for each company: what has to be there and is not said is a number, or a text that no other row has. */
async function fill(database: Client, { table, shared, values = {} }: Noun) {
  const { rows } = await database.execute(
    `select name, type, "notnull" as required, dflt_value from pragma_table_info('${table}') where pk = 0`,
  )
  const given: Record<string, string> = {
    company_id: 'c.id',
    user_id: oneOf('users'),
    created_at: '1.7e12 + n.value',
    updated_at: '1.7e12 + n.value',
    ...values,
  }
  const columns = rows.flatMap(row => {
    const name = String(row['name'])
    if (given[name]) return [[name, given[name]!] as const]
    if (!row['required'] || row['dflt_value'] !== null) return []
    return [[name, row['type'] === 'integer' ? '0' : `'${name} ' || ${shared ? '' : "c.id || ' ' || "}n.value`] as const]
  })
  const [names, filled] = [columns.map(([name]) => name).join(), columns.map(([, value]) => value).join()]
  const from = shared ? '' : 'companies c cross join '
  await database.execute(
    `insert into ${table} (${names}) select ${filled} from ${from}generate_series(1, ${ROWS}) n${shared ? '' : ' where c.id > 0'}`,
  )
}

/** Everyone's first person is in all rooms of the company. */
const MEMBERS = `insert into chat_users (chat_id, user_id, created_at, updated_at)
  select id, owner_id, created_at, created_at from chats where title like 'title %'`

/** The first page of each noun's list, in all companies in turn. */
export const nouns: Bench = async tell => {
  const folder = await temporary()
  await loadInto(folder, FEW, COMPANIES)
  const database = createClient({ url: `file:${join(folder, 'balcao.db')}` })
  for (const noun of NOUNS) await fill(database, noun).catch(error => Promise.reject(new Error(`rows of ${noun.table}`, { cause: error })))
  await database.execute(MEMBERS)
  await database.execute('analyze')
  database.close()
  const shop = await openDataSet({ folder })
  try {
    const tokens: string[] = []
    for (let company = 1; company <= COMPANIES; company++)
      tokens.push(await shop.signIn(company === 1 ? 'user1@bench.local' : `user1.${company}@bench.local`))
    const first = (path: string) => (i: number) => ({ path: `${path}?pageNumber=1`, token: tokens[i % COMPANIES]! })
    // Code that is new to the engine is slow: nothing counts before all of it was asked for.
    for (const { path } of NOUNS) await drive(shop, WIDTH, 1, first(path))
    for (const { path } of NOUNS) {
      const call = first(path)
      const answer: { count?: number } = await ask(shop, call(0))
      if ((answer.count ?? 0) < ROWS) throw new Error(`${path} has ${answer.count} rows, not ${ROWS}`)
      const many = await drive(shop, WIDTH, SECONDS, call)
      tell({ name: `GET ${path}: ${WIDTH} at once`, value: many.perSecond, unit: '/s', goal: GOAL, detail: percentiles(many.times) })
      tell({ name: `GET ${path}: ${WIDTH} at once, p99`, value: quantile(many.times, 0.99), unit: 'ms' })
      tell({ name: `GET ${path}: processor`, value: many.cpuMs, unit: 'ms each' })
    }
  } finally {
    await shop.close()
  }
}
