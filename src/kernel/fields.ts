import * as v from 'valibot'
import { Reference, RowId } from './ids'

// Fields as forms send them: those of older clients know no types, so numbers come as text, and what was left empty as '' or null.
// A field says by its metadata how a form draws it, where the type alone does not.

/** How a form draws a field: 'none' when only clients of the API send it. `of` is the noun that a reference chooses from. */
export type FieldHint = {
  input?: 'longText' | 'color' | 'date' | 'switch' | 'number' | 'decimal' | 'money' | 'secret' | 'reference' | 'references' | 'none'
  of?: string
  max?: number
  rows?: number
}

/** The hint of a field, wherever it stands in its schema. */
export function hintOf(schema: v.GenericSchema): FieldHint {
  const { wrapped, pipe, options, metadata } = schema as unknown as Nested
  const inner = [...(wrapped ? [wrapped] : []), ...(pipe ?? []), ...(options ?? [])]
  return Object.assign({}, ...inner.map(one => hintOf(one)), metadata) as FieldHint
}
type Nested = { wrapped?: v.GenericSchema; pipe?: v.GenericSchema[]; options?: v.GenericSchema[]; metadata?: FieldHint }

/** A text that must say something, without the blanks around it. */
export const Required = (max: number) =>
  v.pipe(v.string('Obrigatório'), v.trim(), v.minLength(1, 'Obrigatório'), v.maxLength(max, 'Too Long!'))

/** A long one, drawn as several lines. */
export const RequiredLong = (max: number) => v.pipe(Required(max), v.metadata({ input: 'longText', max }))

const YEAR_MS = 366 * 86_400_000
/** A moment, as ISO 8601; of an offset in hours alone nothing makes a date. */
export const Moment = v.pipe(
  v.string('Informe data e hora'),
  v.isoTimestamp('Informe data e hora'),
  v.check(text => !Number.isNaN(Date.parse(text)), 'Informe data e hora'),
  v.transform(text => new Date(text)),
)
/** One that has not passed, at most a year ahead. */
export const Ahead = v.pipe(
  Moment,
  v.check(at => at.getTime() > Date.now(), 'Escolha uma hora que ainda não passou'),
  v.check(at => at.getTime() < Date.now() + YEAR_MS, 'Escolha até um ano'),
)

/** Whether a text is a civil date that there is: YYYY-MM-DD, 2026-02-30 is none. */
export const isCivilDate = (text: string) =>
  /^[12]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

/** A civil date: its form, which /openapi.json tells, and then whether there is such a day: what is wrong is said once. */
export const CivilDate = v.config(
  v.pipe(v.string('Informe o dia'), v.trim(), v.isoDate('Informe o dia'), v.check(isCivilDate, 'Informe o dia')),
  { abortPipeEarly: true },
)
/** How a day is drawn, and the first of those that tests make up. */
export const AS_DAY = { input: 'date', examples: ['2099-12-31'] } as const
/** A civil date that must be said. */
export const RequiredDay = v.pipe(CivilDate, v.metadata(AS_DAY))
/** A civil date, or none: null. */
export const Day = v.optional(
  v.pipe(
    v.nullable(v.union([v.literal(''), CivilDate], 'Informe o dia')),
    v.transform(day => day || null),
    v.metadata(AS_DAY),
  ),
)

/** What is written and never shown again. */
export const Secret = (max: number) => v.pipe(Required(max), v.metadata({ input: 'secret' }))

/** One of a few numbers, also as text; a choice whose labels are the noun's texts of {field}.{number}. */
export const OneOf = <const Values extends readonly [number, ...number[]]>(values: Values) =>
  v.pipe(
    v.union([v.picklist(values.map(String)), v.picklist(values)], 'Obrigatório'),
    v.transform(value => Number(value) as Values[number]),
  )

/** A long text, drawn as several lines. */
export const LongText = (max: number, message?: string) => v.pipe(Text(max, message), v.metadata({ input: 'longText', max }))

