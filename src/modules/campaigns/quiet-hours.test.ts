import { expect, test } from 'bun:test'
import { dice } from '../../../tests/dice'
import { companies, isOpen, openPeriods } from '../companies'
import { hoursOf } from './settings'

const ZONES = ['America/New_York', 'America/Santiago', 'Europe/Lisbon', 'Africa/Cairo', 'Australia/Lord_Howe', 'America/Sao_Paulo']
const DAY = 86_400_000
const STEP = 10 * 60_000

const two = (n: number) => String(n).padStart(2, '0')
const midnight = (timeZone: string, day: string) => companies.instantOf({ timeZone }, `${day}T00:00`)

test.each(ZONES)('the periods in which campaigns may be sent are those in which they are, also where clocks of %s change', timeZone => {
  const roll = dice(ZONES.indexOf(timeZone) + 11)
  const year = Array.from({ length: 365 }, (_, n) => companies.later('2031-01-10', n))
  const changed = year.filter(day => midnight(timeZone, companies.later(day, 1)) - midnight(timeZone, day) !== DAY)
  for (const day of changed.length ? changed : [year[40]!]) {
    const days = Array.from({ length: 7 }, () => {
      const from = roll(20)
      return { isOn: roll(4) > 0, from: `${two(from)}:${two(roll(60))}`, to: `${two(from + 1 + roll(23 - from))}:${two(roll(60))}` }
    })
    const hours = hoursOf({ days })
    const begin = midnight(timeZone, companies.later(day, -2))
    const periods = [...openPeriods(hours, timeZone, new Date(begin), 6)]
    for (let at = begin; at < begin + 5 * DAY; at += STEP) {
      const isIn = periods.some(({ from, to }) => from <= at && at < to)
      expect([timeZone, new Date(at), days, isIn]).toEqual([timeZone, new Date(at), days, isOpen(hours, timeZone, new Date(at))])
    }
  }
})
