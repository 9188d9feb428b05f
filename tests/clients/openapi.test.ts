import { expect, test } from 'bun:test'
import { offences, type Schema } from '../answer-schema'
import { described, walk } from '../answers'
import { routesOf } from '../hostile/routes'
import { testOffice } from '../office'

const office = await testOffice()

type Operation = {
  operationId: string
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  security: Record<string, []>[]
  responses: Record<string, { $ref?: string; content?: { 'application/json'?: { schema: Schema } } }>
}
type Api = { paths: Record<string, Record<string, Operation>>; components: Record<string, object> }
const api = (await office.norte.staff.ana.client.get<Api>('/openapi.json')).body
const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation })),
)
const of = (name: string) => operations.find(one => one.name === name)!.operation

test('every route of the product is described, and no other', () => {
  const routes = routesOf(office.product).filter(({ method }) => /^(GET|POST|PUT|DELETE)$/.test(method))
  expect(operations.map(({ name }) => name).toSorted()).toEqual([...new Set(routes.map(described))].toSorted())
})

test('what is described holds together: parameters of paths, names, references, and who is asked for what', () => {
  const names = operations.map(({ operation }) => operation.operationId)
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  for (const { name, path, operation } of operations) {
    const declared = (operation.parameters ?? []).filter(one => one.in === 'path').map(one => one.name)
    expect([name, declared.toSorted()]).toEqual([name, [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key!).toSorted()])
  }
  for (const [, kind, name] of JSON.stringify(api).matchAll(/"#\/components\/(\w+)\/(\w+)"/g))
    expect(api.components[kind!]).toHaveProperty(name!)
  expect(of('GET /tags').security).toEqual([{ session: [] }])
  expect(of('POST /messages/send').security).toEqual([{ connectionToken: [] }])
  expect(of('POST /auth/refresh_token').security).toEqual([{ refreshCookie: [] }])
  expect(of('GET /version').security).toEqual([])
})

test('a route that takes files says so, with what goes beside them', () => {
  const form = (name: string) => of(name).requestBody?.content['multipart/form-data']?.schema
  expect(form('POST /messages/send')).toMatchObject({ required: ['number', 'medias'], properties: { body: {}, medias: { type: 'array' } } })
  expect(form('POST /announcements/{id}/media-upload')).toMatchObject({ required: ['file'] })
  expect(form('POST /chats/{id}/messages')?.properties).toHaveProperty('quotedId')
  expect(form('POST /tags')).toBeUndefined()
})

test('a day is described as one', () => {
  const { schema } = of('POST /coupons').requestBody!.content['application/json']!
  expect(JSON.stringify(schema.properties!['validUntil'])).toContain('{"type":"string","format":"date"}')
})

const LEARN = 'bun build/api-answers.ts learns it'
test('what the product answers is what is described', async () => {
  const wrong: string[] = []
  const told = new Set<string>()
  for await (const { name, status, body } of walk(office)) {
    told.add(name)
    const answer = of(name).responses[status]
    if (!answer) wrong.push(`${name} answers ${status}: ${LEARN}`)
    const schema = answer?.content?.['application/json']?.schema
    if (schema && body !== undefined) wrong.push(...offences(body, schema).map(what => `${name}: ${what}: ${LEARN}`))
    else if (body !== undefined) wrong.push(`${name} answers JSON that is not described: ${LEARN}`)
  }
  expect(wrong).toEqual([])
  expect(told.size).toBeGreaterThan(120)
}, 180_000)
