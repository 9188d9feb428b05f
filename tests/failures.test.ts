import { expect, test } from 'bun:test'
import { failuresIn } from './failures'

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
