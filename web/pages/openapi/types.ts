export type Schema = {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  required?: string[]
  maxLength?: number
  minLength?: number
  $ref?: string
}
type Content = Record<string, { schema: Schema }>
type Operation = {
  tags: string[]
  operationId: string
  'x-right'?: string
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Content }
  security: Record<string, unknown>[]
  responses: Record<string, { description?: string; content?: Content; $ref?: string }>
}
export type Api = {
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, { description: string; content?: Content }>; schemas: Record<string, Schema> }
}
export type Listed = { method: string; path: string; operation: Operation }

export const operationsOf = ({ paths }: Api): Listed[] =>
  Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ method, path, operation })))

/** A type in a word: 'string?', 'integer[]', 'one of a, b'. */
export function typeOf(schema: Schema): string {
  const { type, items, enum: values, anyOf, oneOf, $ref } = schema
  if ($ref) return $ref.split('/').at(-1)!
  if ('const' in schema) return JSON.stringify(schema.const)
  if (values) return values.length > 8 ? 'string' : values.map(value => JSON.stringify(value)).join(' | ')
  const some = anyOf ?? oneOf
  if (some) return [...new Set(some.map(typeOf))].join(' | ')
  const types = [type ?? []].flat().map(one => (one === 'array' ? `${items ? typeOf(items) : ''}[]` : one))
  return types.join(' | ') || 'any'
}

/** The fields of an object, wherever it stands in its schema: in a list, or beside null. */
export function fieldsOf(schema: Schema): [string, Schema, boolean][] {
  const { properties, required = [], items, anyOf, oneOf } = schema
  if (properties) return Object.entries(properties).map(([name, one]) => [name, one, required.includes(name)])
  if (items) return fieldsOf(items)
  return (anyOf ?? oneOf ?? []).map(fieldsOf).find(fields => fields.length) ?? []
}
