import { toJsonSchema } from '@valibot/to-json-schema'
import { validates } from '#kernel/http/validation'
import { requiredRight } from '#modules/rights'
import { ERRORS } from './error-codes'

type Route = { method: string; path: string; handler: object }
type Operation = { parameters?: object[]; requestBody?: object; security?: object[]; description?: string; responses: object }

const METHODS = new Set(['GET', 'POST', 'PUT', 'DELETE'])
const ERROR = {
  description: 'What is wrong: a code, or a sentence with its code beside it',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}
const braces = (path: string) => path.replace(/:(\w+)/g, '{$1}').replace(/(.)\/$/, '$1')

/** OpenAPI 3.1 of the routes, made from the schemas that they validate with. */
export function describeApi(routes: Route[], version: string) {
  let made: object | undefined
  return () => (made ??= { openapi: '3.1.0', info: { title: 'Balcão', version }, paths: paths(routes), components: COMPONENTS })
}

const COMPONENTS = {
  securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
  schemas: {
    Error: {
      type: 'object',
      required: ['error'],
      properties: { error: { type: 'string' }, code: { enum: Object.keys(ERRORS) }, details: {} },
    },
  },
}

function paths(routes: Route[]) {
  const described: Record<string, Record<string, Operation>> = {}
  for (const { method, path, handler } of routes) {
    if (!METHODS.has(method)) continue
    const operation = ((described[braces(path)] ??= {})[method.toLowerCase()] ??= {
      security: [{ session: [] }],
      responses: { 200: { description: 'Done' }, default: ERROR },
    })
    const right = requiredRight(handler)
    if (right) operation.description = `Asks for the right ${right}.`
    const checked = validates(handler)
    if (!checked) continue
    const schema = toJsonSchema(checked.schema as never, { errorMode: 'ignore', typeMode: 'input' })
    if (checked.target === 'json') operation.requestBody = { required: true, content: { 'application/json': { schema } } }
    else operation.parameters = [...(operation.parameters ?? []), ...parameters(checked.target === 'param' ? 'path' : 'query', schema)]
  }
  return described
}

const parameters = (place: 'path' | 'query', schema: { properties?: object; required?: string[] }) =>
  Object.entries(schema.properties ?? {}).map(([name, schema_]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required?.includes(name) ?? false),
    schema: schema_,
  }))
