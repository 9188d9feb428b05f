import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { AppError, type Details } from '../errors'
import { Flag, Required, RequiredDay } from '../fields'
import { parse } from './validation'

const refused = (schema: v.GenericSchema, value: unknown) => {
  try {
    parse(schema, value)
  } catch (error) {
    return (error as AppError).details as Details
  }
}

test('a key that is missing is told by the sentence of its own schema, wherever it stands', () => {
  const Row = v.object({ name: Required(20), day: RequiredDay })
  const said = { name: ['Obrigatório'], day: ['Informe o dia'] }
  expect(refused(Row, {})).toEqual(said)
  expect(
    refused(
      v.pipe(
        Row,
        v.check(() => true),
      ),
      {},
    ),
  ).toEqual(said)
  expect(refused(v.object({ rows: v.array(v.optional(Row)) }), { rows: [{ name: 'a' }] })).toEqual({ 'rows.0.day': ['Informe o dia'] })
  const either = v.variant('type', [v.object({ type: v.literal('a') }), v.object({ type: v.literal('b'), name: Required(20) })])
  expect(refused(either, { type: 'b' })).toEqual({ name: ['Obrigatório'] })
})

test('a schema without a sentence says which key is missing', () => {
  expect(refused(v.object({ on: Flag }), {})).toEqual({ on: ['Invalid key: Expected "on" but received undefined'] })
})
