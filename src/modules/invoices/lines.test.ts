import { expect, test } from 'bun:test'
import { monthsLater, monthsOf, type Recurrence } from '../companies'
import { type Discount, type Item, isMonthly, linesOf, paidForPlan, sumOf } from './lines'
import { nextStep } from './next'

const plan = { name: 'Equipe', cents: 24_990 }
const item = (kind: Item['kind'], cents: number, n = 1): Item => ({ id: 1, kind, text: 'x', n, cents })
const half: Discount = { code: 'METADE', percent: 50, cents: 0 }

test('the lines of any invoice sum up to its amount, which is whole cents and never below zero', () => {
  const kinds = [
    item('users', 990, 3),
    item('item', 15_000),
    item('change', -40_000, 12),
    item('change', 777, 4),
    item('credit', -1_000_000),
  ]
  const discounts = [undefined, half, { code: 'CEM', percent: 100, cents: 0 }, { code: 'MIL', percent: null, cents: 100_000 }]
  for (let mask = 0; mask < 1 << kinds.length; mask++)
    for (const discount of discounts)
      for (const months of [1, 2, 3, 6, 12])
        for (const cents of [0, 1, 3_333, 24_990]) {
          const items = kinds.filter((_, i) => mask & (1 << i))
          const lines = linesOf({ name: 'x', cents }, months, items, discount)
          expect(Number.isInteger(sumOf(lines))).toBe(true)
          expect(sumOf(lines)).toBeGreaterThanOrEqual(0)
          expect(paidForPlan(lines)).toBeGreaterThanOrEqual(0)
          expect(lines.every(line => Number.isInteger(line.cents))).toBe(true)
        }
})

test('a coupon takes its share off the plan alone, by the period, and never more than the plan costs', () => {
  const off = (discount: Discount, months = 1) =>
    linesOf(plan, months, [item('item', 10_000)], discount).find(one => one.kind === 'coupon')!.cents
  expect([off(half), off(half, 12)]).toEqual([-12_495, -149_940])
  expect(off({ code: 'DEZ', percent: null, cents: 1_000 })).toBe(-1_000)
  expect(off({ code: 'DEMAIS', percent: null, cents: 99_999 })).toBe(-24_990)
  for (let percent = 1; percent <= 100; percent++) expect(off({ code: 'P', percent, cents: 0 })).toBe(-Math.round((24_990 * percent) / 100))
})

test('a credit that is more than the rest is carried over, and over years not a cent of it is lost', () => {
  for (const recurrence of ['MENSAL', 'TRIMESTRAL', 'ANUAL'] satisfies Recurrence[])
    for (const credit of [1, 24_989, 24_990, 24_991, 777_777]) {
      let waiting = [item('change', -credit, 9)]
      let [paid, dueDate] = [0, '2027-01-31']
      const periods = 120 / monthsOf(recurrence)
      for (let i = 0; i < periods; i++) {
        const step = nextStep({ dueDate, recurrence }, { name: 'Equipe', value: 249.9 }, undefined, undefined, dueDate, true, {
          items: waiting,
        })
        if (step?.do !== 'make') throw new Error('nothing is owed')
        const { bill } = step
        expect(sumOf(bill.lines)).toBe(bill.cents)
        paid += bill.cents
        const carried = bill.lines.find(({ kind }) => kind === 'carried')
        waiting = carried ? [item('credit', -carried.cents)] : []
        dueDate = monthsLater(dueDate, bill.months, 31)
      }
      expect(paid + sumOf(waiting)).toBe(24_990 * 120 - credit)
    }
})

test('what is sold by the piece is paid each month of each period, the rest once', () => {
  expect(isMonthly(item('users', 1))).toBe(true)
  expect(linesOf(plan, 3, [item('users', 990, 2), item('item', 500)], undefined)).toMatchObject([
    { kind: 'plan', cents: 74_970 },
    { kind: 'users', n: 2, cents: 5_940 },
    { kind: 'item', cents: 500 },
  ])
})