/** A colour as #rgb or #rrggbb; left empty it is the one given. */
export const Color = (otherwise: string, message = 'Cor inválida') =>
  v.pipe(
    v.nullable(v.union([v.literal(''), v.pipe(v.string(message), v.regex(/^#([\da-f]{3}|[\da-f]{6})$/i, message))])),
    v.transform(color => color || otherwise),
    v.metadata({ input: 'color' }),
  )

/** One row of another noun, or none; `of` is its name. */
export const Ref = (of: string) => v.optional(v.pipe(Reference.wrapped, v.metadata({ input: 'reference', of })))
/** One row of another noun, which must be chosen. */
export const RequiredRef = (of: string, message = 'Obrigatório') =>
  v.pipe(Reference.wrapped, v.number(message), v.metadata({ input: 'reference', of }))
/** Several rows of another noun. */
export const Refs = (of: string, max = 200) => v.optional(v.pipe(v.array(RowId), v.maxLength(max), v.metadata({ input: 'references', of })))

/** A whole number, also as text. Null when the field was left empty. */
export const Whole = (min: number, max: number) =>
  v.pipe(
    v.union([v.number(), v.null(), v.pipe(v.string(), v.regex(/^\s*(-?\d{1,15})?\s*$/))]),
    v.transform(value => (typeof value !== 'string' ? value : value.trim() === '' ? null : Number(value))),
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))),
    v.metadata({ examples: [min] }),
  )

/** A whole number that may not be left empty. */
export const RequiredWhole = (min: number, max: number) =>
  v.pipe(
    Whole(min, max),
    v.check(value => value !== null, 'Obrigatório'),
    v.transform(value => value!),
  )

/** A whole number for which an empty field is 0. */
export const Count = (max: number) =>
  v.pipe(
    Whole(0, max),
    v.transform(value => value ?? 0),
  )

/** A number with a fraction; also as text, with a comma or a point. */
export const Decimal = (min: number, max: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.trim(), v.regex(/^\d{1,9}([.,]\d{1,6})?$/))], 'Obrigatório'),
    v.transform(value => Number(String(value).replace(',', '.'))),
    v.number(),
    v.minValue(min),
    v.maxValue(max),
    v.metadata({ input: 'decimal', examples: [min + 0.5] }),
  )

/** What separates thousands stands before what separates cents. */
const plainAmount = (text: string) => text.replace(/[.,](?=.*[.,])/g, '').replace(',', '.')
const AMOUNT = /^\s*(\d{1,9}([.,]\d{1,2})?|\d{1,3}((\.\d{3}){1,2},|(,\d{3}){1,2}\.)\d{1,2})?\s*$/

/** An amount of money in the currency's unit, with cents; also as text, as 1234,56, 1.234,56 or 1,234.56. An empty field is 0. */
export const Money = v.pipe(
  v.union([v.number(), v.null(), v.pipe(v.string(), v.regex(AMOUNT, 'amount'))]),
  v.transform(value => Math.round(Number(typeof value === 'string' ? plainAmount(value) : value) * 100) / 100),
  v.number(),
  v.minValue(0),
  v.maxValue(999_999_999),
  v.metadata({ input: 'money', examples: [99.9] }),
)

/** A text; null is an empty one. */
export const Text = (max: number, message?: string) =>
  v.pipe(
    v.nullable(v.pipe(v.string(), v.maxLength(max, message))),
    v.transform(value => value ?? ''),
  )

/** A telephone as people write it, or none: null. */
export const Phone = v.optional(
  v.pipe(
    v.nullable(v.pipe(v.string(), v.trim(), v.regex(/^(\+?[\d\s().-]{8,25})?$/, 'Telefone inválido'))),
    v.transform(text => text || null),
  ),
)

/** An e-mail address, or none: ''. Left out it is none in what is made, and stays as it is in what is changed. */
export const Mail = (message = 'E-mail inválido') =>
  v.optional(
    v.pipe(
      v.nullable(v.union([v.literal(''), v.pipe(v.string(), v.trim(), v.email(message), v.maxLength(120, 'Too Long!'))], message)),
      v.transform(email => email ?? ''),
    ),
  )

/** An address of the web, or none: null. No other protocol, because it becomes a link in a page. */
export const Address = (max = 500) =>
  v.optional(
    v.pipe(
      v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(max, 'Too Long!'))),
      v.transform(text => text || null),
      v.nullable(v.pipe(v.string(), v.url('address'), v.regex(/^https?:\/\//i, 'address'))),
    ),
  )

/** A switch; null is off. */
export const Flag = v.pipe(
  v.nullable(v.boolean()),
  v.transform(on => on ?? false),
)

/** What a schema accepts, or a field left empty, which says nothing. */
export const OrEmpty = (schema: v.GenericSchema<string, string>) =>
  v.pipe(
    v.nullable(v.union([v.literal(''), schema])),
    v.transform((value): string | undefined => value || undefined),
  )
