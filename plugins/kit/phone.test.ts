import { expect, test } from 'bun:test'
import { isSameLine } from './phone'

test.each([
  ['(11) 98765-4321', '5511987654321', true],
  ['1187654321', '5511987654321', true],
  ['+55 11 8765-4321', '5511987654321', true],
  ['(21) 98765-4321', '5511987654321', false],
  ['98765-4321', '5511987654321', false],
  ['', '', false],
])('%s and %s are one phone: %p', (onFile, writes, isOne) => {
  expect(isSameLine(onFile, writes)).toBe(isOne)
})
