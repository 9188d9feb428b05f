import { expect, test } from 'bun:test'
import { failuresIn, withoutReports } from './failures'

const OUTPUT = `bun test v1

src/a.test.ts:
(pass) a first [1.00ms]
error: expect(received).toBe(expected)
Expected: 1
(fail) a second [2.00ms]

tests/e2e/b.test.ts:
(pass) b first
(fail) b second

src/a.test.ts:
(pass) a third

2 tests failed:
(fail) a second [2.00ms]
(fail) b second
`

test('what failed is found once, with its file and what was said of it', () => {
  expect(failuresIn(OUTPUT)).toEqual([
    { file: 'src/a.test.ts', line: '(fail) a second [2.00ms]', told: 'error: expect(received).toBe(expected)\nExpected: 1' },
    { file: 'tests/e2e/b.test.ts', line: '(fail) b second', told: '' },
  ])
})

test('where nothing failed there is nothing to find', () => expect(failuresIn('a.test.ts:\n(pass) one\n 1 pass')).toEqual([]))

test('what a test says of itself is no log of the product, what the product logs beside it is', () => {
  const output = `src/a.test.ts:
printed by the product
{"level":30,"msg":"before"}
 9 | await write('Joana Reis', 'Olha como ficou')
TimeoutError: waiting for getByText('Olha como ficou')
{"level":30,"msg":"meanwhile"}
(fail) Olha como ficou [2.00ms]
printed again`
  expect(output.split('\n').filter(withoutReports())).toEqual([
    'src/a.test.ts:',
    'printed by the product',
    '{"level":30,"msg":"before"}',
    '{"level":30,"msg":"meanwhile"}',
    'printed again',
  ])
})
