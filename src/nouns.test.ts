import { expect, test } from 'bun:test'
import { eq, getTableColumns } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/sqlite-core'
import { eventName } from '#kernel/events/event-name'
import { isSealed } from '#kernel/process/seal'
import { testOffice } from '../tests/office'
import { until } from '../tests/until'
import { BODIES } from '../tests/hostile/routes'
import { PIXEL, refusedSample, textFields } from '../tests/sample'
import { nouns } from './nouns'

const office = await testOffice()
const { norte, sul } = office
/** Who may write every noun: an administrator who operates the installation. */
const { client } = norte.staff.admin

type Facts = (typeof nouns)[number]['facts']
type Row = { id: number; mediaPath?: string | null }
const named = (keep: (facts: Facts) => unknown = () => true) =>
  nouns.filter(({ facts }) => keep(facts)).map(({ facts }) => [facts.name, facts] as const)
const bodyOf = (facts: Facts) => ({ ...norte.sample(facts), ...BODIES[`POST ${facts.api.path}`]!(norte) })
async function made(facts: Facts, more: object = {}): Promise<Row> {
  const { status, body, text } = await client.post<Row>(facts.api.path, { ...bodyOf(facts), ...more })
  if (status !== 200) throw new Error(refusedSample(facts.name, text))
  return body
}

/** Nouns of which clients of the family hear as of one that changed when there is a new one: verbs of their own tell that, and no fact. */
const TOLD_AS_CHANGED = ['queue', 'wapp']
test('each noun that is told as changed is one', () => {
  expect(TOLD_AS_CHANGED.filter(name => !nouns.some(({ facts }) => facts.name === name))).toEqual([])
})

test.each(named())(
  '%s: what is made, changed and deleted is told under its name to those who may read it, and to no others',
  async (_, facts) => {
    const { api, rights, scope } = facts
    // What hangs on a ticket is told to whoever has its conversation open.
    const own = await client.socket(['joinChatBox', String(norte.tickets.open.id)])
    const other = await sul.staff.admin.client.socket(['joinChatBox', String(sul.tickets.open.id)])
    const { id } = await made(facts)
    await client.put(`${api.path}/${id}`, BODIES[`PUT ${api.path}/:id`]!(norte))
    expect((await client.delete(`${api.path}/${id}`)).status).toBe(200)
    const ofRow = (payload: Record<string, unknown> = {}) => payload[api.id] === id || (payload[api.row] as Row | undefined)?.id === id
    await own.next(eventName(norte.id, api.event), payload => payload['action'] === 'delete' && ofRow(payload))
    const told = async (socket: typeof own, companyId: number) =>
      (await socket.settled())
        .filter(({ event, payload }) => event === eventName(companyId, api.event) && ofRow(payload))
        .map(({ payload }) => payload!['action'])
        .filter((action, at, all) => action !== all[at - 1])
    const actions = TOLD_AS_CHANGED.includes(facts.name) ? ['update', 'delete'] : ['create', 'update', 'delete']
    expect(await told(own, norte.id)).toEqual(actions)
    expect(await told(other, sul.id)).toEqual(scope.kind === 'installation' && !rights.read ? actions : [])
    for (const socket of [own, other]) socket.close()
  },
)

/** The field that a search of the noun finds, when it is one of words. */
const searched = ({ body, search = [] }: Facts) =>
  typeof search === 'function' ? undefined : textFields(body).find(field => search.some(column => column.name === field))

test.each(named(facts => facts.api.rows && facts.pageSize <= 50 && searched(facts)))(
  '%s: a list has pages, its count, and what is searched in whatever case',
  async (_, facts) => {
    const { path, rows } = facts.api
    for (let at = 0; at <= facts.pageSize; at++) await made(facts, { [searched(facts)!]: `Procurada ${at}` })
    const page = async (number: number) =>
      (await client.get<Record<string, unknown>>(`${path}?searchParam=PROCURADA&pageNumber=${number}`)).body
    const [first, second] = [await page(1), await page(2)]
    const ids = [first, second].map(one => (one[rows!] as Row[]).map(({ id }) => id))
    expect(ids.map(({ length }) => length)).toEqual([facts.pageSize, 1])
    expect(new Set(ids.flat()).size).toBe(facts.pageSize + 1)
    expect([first, second].map(({ count, hasMore }) => [count, hasMore])).toEqual([
      [facts.pageSize + 1, true],
      [facts.pageSize + 1, false],
    ])
  },
)

/** Fields of which a company may have each value once. */
const onceOf = ({ body, table, unique = {} }: Facts) =>
  Object.keys(unique).flatMap(field => {
    const columns = getTableColumns(table)
    const index = getTableConfig(table).indexes.find(({ config }) => config.unique && config.columns.at(-1) === columns[field])
    return field in body.entries ? [{ field, perCompany: Boolean(index?.config.columns.includes(columns['companyId']!)) }] : []
  })

