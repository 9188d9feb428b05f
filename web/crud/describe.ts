import * as v from 'valibot'
import { type FieldHint, hintOf } from '../../src/kernel/fields'
import { locale } from '../kit/i18n'

/** How a field of a form is drawn, read from the schema that the server validates it with. */
export type Drawn = {
  name: string
  input: Exclude<FieldHint['input'], 'none' | undefined> | 'text' | 'choice'
  /** Most characters of a text. */
  max?: number
  /** Lines of a long one. */
  rows?: number
  /** The noun that a reference chooses from. */
  of?: string
  /** The values of a choice. */
  options?: string[]
  /** Colours that other rows have. */
  taken?: string[]
  /** It may be left out. */
  isOptional: boolean
  /** What the server takes when it is left out. */
  otherwise?: unknown
}
export type Body = v.ObjectSchema<v.ObjectEntries, v.ErrorMessage<v.ObjectIssue> | undefined>
type Part = { type: string; wrapped?: Part; pipe?: Part[]; options?: unknown[]; requirement?: unknown }

/** All that a schema is made of. */
function partsOf(schema: Part): Part[] {
  const { wrapped, pipe = [], options = [] } = schema
  const inner = [wrapped, ...pipe, ...options].filter((part): part is Part => typeof part === 'object' && part !== null)
  return [schema, ...inner.flatMap(partsOf)]
}

function drawnOf(name: string, schema: v.GenericSchema, isOptional: boolean): Drawn | undefined {
  const parts = partsOf(schema as unknown as Part)
  const has = (type: string) => parts.some(part => part.type === type)
  const hint = hintOf(schema)
  const options = parts.find(part => part.type === 'picklist')?.options as string[] | undefined
  const lengths = parts.flatMap(part => (part.type === 'max_length' && typeof part.requirement === 'number' ? [part.requirement] : []))
  const max = hint.max ?? (lengths.length ? Math.max(...lengths) : undefined)
  const common = { name, max, rows: hint.rows, of: hint.of, options, isOptional, otherwise: (schema as { default?: unknown }).default }
  if (hint.input === 'none') return undefined
  if (hint.input) return { ...common, input: hint.input }
  if (has('array') || has('object') || has('record')) return undefined
  // A switch may also take the words for on and off that older clients send.
  if (options && !options.includes('true')) return { ...common, input: 'choice' }
  if (has('boolean')) return { ...common, input: 'switch' }
  return { ...common, input: has('number') ? 'number' : 'text' }
}

const mayBeLeftOut = (schema: unknown) => v.safeParse(schema as v.GenericSchema, undefined).success

/**
 * The fields of a body in its order; lists, objects and what only clients of the API send are left out. A patch may leave all out,
 * but may not empty what its row was made with: that is said by `made`.
 */
export const fieldsOf = (body: Body, made: Body = body): Drawn[] =>
  Object.entries(body.entries).flatMap(
    ([name, schema]) => drawnOf(name, schema as v.GenericSchema, mayBeLeftOut(made.entries[name] ?? schema)) ?? [],
  )

const EMPTY = {
  text: '',
  longText: '',
  number: '',
  decimal: '',
  money: '',
  secret: '',
  color: '',
  date: '',
  switch: false,
  reference: null,
  references: [],
  choice: '',
}

/** As it is typed into a field. */
const typed = (n: number, minimumFractionDigits: number, maximumFractionDigits: number) =>
  new Intl.NumberFormat(locale(), { useGrouping: false, minimumFractionDigits, maximumFractionDigits }).format(n)
export const amount = (n: number) => typed(n, 2, 2)

/** What a form begins with: the value of the row, or an empty one. */
export function valueOf(field: Drawn, row: Record<string, unknown> | undefined) {
  const stored = field.input === 'secret' ? undefined : row ? row[field.name] : field.otherwise
  if (field.input === 'switch') return Boolean(stored)
  if (field.input === 'number' && typeof stored === 'number') return String(stored)
  if (field.input === 'decimal' && typeof stored === 'number') return typed(stored, 0, 6)
  // An amount that nobody has typed yet is an empty field.
  if (field.input === 'money' && typeof stored === 'number') return row || stored ? amount(stored) : ''
  if (field.input === 'choice') return stored ?? field.options?.at(-1)
  return stored ?? EMPTY[field.input]
}
