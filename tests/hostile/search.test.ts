import { afterAll, expect, test } from 'bun:test'
import { indexAllTexts } from '../../src/modules/messages/text-index'
import { nouns } from '../../src/nouns'
import { openOffice } from '../factories'
import { at, routesOf } from './routes'
import { TEXTS } from './values'

const office = await openOffice()
afterAll(() => office.close())
const { norte, sul, product } = office
const { client } = norte.staff.admin

type Row = { id: number }
/** The rows of an answer, whatever it calls them, and how many it says there are. */
async function rowsOf(path: string, query: Record<string, string>) {
  const { status, body } = await client.get<object>(`${path}?${new URLSearchParams(query)}`)
  if (status !== 200) return { status, ids: [], count: 0 }
  const list = (Array.isArray(body) ? body : Object.values(body).find(Array.isArray)) as Row[]
  return { status, ids: list.map(row => row.id), count: (body as { count?: number }).count ?? list.length }
}

const searching = routesOf(product).flatMap(route =>
  Object.keys(route.query ?? {}).flatMap(field =>
    /^(searchParam|name)$/.test(field) ? [[`${route.name} ${field}` as string, at(route, norte), field] as const] : [],
  ),
)
/** Signs that a careless query would read as more than letters, each beside letters that stand nowhere. */
const SIGNS = TEXTS.filter(text => /["'*%_\\^:{}()+\-;|]|\b(OR|AND|NOT|NEAR)\b/.test(text) && text.isWellFormed()).flatMap(sign => [
  `zqk${sign}`,
  `${sign}zqk`,
  `zqk ${sign} zqk`,
])

test('every list that is searched is known here', () => {
  const others = [
    'GET /campaigns/:id/shipments searchParam',
    'GET /chats searchParam',
    'GET /chats/search searchParam',
    'GET /companies searchParam',
    'GET /invoices searchParam',
    'GET /operator-entries searchParam',
    'GET /operator-entries/all searchParam',
    'GET /contacts searchParam',
    'GET /contacts/list name',
    'GET /ticket/kanban searchParam',
    'GET /ticket/reports searchParam',
    'GET /resellers searchParam',
    'GET /tickets searchParam',
    'GET /messages/:ticketId/search searchParam',
  ]
  const own = nouns
    .filter(({ facts }) => facts.search)
    .flatMap(({ facts: { api, contract } }) =>
      (contract?.list === false ? [''] : ['', '/list']).map(end => `GET ${api.path}${end} searchParam`),
    )
  expect(searching.map(([name]): string => name).toSorted()).toEqual([...others, ...own].toSorted())
})

test.each(searching)('%s takes every sign of SQL, LIKE and FTS for a letter', async (_, path, field) => {
  for (const text of [...SIGNS, '%', '_', '%%', '__', '%_%', '\\', '*', '"', '""', "'", '"*"', '(', '-', '^', ':']) {
    const found = await rowsOf(path, { [field]: text })
    expect([text, found]).toEqual([text, { status: 200, ids: [], count: 0 }])
  }
})

/** Whoever operates the installation looks for companies. */
const within = searching.filter(([name]) => !name.startsWith('GET /companies '))
test.each(within)('%s finds nothing that stands in rows of another company', async (_, path, field) => {
  const { body: contact } = await sul.staff.admin.client.get<{ number: string; email: string }>(`/contacts/${sul.tickets.open.contactId}`)
  for (const text of ['Sul', 'canário Sul', 'Cliente Sul', 'Etiqueta Sul', 'Robô Sul', 'ana@sul.com', contact.number, contact.email]) {
    const found = await rowsOf(path, { [field]: text })
    expect([text, found]).toEqual([text, { status: 200, ids: [], count: 0 }])
  }
})

test.each([
  ['/tags', 'searchParam', 'name'],
  ['/users', 'searchParam', 'name'],
  ['/contacts', 'searchParam', 'name'],
  ['/queueIntegration', 'searchParam', 'name'],
])('%s finds the signs that are in a name, and only where they are', async (path, field) => {
  const name = `50%_off "a" \\ 'b' (c*)`
  const made: Record<string, object> = {
    '/tags': { name },
    '/users': { name, email: 'sinais@exemplo.com', password: 'fita-verde' },
    '/contacts': { name, number: '5511981239999' },
    '/queueIntegration': { name, type: 'webhook', settings: { urlN8N: 'http://127.0.0.1:9/' } },
  }
  const { body } = await client.post<Row>(path, made[path])
  for (const text of ['50%_', '"a"', "'b'", `\\ 'b`, '(c*', name])
    expect([text, (await rowsOf(path, { [field]: text })).ids]).toEqual([text, [body.id]])
})

test('a text of a message is found as it is written, whatever signs it has', async () => {
  await norte.makeMessage(norte.tickets.pending, { body: 'o preço é 5" (50%_off) AND more*' })
  const found = async (searchParam: string) => (await rowsOf('/tickets', { searchParam })).ids
  expect(await found('5" (50%_off)')).toEqual([norte.tickets.pending.id])
  for (const nothing of ['nada OR preço', 'preço NOT more', 'NEAR(preço more)', 'preço AND zqk', 'body:preço', 'preço + zqk'])
    expect([nothing, await found(nothing)]).toEqual([nothing, []])
})

