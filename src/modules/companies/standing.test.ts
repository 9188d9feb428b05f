import { expect, test } from 'bun:test'
import { standingOf } from './standing'

const company = {
  status: true,
  isDemo: false,
  dueDate: '2026-11-20' as string | null,
  createdAt: new Date('2026-01-10T15:00:00Z'),
  timeZone: 'America/Sao_Paulo',
}
const terms = { trialDays: 3, graceDays: 5 }
const at = (text: string) => new Date(`${text}-03:00`)

test('a company is active on its due date, in arrears for the days of grace, and suspended after them', () => {
  const on = (day: string) => standingOf(company, terms, at(`${day}T12:00`))
  expect(['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-25', '2026-11-26'].map(on)).toEqual([
    'active',
    'active',
    'arrears',
    'arrears',
    'suspended',
  ])
})

test('a day is a day where the company is, to its last second', () => {
  expect(standingOf(company, terms, at('2026-11-20T23:59:59'))).toBe('active')
  expect(standingOf(company, terms, at('2026-11-21T00:00:00'))).toBe('arrears')
  expect(standingOf({ ...company, timeZone: 'Pacific/Kiritimati' }, terms, at('2026-11-20T23:59:59'))).toBe('arrears')
})

test('a trial ends on its day without grace, and a payment makes an active company of it', () => {
  const young = { ...company, createdAt: new Date('2026-11-18T01:00:00Z') }
  // The evening before, where the company is: three days later is the 20th.
  expect(standingOf(young, terms, at('2026-11-20T12:00'))).toBe('trial')
  expect(standingOf(young, terms, at('2026-11-21T12:00'))).toBe('suspended')
  expect(standingOf({ ...young, dueDate: '2026-12-20' }, terms, at('2026-11-20T12:00'))).toBe('active')
  expect(standingOf({ ...young, dueDate: '2026-12-20' }, terms, at('2026-12-22T12:00'))).toBe('arrears')
})

test('who is switched off is suspended whatever was paid, and who has no due date is never overdue', () => {
  expect(standingOf({ ...company, status: false }, terms, at('2026-11-01T12:00'))).toBe('suspended')
  expect(standingOf({ ...company, dueDate: null }, terms, at('2126-11-01T12:00'))).toBe('active')
})

test('without days of grace a company is suspended on the day after', () => {
  expect(standingOf(company, { ...terms, graceDays: 0 }, at('2026-11-21T00:00:00'))).toBe('suspended')
})

test('a demonstration lasts to its day, without grace and whatever the days of a trial are', () => {
  const shown = { ...company, isDemo: true }
  const on = (day: string) => standingOf(shown, terms, at(`${day}T12:00`))
  expect(['2026-11-19', '2026-11-20', '2026-11-21'].map(on)).toEqual(['demonstration', 'demonstration', 'suspended'])
  expect(standingOf({ ...shown, dueDate: null }, terms, at('2126-11-01T12:00'))).toBe('demonstration')
  expect(standingOf({ ...shown, status: false }, terms, at('2026-11-19T12:00'))).toBe('suspended')
})
