import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { Schedules, WEEKDAYS } from './body'
import { instantOf, local } from './clock'
import { closedPeriod, isOpen, openPeriods, type Hours } from './hours'

const on = (weekdayEn: string, startTime: string, endTime: string): Hours => ({ weekday: '', weekdayEn, startTime, endTime })
const special = (date: string, startTime = '', endTime = ''): Hours => ({ ...on('', startTime, endTime), date })
const daily = (startTime: string, endTime: string) => WEEKDAYS.map(day => on(day, startTime, endTime))

const SP = 'America/Sao_Paulo'
const ZONES = [SP, 'America/New_York', 'Europe/Lisbon', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'UTC']
/** A moment in São Paulo since 2019, where the offset is three hours all year. */
const at = (text: string) => new Date(`${text}-03:00`)
const open = (hours: Hours[], text: string) => isOpen(hours, SP, at(text))

/** Days around which clocks were changed, and an ordinary one. */
const DAYS: Record<string, string[]> = {
  [SP]: ['2018-11-04', '2019-02-16', '2017-10-15', '2026-03-11'],
  'America/New_York': ['2026-03-08', '2026-11-01', '2026-06-10'],
  'Europe/Lisbon': ['2026-03-29', '2026-10-25', '2026-06-10'],
}
const around = (date: string, step: number) => {
  const from = Date.parse(`${date}T00:00:00Z`) - 86_400_000
  return Array.from({ length: (3 * 86_400_000) / step }, (_, i) => new Date(from + i * step))
}

test('what has no hours is open, and so is a weekday without a rule', () => {
  for (const timeZone of ZONES) expect(isOpen([], timeZone, new Date())).toBe(true)
  const onlyMonday = [on('monday', '08:00', '18:00'), on('sunday', '', '')]
  expect(open(onlyMonday, '2026-11-22T03:00')).toBe(true)
  expect(open(onlyMonday, '2026-11-24T03:00')).toBe(true)
  expect(open(onlyMonday, '2026-11-23T03:00')).toBe(false)
})

test('a period begins with its first minute and ends before its last', () => {
  const hours = [on('Monday', '08:00', '12:00'), on('monday', '13:30', '18:00')]
  const day = '2026-11-23T'
  for (const clock of ['08:00', '11:59:59', '13:30', '17:59']) expect([clock, open(hours, day + clock)]).toEqual([clock, true])
  for (const clock of ['07:59:59', '12:00', '13:29', '18:00', '23:59']) expect([clock, open(hours, day + clock)]).toEqual([clock, false])
})

test('the last minute of a day is part of it, and times that are equal are a closed day', () => {
  expect(open(daily('00:00', '23:59'), '2026-11-23T23:59:30')).toBe(true)
  expect(open([on('sunday', '00:00', '00:00')], '2026-11-22T15:00')).toBe(false)
})

test('a period over midnight belongs to the day on which it began', () => {
  const friday = [on('friday', '18:00', '02:00'), on('saturday', '00:00', '00:00')]
  expect(open(friday, '2026-11-20T23:59')).toBe(true)
  expect(open(friday, '2026-11-21T01:59')).toBe(true)
  expect(open(friday, '2026-11-21T02:00')).toBe(false)
})

test('a special date stands in place of its weekday, closed or with hours of its own', () => {
  const hours = [...daily('08:00', '18:00'), special('2026-12-25'), special('2026-12-24', '08:00', '12:00')]
  expect(open(hours, '2026-12-25T10:00')).toBe(false)
  expect([open(hours, '2026-12-24T10:00'), open(hours, '2026-12-24T15:00')]).toEqual([true, false])
  expect(open(hours, '2026-12-26T10:00')).toBe(true)
  // The night before goes on into a holiday, since it is no part of it.
  expect(open([...daily('20:00', '04:00'), special('2026-12-25')], '2026-12-25T03:00')).toBe(true)
})

test.each(Object.entries(DAYS))(
  'in %s it is open exactly when the clock on the wall is within the hours, also when clocks are changed',
  (timeZone, days) => {
    for (const [startTime, endTime] of [
      ['01:30', '02:30'],
      ['08:00', '18:00'],
      ['22:00', '01:30'],
    ] as const)
      for (const date of days)
        for (const moment of around(date, 7 * 60_000)) {
          const wall = local({ timeZone }, moment).slice(11, 16)
          const within = startTime < endTime ? startTime <= wall && wall < endTime : startTime <= wall || wall < endTime
          expect([moment.toISOString(), isOpen(daily(startTime, endTime), timeZone, moment)]).toEqual([moment.toISOString(), within])
        }
  },
)

