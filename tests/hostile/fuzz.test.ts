import { afterAll, beforeEach, expect, test } from 'bun:test'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { hintOf } from '#kernel/fields'
import { companies } from '../../src/modules/companies/schema'
import { nouns } from '../../src/nouns'
import { connections, openOffice } from '../factories'
import { watchTables } from './changes'
import { reasonIn } from './refusals'
import { at, bodyOf, phoneOf, routesOf, tokenFor, type Route } from './routes'
import { chance, LARGE, TEXTS, VALUES } from './values'

const SEED = 20_261_121
const office = await openOffice()
// What a body turned on may be told in the background: here only what a request itself writes is looked at.
await office.product.jobs.runner.stop()
const { norte, product } = office
const { client } = norte.staff.admin
await client.post(`/sandbox/${norte.connection.id}/phones`, { name: 'Fone', phone: phoneOf(norte) })
await connections.setState(norte.ctx, norte.connection.id, { status: 'CONNECTED' })
// Closed, it would refuse every body unread.
await client.put('/settings/allowregister', { value: 'enabled' })
const written = await watchTables(office.store)
// What a crash would lose is tried elsewhere, and here no write waits for the disk.
await office.store.client.executeMultiple('pragma synchronous=off')
const log = await open(join(office.folder, 'balcao.db-wal'))
const files = Object.getPrototypeOf(log) as typeof log
const { datasync } = files
files.datasync = async () => {}
afterAll(async () => {
  files.datasync = datasync
  await log.close()
})

// What was tried before may have left it another.
beforeEach(async () => {
  await connections.update(norte.ctx, norte.connection.id, { token: norte.connectionToken })
  await office.store.db
    .update(companies)
    .set({ planId: norte.planId, exceptions: {}, status: true, dueDate: null })
    .where(eq(companies.id, norte.id))
  norte.ctx.access.changed({ companyId: norte.id })
  await written()
})

let tried = 0
let taken = 0
afterAll(async () => {
  process.stdout.write(`fuzz: ${tried} requests with a hostile body, field or parameter, ${tried - taken} refused\n`)
  await office.close()
})

/** The simulator first: later its connection may have been begun anew. */
const routes = routesOf(product).toSorted(
  (one, other) => Number(other.path.startsWith('/sandbox')) - Number(one.path.startsWith('/sandbox')),
)
const CANARY = /\bSul\b|canário-?Sul|@sul\.com/
/** What operators read is of all companies. */
const OF_ALL = /^\/companies(\/list)?\/?$/
/** A connection that was begun tells how it goes, whatever is asked meanwhile. */
const OF_ITSELF = new Set(['connections', 'wa_creds', 'wa_keys'])

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[]; oneOf?: Schema[] }
type Body = { content: { 'application/json': { schema: Schema } } }
type Api = { paths: Record<string, Record<string, { requestBody?: Body }>> }
const { paths } = (await client.get<Api>('/openapi.json')).body

/** Every place where a body has a value, as the names up to it; the first of a list stands for all. */
function placesOf({ properties = {}, items, anyOf = [], oneOf = [] }: Schema, path: string[] = []): string[][] {
  const inner = [
    ...Object.entries(properties).flatMap(([name, part]) => placesOf(part, [...path, name])),
    ...(items ? placesOf(items, [...path, '0']) : []),
    ...[...anyOf, ...oneOf].flatMap(part => placesOf(part, path)),
  ]
  return path.length ? [path, ...inner] : inner
}
const placesIn = (value: unknown, path: string[] = []): string[][] =>
  value && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, part]) => [[...path, name], ...placesIn(part, [...path, name])])
    : []

/** Where a list or an object has to be right before what is in it counts, by a field of the body. */
const NESTED: Record<string, unknown> = {
  schedules: [{ weekday: 'Segunda', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }],
  extraInfo: [{ name: 'CPF', value: '1' }],
  quotedMsg: { id: norte.message.uid },
}
/** A list of references names a row of the company. */
function nested(field: string, schema: object) {
  const { of, input } = hintOf(schema as Parameters<typeof hintOf>[0])
  if (input !== 'references') return NESTED[field]
  return [norte.rows[nouns.find(({ tableName }) => tableName === of)!.facts.api.path]!.id]
}
function bodyFor(route: Route) {
  const inner = Object.entries(route.body ?? {}).map(([field, schema]) => [field, nested(field, schema as object)] as const)
  return { ...Object.fromEntries(inner.filter(([, value]) => value !== undefined)), ...bodyOf(route, norte) }
}
test('each field that has to be right inside is one of a body', () => {
  expect(Object.keys(NESTED).filter(field => !routes.some(({ body }) => body && field in body))).toEqual([])
})

const HERE = '\u0000here\u0000'
/** The JSON of a body with the given JSON in one place. */
function planted(body: object, [name, ...path]: string[], json: string) {
  const put = (value: unknown, [name, ...path]: string[]): unknown => {
    if (name === undefined) return HERE
    if (name === '0') return [put((value as unknown[] | undefined)?.[0], path)]
    return { ...(value as object | undefined), [name]: put((value as Record<string, unknown> | undefined)?.[name], path) }
  }
  return JSON.stringify(put(body, [name!, ...path])).replace(JSON.stringify(HERE), () => json)
}

