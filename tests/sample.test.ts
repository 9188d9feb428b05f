import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { Day, Required, RequiredDay } from '#kernel/fields'
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
