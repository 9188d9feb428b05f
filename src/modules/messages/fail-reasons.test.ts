import { expect, test } from 'bun:test'
import { FAIL_REASONS, failReasonOf } from './fail-reasons'

test.each([
  ['463', 'restricted'],
  ['429', 'too_many'],
  ['403', 'forbidden'],
  ['413', 'too_large'],
  ['404', 'not_on_whatsapp'],
  ['503', 'unreachable'],
  ['479', 'refused'],
  ['no media host took the file: media host answered 413', 'too_large'],
  ['ENOENT: no such file or directory', 'file'],
  ['something that nobody foresaw', 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
] as const)('%p is %s', (reason, expected) => {
  expect(failReasonOf(reason)).toBe(expected)
  expect(FAIL_REASONS).toContain(expected)
})
