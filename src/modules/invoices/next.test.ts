import { expect, test } from 'bun:test'
import { daysBetween, later, monthsOf, type Recurrence } from '../companies'
import { centsOf, LEAD_DAYS, nextStep, type Bill } from './next'

const plan = { name: 'Equipe', value: 249.9 }
const terms = { dueDate: '2026-11-30', recurrence: 'MENSAL' as Recurrence }
const made = (step: ReturnType<typeof nextStep>) => (step && 'bill' in step ? step.bill : undefined)

test('an amount is the price of each month of the period, to the cent, whatever the price', () => {
  for (let cents = 1; cents <= 200_000; cents += 7)
    for (const recurrence of ['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const) {
      const value = Number((cents / 100).toFixed(2))
      expect(centsOf(value)).toBe(cents)
      const bill = made(nextStep({ ...terms, recurrence }, { name: 'x', value }, undefined, undefined, terms.dueDate))!
      expect(bill.cents).toBe(cents * monthsOf(recurrence))
    }
})

test('an invoice is made when the due date is near, late ones at once, and earlier only for who asks', () => {
  const on = (today: string, isEarly?: boolean) => nextStep(terms, plan, undefined, undefined, today, isEarly)?.do
  const first = later(terms.dueDate, -LEAD_DAYS)
  expect([on(later(first, -1)), on(first), on('2026-11-30'), on('2027-03-01'), on('2026-01-01', true)]).toEqual([
    undefined,
    'make',
    'make',
    'make',
    'make',
  ])
})

test('nothing is asked for where nothing recurs, ends or costs, and what was open then goes', () => {
  const open = { id: 1, ...made(nextStep(terms, plan, undefined, undefined, terms.dueDate))! }
  for (const [changed, price] of [
    [{ ...terms, recurrence: '' as Recurrence }, plan],
    [{ ...terms, dueDate: null }, plan],
    [terms, { ...plan, value: 0 }],
    [terms, null],
  ] as const) {
    expect(nextStep(changed, price, undefined, undefined, terms.dueDate, true)).toBeUndefined()
    expect(nextStep(changed, price, open, undefined, terms.dueDate)).toEqual({ do: 'cancel' })
  }
})

test('the open invoice follows the plan, its price, the period and the due date, and rests when nothing changed', () => {
  const open = { id: 1, ...made(nextStep(terms, plan, undefined, undefined, terms.dueDate))! }
  expect(nextStep(terms, plan, open, undefined, terms.dueDate)).toBeUndefined()
  const changed = (...[now, price]: [typeof terms, typeof plan]) => made(nextStep(now, price, open, undefined, '2026-11-20'))
  expect(changed(terms, { name: 'Rede', value: 549.9 })).toEqual({ ...bare(open), detail: 'Rede', ...costs(54_990, 1, 'Rede') })
  expect(changed({ ...terms, recurrence: 'ANUAL' }, plan)).toEqual({ ...bare(open), ...costs(24_990 * 12, 12), months: 12 })
  expect(changed({ ...terms, dueDate: '2026-12-15' }, plan)).toEqual({ ...bare(open), dueDate: '2026-12-15', day: 15 })
})
const costs = (cents: number, n: number, text = 'Equipe') => ({ cents, lines: [{ kind: 'plan' as const, text, n, cents }] })
const bare = ({ id: _, ...bill }: Bill & { id: number }) => bill

test('who pays is due on the same day of the month for twenty years, the 31st of short months included', () => {
  for (const start of ['2027-01-31', '2028-02-29', '2027-10-30', '2027-06-15'])
    for (const recurrence of ['MENSAL', 'TRIMESTRAL', 'ANUAL'] as const) {
      let [dueDate, kept] = [start, undefined as { renewedUntil: string; day: number } | undefined]
      for (let paid = 0; paid < 240 / monthsOf(recurrence); paid++) {
        const bill = made(nextStep({ dueDate, recurrence }, plan, undefined, kept, dueDate))!
        expect(bill.day).toBe(Number(start.slice(8)))
        const next = monthsLaterOf(bill)
        // Never shorter than the shortest month of the period, nor longer than its longest.
        expect(Math.abs(daysBetween(dueDate, next) - (bill.months * 365.25) / 12)).toBeLessThan(4)
        kept = { renewedUntil: next, day: bill.day }
        dueDate = next
      }
      expect(Number(dueDate.slice(0, 4))).toBe(Number(start.slice(0, 4)) + 20)
    }
})

function monthsLaterOf({ dueDate, months, day }: Bill) {
  const [year, month] = dueDate.split('-').map(Number) as [number, number]
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}
