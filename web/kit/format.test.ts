import { afterAll, expect, test } from 'bun:test'

Object.assign(globalThis, { localStorage: globalThis.localStorage ?? { getItem: () => null, setItem() {}, removeItem() {} } })
const { ago, dayName, shortTime, upcoming } = await import('./format')
const { setClock } = await import('./clock')
afterAll(() => setClock(new Date().toUTCString()))

test('on a computer whose clock is a year off, all that is said of a moment is by the server', () => {
  const now = Date.now() + 366 * 86_400_000
  setClock(new Date(now).toUTCString())
  const yesterday = new Date(now - 86_400_000)
  expect(ago(now - 2 * 60_000)).toBe('há 2 minutos')
  expect(dayName(now)).toBe('Hoje')
  expect([dayName(yesterday), shortTime(yesterday)]).toEqual(['Ontem', 'ontem'])
  expect(upcoming(now + 86_400_000)).toStartWith('amanhã')
  // Of this year, and of the one that the computer takes for this.
  expect(shortTime(new Date(new Date(now).getFullYear(), 0, 1))).not.toMatch(/\d+\/\d+\/\d+/)
  expect(shortTime(new Date(now - 366 * 86_400_000))).toMatch(/\d+\/\d+\/\d+/)
})

test('today and tomorrow are days of the clock that is given, wherever the browser is', () => {
  setClock(new Date().toUTCString())
  const morning = new Date(2031, 2, 4, 8)
  expect(upcoming(morning, new Date(2031, 2, 4, 0, 10))).toBe('08:00')
  expect(upcoming(morning, new Date(2031, 2, 3, 23, 50))).toBe('amanhã 08:00')
  expect(shortTime(morning, new Date(2031, 2, 5, 1))).toBe('ontem')
})
