import * as v from 'valibot'
import { type FieldHint, hintOf } from '#kernel/fields'

type Schema = {
  type: string
  entries?: Record<string, v.GenericSchema>
  wrapped?: v.GenericSchema
  options?: (v.GenericSchema | string | number)[]
  pipe?: { type: string; requirement?: unknown }[]
}

let made = 0
const letters = (length: number) =>
  `Amostra ${(++made).toString(36)}${crypto.randomUUID().replaceAll('-', '')}`.slice(0, Math.max(length, 3))

const digits = () => `5511${String(Math.floor(Math.random() * 1e9)).padStart(9, '9')}`
const isDigits = (pattern: unknown) => pattern instanceof RegExp && pattern.test(digits()) && !pattern.test('a')

/**
 * Of what may be left out, what says a value of its own, as a row of another noun does. A whole number says the least that it may be, where
 * the usual is another; a fraction is there to be seen as one.
 */
const saysOwn = ({ examples, input }: FieldHint & { examples?: unknown[] }) =>
  input === 'reference' || (examples !== undefined && !Number.isInteger(examples[0]))

const DAY_MS = 86_400_000
/** Another day each time, from the one that a field gives as its example. */
const dayAfter = (day: unknown) => new Date(Date.parse(String(day)) + (++made % 20_000) * DAY_MS).toISOString().slice(0, 10)

/** An example as another value each time: the next number, or the text with what makes it another one, as far as the schema takes it. */
function anotherOf(name: string, schema: v.GenericSchema, examples: unknown[]) {
  const example = examples[made++ % examples.length]
  const n = made.toString(36)
  const others = typeof example === 'number' ? [example + made] : [`${example}${n}`, `${example} ${n}`, `${n}${example}`]
  const taken = others.find(other => v.safeParse(schema, other).success)
  if (taken === undefined && examples.length < 3)
    throw new Error(`${name} is unique, and “${example}” with “${n}” is none: say three or more by v.metadata({ examples: […] })`)
  return taken ?? example
}

/** What to do when a sample is refused: `text` is the answer, which names the field. */
export const refusedSample = (name: string, text: string) =>
  `the sample of ${name} is refused: ${text}\nv.metadata({ examples: […] }) at the field gives what is taken; of a unique one each is another`

/** A value that a schema takes; each is another, so that no unique index is broken; `rowOf` gives the row that a reference must name.
 * A field may say some by its metadata, `examples`: the first is taken, and of a field that is `unique` another one each time. */
export function sampleOf(schema: v.GenericSchema, rowOf: (noun: string) => unknown = () => null, unique: string[] = []): unknown {
  const { type, entries = {}, wrapped, options = [], pipe = [] } = schema as unknown as Schema
  const metadata: FieldHint & { examples?: unknown[] } = hintOf(schema)
  if (metadata.input === 'date') return dayAfter(metadata.examples?.[0] ?? '2099-12-31')
  if (metadata.examples) return metadata.examples[0]
  if (metadata.input === 'color') return `#${crypto.randomUUID().slice(0, 6)}`
  if (metadata.input === 'reference') return rowOf(metadata.of!)
  const requirement = (name: string) => pipe.find(one => one.type === name)?.requirement
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(entries)
          .filter(([, field]) => (field as unknown as Schema).type !== 'optional' || saysOwn(hintOf(field)))
          .map(([name, field]) => {
            const { input, examples } = hintOf(field) as FieldHint & { examples?: unknown[] }
            const isAnother = unique.includes(name) && examples && input !== 'date'
            return [name, isAnother ? anotherOf(name, field, examples) : sampleOf(field, rowOf)]
          }),
      )
    case 'string':
      if (isDigits(requirement('regex'))) return digits()
      if (requirement('email')) return `${crypto.randomUUID()}@exemplo.com`
      return letters(Math.min(Number(requirement('max_length') ?? 20), 20))
    case 'number':
      return Number(requirement('min_value') ?? 1)
    case 'boolean':
      return false
    case 'picklist':
      return options[0]
    case 'array':
      return []
    case 'optional':
    case 'nullable':
      return sampleOf(wrapped!)
    case 'union':
      return sampleOf(options.at(-1) as v.GenericSchema)
    default:
      throw new Error(`no sample for ${type}: say one by v.metadata({ examples: […] })`)
  }
}

/** The fields of a body that a person writes words in: any words, no address (be it by its example), nothing that a check decides about. */
export const textFields = (schema: v.GenericSchema) =>
  Object.entries((schema as unknown as Schema).entries ?? {}).flatMap(([name, field]) => {
    const types = partsOf(field as unknown as Schema).map(({ type }) => type)
    const { examples } = hintOf(field) as { examples?: unknown[] }
    return types.includes('string') && !types.some(type => DECIDED.has(type)) && !URL.canParse(String(examples?.[0])) ? name : []
  })
const DECIDED = new Set(['regex', 'email', 'url', 'check', 'picklist', 'array', 'object', 'record', 'number', 'boolean'])

/** A body whose words are these, as far as each field takes them. */
export const written = (schema: v.GenericSchema, text: string) =>
  Object.fromEntries(
    textFields(schema).map(field => {
      const parts = partsOf((schema as unknown as Schema).entries![field] as unknown as Schema)
      const limits = (name: string) => parts.flatMap(({ type, requirement }) => (type === name ? Number(requirement) : []))
      return [field, text.slice(0, Math.min(...limits('max_length'), Infinity)).padEnd(Math.max(...limits('min_length'), 0), '.')]
    }),
  )

type Part = { type: string; requirement?: unknown }
/** Every schema and action that a field is made of. */
const partsOf = (part: Part & Partial<Schema>): Part[] => [
  part,
  ...[part.wrapped, ...(part.options ?? []), ...(part.pipe ?? [])].flatMap(one =>
    typeof one === 'object' && one !== part ? partsOf(one as unknown as Part) : [],
  ),
]

/** The smallest picture there is. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