/** A message that was sent so many times more. */
async function flood({ id }: { id: number }, times: number) {
  const { rows } = await office.store.client.execute(`select name from pragma_table_info('messages') where name <> 'id'`)
  const columns = rows.map(row => String(row.name))
  const values = columns.map(name => (/^(uid|wid)$/.test(name) ? `'M' || ${id} || '-' || n` : name))
  await office.store.client.executeMultiple(`
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${times})
    insert into messages (${columns.join()}) select ${values.join()} from messages, numbers where messages.id = ${id}`)
  await office.store.write(office.store.db, db => indexAllTexts(db.$client))
}

test('a word that another company says thousands of times is found where the own company said it once', async () => {
  await norte.makeMessage(norte.tickets.closed, { body: 'jabuticaba' })
  await flood(await sul.makeMessage(sul.tickets.open, { body: 'jabuticaba' }), 6_000)
  expect(await rowsOf('/tickets', { searchParam: 'jabuticaba' })).toEqual({ status: 200, ids: [norte.tickets.closed.id], count: 1 })
})

const FILTERS = [
  'status',
  'date',
  'updatedAt',
  'showAll',
  'unanswered',
  'withUnreadMessages',
  'orUnopened',
  'queueIds',
  'exceptQueueIds',
  'tags',
  'users',
  'queues',
  'writtenBy',
  'hasFile',
  'dateFrom',
  'dateTo',
  'order',
  'snoozed',
  'pageNumber',
]

test('what was said where an agent may not look decides nothing about what they find', async () => {
  const { ana, bia } = norte.staff
  const contact = await norte.makeContact('Lucia Ramos')
  const ticket = await norte.makeTicket({ contactId: contact.id, queueId: norte.queues[0].id })
  await norte.makeMessage(ticket, { body: 'Segue o xaboleto de julho' })
  const asked = async () =>
    (await ana.client.get<{ tickets: Row[] }>('/tickets?searchParam=lucia%20xaboleto')).body.tickets.map(({ id }) => id)
  expect(await asked()).toEqual([ticket.id])
  const other = await norte.makeContact('Outra pessoa')
  const hidden = await norte.makeTicket({ contactId: other.id, queueId: norte.queues[1].id, userId: bia.id, status: 'open' })
  await norte.makeMessage(hidden, { body: 'A lucia pediu o xaboleto' })
  expect((await ana.client.get(`/tickets/${hidden.id}`)).status).toBe(403)
  expect(await asked()).toEqual([ticket.id])
})

test('one customer who says a word thousands of times hides nobody else who said it', async () => {
  for (let n = 0; n < 4; n++) {
    const contact = await norte.makeContact(`Pessoa ${n}`)
    const ticket = await norte.makeTicket({ contactId: contact.id, queueId: norte.queues[0].id })
    const message = await norte.makeMessage(ticket, { body: 'Perdi o xacartao' })
    if (n === 3) await flood(message, 2_500)
  }
  const { count } = await rowsOf('/tickets', { searchParam: 'xacartao', showAll: 'true' })
  expect(count).toBe(4)
})

test('a row is asked for a few tags at once, and for each of them once', async () => {
  for (const path of ['/tickets', '/contacts', '/ticket/reports']) {
    const ask = (tags: number[]) => client.get<{ count: number }>(`${path}?showAll=true&tags=${JSON.stringify(tags)}`)
    expect([path, (await ask(Array(400).fill(norte.tag.id))).body.count]).toEqual([path, (await ask([norte.tag.id])).body.count])
    expect([path, (await ask(Array.from({ length: 21 }, (_, n) => n + 1))).status]).toEqual([path, 400])
  }
})

test('a single letter begins no word of what was said, whatever stands behind it', async () => {
  const ticket = await norte.makeTicket({ contactId: (await norte.makeContact('Nome')).id, queueId: norte.queues[0].id })
  await norte.makeMessage(ticket, { body: 'xylofone de brinquedo' })
  const found = async (searchParam: string) => (await rowsOf('/tickets', { searchParam, showAll: 'true' })).ids.includes(ticket.id)
  for (const text of ['xy', 'brinquedo xyl']) expect([text, await found(text)]).toEqual([text, true])
  for (const text of ['x', 'x-', 'x\u0301', 'brinquedo x', 'de x.']) expect([text, await found(text)]).toEqual([text, false])
})

test('every filter of the tickets is known here', () => {
  const { query } = routesOf(product).find(({ name }) => name === 'GET /tickets')!
  expect(Object.keys(query!).toSorted()).toEqual([...FILTERS, 'searchParam'].toSorted())
})

test.each(FILTERS)('no sign in the filter %s shows a row that stays hidden without it', async filter => {
  const shown = new Set((await rowsOf('/tickets', {})).ids)
  // Further rows are what these words are for.
  const meant = new Set(['attending', 'group', ...(filter === 'showAll' || filter === 'hasFile' ? ['true'] : [])])
  for (const text of TEXTS.filter(text => !meant.has(text))) {
    const { status, ids } = await rowsOf('/tickets', { [filter]: text.toWellFormed() })
    expect([text, status]).toEqual([text, status === 400 ? 400 : 200])
    expect([text, ids.filter(id => !shown.has(id))]).toEqual([text, []])
  }
})

test('an order that a client asks for is none', async () => {
  const plain = (await rowsOf('/contacts', {})).ids
  for (const order of ['name', 'id desc', '(select 1)', '1;drop table contacts', 'companyId'])
    for (const word of ['order', 'orderBy', 'sort', 'sortBy', 'limit', 'offset', 'pageSize', 'where'])
      expect((await rowsOf('/contacts', { [word]: order })).ids).toEqual(plain)
})
