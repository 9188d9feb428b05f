import { afterAll, expect, test } from 'bun:test'
import { setClock } from '../../../kit/clock'
import { localValue, refusalOf, snoozeTimes } from './snooze-times'

afterAll(() => setClock(new Date().toUTCString()))

const at = (text: string) => new Date(text)
const shown = (text: string) => Object.entries(snoozeTimes(at(text))).map(([name, when]) => `${name} ${localValue(when)}`)

test('an hour is an hour, later is in three hours on the full hour, tomorrow and Monday at eight', () => {
  expect(shown('2026-11-18T10:20')).toEqual([
    'hour 2026-11-18T11:20',
    'later 2026-11-18T14:00',
    'tomorrow 2026-11-19T08:00',
    'nextWeek 2026-11-23T08:00',
  ])
})

test('in the evening nothing comes later today, on a Monday the next week is not today, and on a Sunday it is tomorrow', () => {
  expect(shown('2026-11-16T19:00')).toEqual(['hour 2026-11-16T20:00', 'tomorrow 2026-11-17T08:00', 'nextWeek 2026-11-23T08:00'])
  expect(shown('2026-11-22T23:30')).toEqual(['hour 2026-11-23T00:30', 'tomorrow 2026-11-23T08:00'])
})

test('whether a moment is over, the clock of the server says', () => {
  const inAnHour = new Date(Date.now() + 3_600_000)
  expect(refusalOf(inAnHour)).toBeUndefined()
  setClock(new Date(Date.now() + 2 * 3_600_000).toUTCString())
  expect(refusalOf(inAnHour)).toBe('Escolha uma hora que ainda não passou')
})
