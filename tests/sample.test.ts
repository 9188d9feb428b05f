import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { Count, Day, Decimal, Money, Ref, Required, RequiredDay } from '#kernel/fields'
import { sampleOf } from './sample'

const said = (examples: unknown[]) => v.pipe(v.string(), v.metadata({ examples }))
const samples = (field: v.GenericSchema, unique = ['field']) =>
  [1, 2, 3].map(() => (sampleOf(v.object({ field }), undefined, unique) as { field: unknown }).field)

test('what is unique is another each time: a day, a name, and an example, which is the first one where it may be the same', () => {
  for (const field of [
    RequiredDay,
    v.pipe(Day, v.metadata({ examples: ['2030-01-01'] })),
    Required(20),
    said(['a']),
    said(['a', 'b', 'c']),
  ])
    expect(new Set(samples(field)).size).toBe(3)
  expect(samples(said(['a', 'b']), [])).toEqual(['a', 'a', 'a'])
})

test('a unique field of few examples, that takes no other text, says how to give more', () => {
  const few = v.pipe(v.string(), v.picklist(['um', 'dois']), v.metadata({ examples: ['um'] }))
  expect(() => samples(few)).toThrow('field is unique, and “um”')
})

test('an amount is no whole number, and a row of another noun is named where there is one, even where both may be left out', () => {
  const Order = v.object({
    value: v.optional(Money, 0),
    weight: v.optional(Decimal(0, 2), 1),
    people: v.optional(Count(9), 1),
    of: Ref('queues'),
  })
  expect(sampleOf(Order, () => 7)).toEqual({ value: 99.9, weight: 0.5, of: 7 })
})