/** Asks once. What is refused is refused in known words and leaves everything as it was; nothing fails, and nothing foreign is told. */
async function ask(route: Route, path: string, init: RequestInit, what: string) {
  const headers = {
    authorization: `Bearer ${tokenFor(route, norte)}`,
    'content-type': 'application/json',
    ...(init.headers as Record<string, string>),
  }
  // Nobody is locked out by the limits of signing in: each asks from somewhere else.
  const address = `10.${(++tried >> 16) & 255}.${(tried >> 8) & 255}.${tried & 255}`
  const response = await product.app.request(path, { ...init, method: route.method, headers }, { address })
  const text = await response.text()
  const tables = (await written()).filter(name => !OF_ITSELF.has(name))
  const told = `${what.slice(0, 120)} → ${response.status} ${text.slice(0, 300)}`
  if (response.status >= 500) throw new Error(told)
  if (response.status >= 400) {
    if (!reasonIn(text)) throw new Error(`no reason that a client knows: ${told}`)
    if (tables.length) throw new Error(`${tables} written, and yet ${told}`)
  } else taken++
  if (CANARY.test(text) && !OF_ALL.test(route.path)) throw new Error(`something of another company: ${told}`)
  return response.status
}

/** Each field gets every tenth text and value, other ones than the field before it; fewer texts where the hash of a password makes each try slow. */
const STEP = 10
const stepOf = ({ path }: Route) => (/^\/(auth|users)\b/.test(path) ? 2 * STEP : STEP)
const named = (list: Route[]) => list.map(route => [route.name, route] as const)

test.each(named(routes.filter(route => route.body)))(
  '%s takes or refuses whatever stands in a field, and a refusal changes nothing',
  async (_, route) => {
    const described = paths[route.path.replace(/:(\w+)/g, '{$1}').replace(/(.)\/$/, '$1')]![route.method.toLowerCase()]!
    const places = [...placesOf(described.requestBody!.content['application/json'].schema), ...placesIn(bodyFor(route))]
    const all = [...new Map(places.map(place => [place.join('.'), place])).values()]
    for (const [i, place] of all.entries()) {
      const { texts, values } = chance(SEED + i, 4)
      const some = <T>(list: T[], step = STEP) => list.filter((_, at) => at % step === i % step)
      const words = [...some(TEXTS, stepOf(route)), ...texts].map(text => JSON.stringify(text))
      for (const json of [...some(VALUES), LARGE[i % LARGE.length]!, ...values, ...words])
        await ask(route, at(route, norte), { body: planted(bodyFor(route), place, json) }, `${place.join('.')}: ${json}`)
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  },
)

const POLLUTING = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'
const NO_BODY = [
  '', 'null', '[]', '1', '"x"', 'true', '{', '}', '{"a":', '{"a":1,}', "{'a':1}", '{a:1}', 'NaN', '\u0000', '\ufeff{}x', '<a/>', 'a=1&b=2', '{}{}', '--x\r\n\r\n', POLLUTING, LARGE.at(-1)!, LARGE.at(-2)!,
] // prettier-ignore
const TYPES = ['application/json', 'application/json; charset=utf-16', 'text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'multipart/form-data', 'application/json, text/plain', 'x', ''] // prettier-ignore

test.each(named(routes.filter(route => route.body)))('%s takes no body that is none', async (_, route) => {
  const path = at(route, norte)
  for (const [i, body] of NO_BODY.entries())
    for (const type of ['application/json', TYPES[i % TYPES.length]!])
      await ask(route, path, { body, headers: { 'content-type': type } }, `${type} ${body}`)
  const bytes = new Uint8Array([0xff, 0xfe, 0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])
  expect(await ask(route, path, { body: bytes }, 'bytes that are no text')).toBe(400)
  const right = JSON.stringify(bodyFor(route))
  for (const type of TYPES.slice(2, 7))
    expect(await ask(route, path, { body: right, headers: { 'content-type': type } }, `${type} of a right body`)).toBeOneOf([400, 415])
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})

test.each(named(routes.filter(route => route.query)))('%s takes or refuses whatever stands in a parameter', async (_, route) => {
  const path = at(route, norte)
  for (const [i, field] of Object.keys(route.query!).entries()) {
    for (const text of [...TEXTS, ...chance(SEED + i, 10).texts, 'x'.repeat(1_000_000), '['.repeat(10_000), `[${'1,'.repeat(99_999)}1]`])
      await ask(route, `${path}?${field}=${encodeURIComponent(text.toWellFormed())}`, {}, `${field}=${text}`)
    for (const raw of [
      `${field}=%ff`,
      `${field}=%`,
      `${field}[]=1`,
      `${field}=1&${field}=2`,
      `${field}[a]=1`,
      field,
      `__proto__=1&${field}=1`,
    ])
      await ask(route, `${path}?${raw}`, {}, raw)
  }
})

test('an upload takes or refuses whatever stands in its fields', async () => {
  const route = routes.find(({ name }) => name === 'POST /messages/:ticketId')!
  const path = at(route, norte)
  const form = (name: string, ...values: string[]) => {
    const data = new FormData()
    if (name !== 'medias') data.append('medias', new File(['x'], 'x.txt', { type: 'text/plain' }))
    for (const value of values) data.append(name, value)
    return data
  }
  for (const name of ['body', 'clientId', 'ptt', 'quotedMsg', 'medias', 'fromMe', 'typeArch', 'ticketId', '__proto__', 'constructor'])
    for (const text of [...VALUES, ...TEXTS, 'x'.repeat(1_000_000), ...LARGE.slice(-2)]) {
      // The client makes the type, with a boundary of its own.
      const request = new Request('http://x/', { method: 'POST', body: form(name, text, ...(text.length < 10 ? [text] : [])) })
      await ask(
        route,
        path,
        { body: await request.bytes(), headers: { 'content-type': request.headers.get('content-type')! } },
        `${name}=${text}`,
      )
    }
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})
