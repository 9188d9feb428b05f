import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { keptAnswer } from '#kernel/http/compressed'
import { formOf, validates } from '#kernel/http/validation'
import { lruMap } from '#kernel/process/lru'
import { requiredRight } from '#modules/rights'
import { ERRORS } from './error-codes'
import answers from './openapi-answers.json'

type Route = { method: string; path: string; handler: object }
type Schema = { type?: string; properties?: Record<string, object>; required?: string[] }
type Operation = {
  tags: string[]
  operationId: string
  description?: string
  parameters?: object[]
  requestBody?: { required: true; content: Record<string, object> }
  security: object[]
  responses: Record<string, object>
}

/** Names of the product whose descriptions are kept: half a megabyte each. */
const TITLES = 16
const METHODS = new Set(['GET', 'POST', 'PUT', 'DELETE'])
const braces = (path: string) => path.replace(/:(\w+)/g, '{$1}').replace(/(.)\/$/, '$1')

/** What stands beside the API, and not under /api. */
const BESIDE: Route[] = ['/media/:hash', '/openapi.json', '/healthz', '/metrics'].map(path => ({ method: 'GET', path, handler: {} }))

/** Whom an address answers to, where it is not somebody who is signed in. */
const SECURITY: [RegExp, object[]][] = [
  [/^\/messages\/send\b/, [{ connectionToken: [] }]],
  [/^\/auth\/(refresh_token|me|logout)$/, [{ refreshCookie: [] }]],
  [/^\/settings\/:key$/, [{}, { session: [] }]],
]

/**
 * OpenAPI 3.1 of every route: `open` are those that ask for no session. What is sent is told by the schemas that the routes validate with;
 * what is answered was learned from their answers (tests/clients/openapi.test.ts), which a test holds against it.
 */
export function describeApi({ open, guarded }: { open: Route[]; guarded: Route[] }, version: string) {
  let made: object | undefined
  const describe = (title: string) => ({
    openapi: '3.1.0',
    info: { title, version, license: { name: 'GPL-3.0-or-later', identifier: 'GPL-3.0-or-later' } },
    ...(made ??= {
      servers: [{ url: '/' }, { url: '/api' }],
      paths: merged(paths(guarded, [{ session: [] }]), paths([...open, ...BESIDE], [])),
      components: COMPONENTS,
    }),
  })
  const answers = lruMap<string, ReturnType<typeof keptAnswer>>(TITLES)
  /** `title`: what the product is called here. Strangers ask for it, so it is written once for all who do. */
  return function answer(title: string, request: Request) {
    const kept = answers.get(title) ?? keptAnswer(describe(title))
    answers.set(title, kept)
    return kept(request)
  }
}

type Paths = Record<string, Record<string, Operation>>
/** One address may stand on both sides, with other methods. */
const merged = (guarded: Paths, open: Paths): Paths =>
  Object.fromEntries(Object.keys({ ...open, ...guarded }).map(path => [path, { ...guarded[path], ...open[path] }]))

const error = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})
const COMPONENTS = {
  securitySchemes: {
    session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token of POST /auth/login, for 15 minutes' },
    refreshCookie: { type: 'apiKey', in: 'cookie', name: 'jrt', description: 'The cookie of POST /auth/login' },
    connectionToken: { type: 'http', scheme: 'bearer', description: 'The token of a connection, which its form gives' },
  },
  responses: {
    Invalid: error('The request is not what is described; details name the fields'),
    NoSession: error('Nobody is signed in, or the token is unknown'),
    Refused: error('The session is over, or the profile, the plan or the operator does not allow it'),
    Missing: error('There is no such row, or it is not for who asks'),
    TooLarge: error('The body is too large'),
    OtherType: error('The body is of another type'),
    TooMany: error('Too many attempts; details say when to try again'),
    Unavailable: error('Nothing can be stored at the moment'),
  },
  schemas: {
    Error: {
      type: 'object',
      required: ['error'],
      properties: {
        error: { type: 'string', description: 'A code, or a sentence with its code beside it' },
        code: { enum: Object.keys(ERRORS) },
        details: {},
      },
    },
  },
}
const refer = (name: keyof typeof COMPONENTS.responses) => ({ $ref: `#/components/responses/${name}` })