test.each(ZONES)('in %s a closed period has one key, another than the period before and after it', timeZone => {
  const hours = [...daily('09:00', '12:00'), ...daily('13:00', '18:00'), on('friday', '20:00', '03:00'), special('2026-11-25')]
  const seen: string[] = []
  let before: string | null = null
  for (const moment of around('2026-11-25', 60_000)) {
    const key = closedPeriod(hours, timeZone, moment)
    expect(key === null).toBe(isOpen(hours, timeZone, moment))
    if (key && key !== before) {
      // A new key comes only after something was open.
      expect([before, seen.includes(key)]).toEqual([null, false])
      seen.push(key)
    }
    before = key
  }
  expect(seen.length).toBeGreaterThan(3)
})

test('a key names the moment at which service ended on the local clock', () => {
  const hours = [...daily('08:00', '18:00'), special('2026-12-25')]
  const key = (text: string) => closedPeriod(hours, SP, at(text))
  expect(key('2026-12-24T17:59')).toBeNull()
  expect(key('2026-12-24T18:00')).toBe('2026-12-24T18:00')
  expect(key('2026-12-25T12:00')).toBe('2026-12-24T18:00')
  expect(key('2026-12-26T07:59')).toBe('2026-12-24T18:00')
  expect(closedPeriod([on('friday', '18:00', '02:00'), on('saturday', '00:00', '00:00')], SP, at('2026-11-21T15:00'))).toBe(
    '2026-11-21T02:00',
  )
})

test('what is never open is closed anew each day', () => {
  expect(closedPeriod(daily('00:00', '00:00'), SP, new Date('2026-11-22T12:00:00Z'))).toBe('always 2026-11-22')
})

test('a request may hold what clients of the family send, special dates, and nothing half', () => {
  const parse = (row: object) => v.safeParse(Schedules, [row]).success
  expect(parse({ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' })).toBe(true)
  expect(parse({ weekday: 'Natal', date: '2026-12-25', startTime: '', endTime: '' })).toBe(true)
  for (const wrong of [
    { weekdayEn: 'segunda', startTime: '08:00', endTime: '18:00' },
    { weekdayEn: 'monday', startTime: '08:00', endTime: '' },
    { weekdayEn: 'monday', startTime: '8:00', endTime: '24:00' },
    { date: '2026-02-30', startTime: '', endTime: '' },
    { startTime: '08:00', endTime: '18:00' },
  ])
    expect([wrong, parse(wrong)]).toEqual([wrong, false])
})

test('a moment is told on any clock as Intl tells it, around the changes of its time too', () => {
  const changes = ['2026-03-29T01:00Z', '2026-10-03T15:30Z', '2026-11-01T06:00Z', '2018-11-04T03:00Z'].map(Date.parse)
  for (const timeZone of [
    'America/Sao_Paulo',
    'America/New_York',
    'Europe/Lisbon',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Chatham',
  ]) {
    const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    for (const change of changes)
      for (let i = -60; i <= 60; i++) {
        const at = change + i * 119_777
        expect(local({ timeZone }, at)).toBe(calendar.format(at))
      }
  }
})

test('a day of any year has its moments: who asks for one long ago ends no request', () => {
  for (const timeZone of ZONES)
    for (const wall of ['1000-01-01 00:00', '1582-10-15 00:00', '2999-12-31 00:00'])
      expect([timeZone, local({ timeZone }, instantOf({ timeZone }, wall)).slice(0, 16)]).toEqual([timeZone, wall])
})

// Where clocks are put forward, and by how much: at midnight, by half an hour, over the end of a day.
const FORWARD = [
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/Santiago', '2024-09-08'],
  ['America/New_York', '2024-03-10'],
  ['Europe/Lisbon', '2024-03-31'],
  ['Australia/Lord_Howe', '2024-10-06'],
  ['Africa/Cairo', '2024-04-26'],
] as const
const MINUTE_MS = 60_000

test.each(FORWARD)(
  'where clocks are put forward, %s on %s, a period begins and ends with the minute at which it does',
  (timeZone, date) => {
    const begin = Date.parse(`${date}T00:00Z`) - 12 * 3600_000
    for (const [startTime, endTime] of [
      ['00:15', '01:00'],
      ['02:00', '02:30'],
      ['02:30', '09:00'],
      ['23:30', '00:15'],
      ['22:00', '02:45'],
      ['00:00', '23:59'],
    ] as const) {
      const hours = daily(startTime, endTime)
      const periods = [...openPeriods(hours, timeZone, new Date(begin), 4)]
      const isIn = (at: number) => periods.some(({ from, to }) => from <= at && at < to)
      const differs: string[] = []
      for (let at = begin; at < begin + 36 * 3600_000; at += MINUTE_MS)
        if (isIn(at) !== isOpen(hours, timeZone, new Date(at))) differs.push(new Date(at).toISOString())
      expect([startTime, endTime, ...differs]).toEqual([startTime, endTime])
    }
  },
)
