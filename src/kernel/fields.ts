import * as v from 'valibot'

// Fields as forms send them: those of older clients know no types, so numbers come as text, and what was left empty as '' or null.

/** A whole number, also as text. Null when the field was left empty. */
export const Whole = (min: number, max: number) =>
  v.pipe(
    v.union([v.number(), v.null(), v.pipe(v.string(), v.regex(/^\s*(-?\d{1,15})?\s*$/))]),
    v.transform(value => (typeof value !== 'string' ? value : value.trim() === '' ? null : Number(value))),
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))),
  )

/** A whole number for which an empty field is 0. */
export const Count = (max: number) =>
  v.pipe(
    Whole(0, max),
    v.transform(value => value ?? 0),
  )

/** A text; null is an empty one. */
export const Text = (max: number, message?: string) =>
  v.pipe(
    v.nullable(v.pipe(v.string(), v.maxLength(max, message))),
    v.transform(value => value ?? ''),
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