test.each(named(facts => onceOf(facts).length))('%s: what only one row may have is refused at its field', async (_, facts) => {
  for (const { field, perCompany } of onceOf(facts)) {
    const given = { [field]: norte.sample(facts)[field] ?? crypto.randomUUID() }
    await made(facts, given)
    const { status, body } = await client.post(facts.api.path, { ...bodyOf(facts), ...given })
    expect({ field, status, body }).toMatchObject({ status: 400, body: { details: { [field]: [facts.unique![field]] } } })
    const other = { ...sul.sample(facts), ...BODIES[`POST ${facts.api.path}`]!(sul), ...given }
    if (perCompany) expect([field, (await sul.staff.admin.client.post(facts.api.path, other)).status]).toEqual([field, 200])
  }
})

test.each(named(facts => facts.api.rows && facts.order.startsWith('sort_name') && searched(facts)))(
  '%s: a list stands in the order of names, whatever their case and accents',
  async (_, facts) => {
    const { path, rows } = facts.api
    const names = ['Zebra', 'árvore', 'Água', 'Ébano'].map(name => `${name} da ordem`)
    for (const name of names) await made(facts, { [searched(facts)!]: name })
    const { body } = await client.get<Record<string, Record<string, unknown>[]>>(`${path}?searchParam=da ordem`)
    expect(body[rows!]!.map(row => row[searched(facts)!])).toEqual([2, 1, 3, 0].map(at => names[at]))
  },
)

test.each(named(facts => facts.imports))('%s: rows of a spreadsheet are taken each by itself', async (_, facts) => {
  const { status, body } = await client.post(`${facts.api.path}/import`, { rows: [bodyOf(facts), {}] })
  expect({ status, body }).toMatchObject({ status: 200, body: { created: 1, refused: [{ row: 1 }] } })
})

test.each(named(facts => facts.media))('%s: a file is kept with its row, and can be taken away', async (_, facts) => {
  const { id } = await made(facts)
  const address = `${facts.api.path}/${id}`
  const form = new FormData()
  const isPicture = facts.media === 'picture'
  const [content, name, type] = isPicture ? [PIXEL, 'pixel.png', 'image/png'] : [Buffer.from('conteúdo'), 'tabela.pdf', 'application/pdf']
  form.set('file', new File([content], name, { type }))
  expect(await client.post(`${address}/media-upload`, form)).toMatchObject({
    body: { mensagem: typeof facts.media === 'object' ? facts.media[0] : 'Arquivo Anexado' },
  })
  const { body } = await client.get<Row & { mediaName: string }>(address)
  expect(body.mediaName).toBe(name)
  expect((await client.get(body.mediaPath!)).text).toBe(new TextDecoder().decode(content))
  expect((await client.delete(`${address}/media-upload`)).status).toBe(200)
  expect((await client.get<Row>(address)).body.mediaPath).toBeNull()
})

const sealedOf = ({ secrets = {} }: Facts) => Object.keys(secrets).filter(key => secrets[key] === 'sealed')

test.each(named(facts => sealedOf(facts).length))(
  '%s: a secret is sealed in its row, told to nobody, and kept when it is left empty',
  async (_, facts) => {
    const secrets = Object.fromEntries(sealedOf(facts).map(key => [key, `segredo-guardado-${key}`]))
    const empty = Object.fromEntries(sealedOf(facts).map(key => [key, '']))
    const socket = await client.socket()
    const { id } = await made(facts, secrets)
    const address = `${facts.api.path}/${id}`
    expect((await client.put(address, empty)).body).toMatchObject(empty)
    const [stored] = await norte.ctx.db.select().from(facts.table).where(eq(facts.table.id, id))
    for (const [key, secret] of Object.entries(secrets))
      expect([isSealed(stored![key]), norte.ctx.vault.open(String(stored![key]))]).toEqual([true, secret])
    const read = await Promise.all([address, facts.api.path, `${facts.api.path}/list`].map(async path => (await client.get(path)).text))
    expect(JSON.stringify([read, await socket.settled()])).not.toMatch(/segredo-|sealed:/)
    socket.close()
  },
)

/** References that may be empty, with the noun that they name. */
const references = nouns.flatMap(({ facts }) =>
  Object.entries(facts.refs ?? {}).flatMap(([field, of]) => {
    const target = nouns.find(({ tableName }) => tableName === of().tableName)?.facts
    const column = getTableColumns(facts.table)[field]
    return target && column && !column.notNull ? [[`${facts.name} ${field}`, { field, facts, target }] as const] : []
  }),
)

test.each(references)('%s: is empty, or gone with its row, when what it names was deleted', async (_, { field, facts, target }) => {
  const { id } = await made(target)
  const row = await made(facts, { [field]: id })
  const read = () => client.get<Record<string, unknown>>(`${facts.api.path}/${row.id}`)
  expect((await read()).body[field]).toBe(id)
  expect((await client.delete(`${target.api.path}/${id}`)).status).toBe(200)
  const isGone = async () => {
    const { status, body } = await read()
    return status === 404 || body[field] === null
  }
  const { path } = facts.api
  const unsaid = `${facts.name}.${field} still names the ${target.name}: it is in \`refs\` of src/modules${path}, and what deletes a ${target.name} discards its row, or calls clearReferences`
  await until(isGone, undefined, unsaid)
})
