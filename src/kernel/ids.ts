import * as v from 'valibot'

/** A row id, as text of a path or query or as a number of a body: a positive safe integer. */
export const RowId = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))]),
  v.number(),
  v.integer(),
  v.minValue(1),
  v.maxValue(Number.MAX_SAFE_INTEGER),
)

/** The id of another row, or none: null, or what the forms of older clients send where nothing is chosen ('' or false). */
export const Reference = v.optional(
  v.nullable(
    v.pipe(
      v.union([v.literal(''), v.literal(false), RowId]),
      v.transform(id => (typeof id === 'number' ? id : null)),
    ),
  ),
)
