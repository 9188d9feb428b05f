import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { Day, RequiredDay } from './fields'

const Body = v.object({ from: RequiredDay, to: Day })
const told = (body: object) => {
  const { success, output, issues } = v.safeParse(Body, body)
  return success ? output : v.flatten(issues).nested
}

test('a day is one of the calendar, without a time; one that may be left out is null when it is empty', () => {
  expect(told({ from: ' 2028-02-29 ' })).toEqual({ from: '2028-02-29' })
  expect(told({ from: '2028-02-29', to: '' })).toEqual({ from: '2028-02-29', to: null })
  for (const none of ['', '2026-02-29', '2026-2-9', '2026-02-28T12:00', '31/12/2026', '0026-01-01', 20260101])
    expect([none, told({ from: none, to: none || 'x' })]).toEqual([none, { from: ['Informe o dia'], to: ['Informe o dia'] }])
})