function paths(routes: Route[], usual: object[]): Paths {
  const described: Paths = {}
  for (const { method, path, handler } of routes) {
    if (!METHODS.has(method)) continue
    const operation = ((described[braces(path)] ??= {})[method.toLowerCase()] ??= begun(method, path, usual))
    const right = requiredRight(handler)
    if (right) Object.assign(operation, { description: `Asks for the right ${right}.`, 'x-right': right })
    const checked = validates(handler)
    if (checked?.target === 'json') addContent(operation, 'application/json', jsonSchema(checked.schema))
    else if (checked)
      operation.parameters = [...pathless(operation, checked.target), ...parameters(checked.target, jsonSchema(checked.schema))]
    const form = formOf(handler)
    if (form) addContent(operation, 'multipart/form-data', formSchema(form))
  }
  return described
}

const jsonSchema = (schema: v.GenericSchema) => toJsonSchema(schema as never, { errorMode: 'ignore', typeMode: 'input' }) as Schema

function begun(method: string, path: string, usual: object[]): Operation {
  const keys = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const security = SECURITY.find(([pattern]) => pattern.test(path))?.[1] ?? usual
  const isLimited = /^\/(auth\/login|messages\/send|session\/setup)\b/.test(path)
  return {
    tags: [path.split('/')[1]!.replace(':', '') || 'root'],
    operationId: `${method.toLowerCase()}${path.replace(/[/:._-]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    ...(keys.length && { parameters: keys.map(name => ({ name, in: 'path', required: true, schema: { type: 'string' } })) }),
    security,
    responses: {
      ...answersOf(method, path),
      400: refer('Invalid'),
      ...(security.length && { 401: refer('NoSession'), 403: refer('Refused') }),
      ...(keys.length && { 404: refer('Missing') }),
      ...(method !== 'GET' && { 503: refer('Unavailable') }),
      ...(isLimited && { 429: refer('TooMany') }),
      default: error('Anything else that is refused'),
    },
  }
}

/** What a success answers: its status, and its JSON where it has some. */
function answersOf(method: string, path: string) {
  const known = (answers as Record<string, Record<string, object>>)[`${method} ${braces(path)}`] ?? { 200: {} }
  return Object.fromEntries(
    Object.entries(known).map(([status, schema]) => [
      status,
      { description: 'Done', ...(Object.keys(schema).length && { content: { 'application/json': { schema } } }) },
    ]),
  )
}

function addContent(operation: Operation, type: string, schema: object) {
  operation.requestBody ??= { required: true, content: {} }
  operation.requestBody.content[type] = { schema }
  Object.assign(operation.responses, { 413: refer('TooLarge'), 415: refer('OtherType') })
}

const FILE = { type: 'string', contentMediaType: 'application/octet-stream' }
function formSchema({ files, fields }: NonNullable<ReturnType<typeof formOf>>): Schema {
  const { properties = {}, required = [] } = fields ? jsonSchema(fields) : {}
  const file = files === 'file' ? FILE : { type: 'array', items: FILE, minItems: 1 }
  return { type: 'object', required: [...required, files], properties: { ...properties, [files]: file } }
}

/** Parameters of a path are known by its address until the schema of them is. */
const pathless = ({ parameters = [] }: Operation, target: string) =>
  target === 'param' ? parameters.filter(one => (one as { in: string }).in !== 'path') : parameters

const parameters = (target: string, { properties = {}, required = [] }: Schema) =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    in: target === 'param' ? 'path' : target === 'header' ? 'header' : 'query',
    required: target === 'param' || required.includes(name),
    schema,
  }))
