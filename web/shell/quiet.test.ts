import { expect, test } from 'bun:test'
import { isQuiet, loudnessOf } from './quiet'

const at = (clock: string) => new Date(`2026-11-23T${clock}:00`)

test('hours that end after midnight are those of the evening and of the morning', () => {
  const night = { from: '22:00', to: '07:00' }
  expect(['21:59', '22:00', '23:30', '00:10', '06:59', '07:00', '12:00'].map(clock => isQuiet(night, at(clock)))).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
    false,
  ])
})

test('hours of one day are from the first minute to before the last; none are never quiet', () => {
  const lunch = { from: '12:00', to: '13:00' }
  expect(['11:59', '12:00', '12:59', '13:00'].map(clock => isQuiet(lunch, at(clock)))).toEqual([false, true, true, false])
  expect(isQuiet(null, at('12:30'))).toBe(false)
})

test('a queue is as loud as was chosen, and any other as loud as all', () => {
  const volumes = [{ queueId: 7, volume: 0.2 }]
  expect([7, 8, null].map(id => loudnessOf(volumes, id))).toEqual([0.2, 1, 1])
})
