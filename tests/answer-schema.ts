/** What is known of a JSON value from examples of it: of which types it was, and what was in it. */
export type Seen = {
  types: Set<string>
  format?: 'date-time' | null
  items?: Seen
  fields?: Map<string, { seen: Seen; times: number }>
  objects?: number
}

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const typeOf = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value

/** Adds an example. */
export function see(value: unknown, seen: Seen = { types: new Set() }): Seen {
  const type = typeOf(value)
  seen.types.add(type)
  if (typeof value === 'string') {
    const format = DATE.test(value) ? 'date-time' : null
    seen.format = seen.format === undefined ? format : seen.format === format ? format : null
  }
  if (Array.isArray(value)) for (const item of value) seen.items = see(item, seen.items)
  else if (type === 'object') {
    seen.fields ??= new Map()
    seen.objects = (seen.objects ?? 0) + 1
    for (const [name, part] of Object.entries(value as object)) {
      const known = seen.fields.get(name)
      seen.fields.set(name, { seen: see(part, known?.seen), times: (known?.times ?? 0) + 1 })
    }
  }
  return seen
}

export type Schema = {
  type?: string | string[]
  format?: string
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema
}

/** As JSON Schema, in one order whatever came first. A field whose value was never seen may hold anything. */
export function schemaOf({ types, format, items, fields, objects = 0 }: Seen): Schema {
  const names = [...types].filter(type => type !== 'integer' || !types.has('number')).toSorted()
  if (names.join() === 'null') return {}
  const all = [...(fields ?? [])].toSorted(([a], [b]) => (a < b ? -1 : 1))
  // Keys that are ids are not names.
  const isMap = all.length > 0 && all.every(([name]) => /^\d+$/.test(name))
  return {
    type: names.length === 1 ? names[0]! : names,
    ...(format && { format }),
    ...(types.has('array') && { items: items ? schemaOf(items) : {} }),
    ...(isMap && { additionalProperties: schemaOf(all[0]![1].seen) }),
    ...(all.length > 0 &&
      !isMap && {
        properties: Object.fromEntries(all.map(([name, { seen }]) => [name, schemaOf(seen)])),
        required: all.filter(([, { times }]) => times === objects).map(([name]) => name),
      }),
  }
}

/** Both of what two schemas allow. */
export function union(a: Schema, b: Schema): Schema {
  if (!a.type || !b.type) return a.type ? { ...a, type: [...new Set([a.type, 'null'].flat())].toSorted() } : b.type ? union(b, a) : {}
  const types = [...new Set([a.type, b.type].flat())].filter((type, _, all) => type !== 'integer' || !all.includes('number')).toSorted()
  const isObject = (one: Schema) => [one.type].flat().includes('object')
  const names = [...new Set([...Object.keys(a.properties ?? {}), ...Object.keys(b.properties ?? {})])].toSorted()
  const format =
    a.format === b.format
      ? a.format
      : ![a.type].flat().includes('string')
        ? b.format
        : ![b.type].flat().includes('string')
          ? a.format
          : undefined
  const required = !isObject(a) ? b.required : !isObject(b) ? a.required : a.required?.filter(name => b.required?.includes(name))
  return {
    type: types.length === 1 ? types[0]! : types,
    ...(format && { format }),
    ...((a.items ?? b.items) && { items: joined(a.items, b.items) }),
    ...((a.additionalProperties ?? b.additionalProperties) && {
      additionalProperties: joined(a.additionalProperties, b.additionalProperties),
    }),
    ...(names.length > 0 && {
      properties: Object.fromEntries(names.map(name => [name, field(a.properties?.[name], b.properties?.[name])])),
      required: required ?? [],
    }),
  }
}
/** Without a type only null was seen in it. */
const field = (a: Schema | undefined, b: Schema | undefined) => (a && b ? union(a, b) : (a ?? b ?? {}))
/** Without a type nothing was in it. */
const joined = (a: Schema | undefined, b: Schema | undefined) => (!a || !a.type ? (b ?? {}) : !b || !b.type ? a : union(a, b))

/** Where a value is not what a schema says. */
export function offences(value: unknown, schema: Schema, at = ''): string[] {
  if (!schema.type) return []
  const types = [schema.type].flat()
  const type = typeOf(value)
  if (!types.includes(type) && !(type === 'integer' && types.includes('number'))) return [`${at || '/'} is ${type}, not ${types}`]
  if (Array.isArray(value)) return value.flatMap((item, i) => offences(item, schema.items ?? {}, `${at}/${i}`))
  if (type !== 'object') return []
  const given = value as Record<string, unknown>
  return [
    ...(schema.required ?? []).filter(name => !(name in given)).map(name => `${at}/${name} is missing`),
    ...Object.entries(given).flatMap(([name, part]) => {
      const known = schema.properties?.[name] ?? schema.additionalProperties
      return known ? offences(part, known, `${at}/${name}`) : schema.properties ? [`${at}/${name} is not described`] : []
    }),
  ]
}
