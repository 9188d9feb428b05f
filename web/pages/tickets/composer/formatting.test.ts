import { expect, test } from 'bun:test'
import { formatOf, toggled } from './formatting'

const done = (text: string, start: number, end: number, mark: string) => {
  const { from, to, text: put, select } = toggled(text, start, end, mark)
  const after = text.slice(0, from) + put + text.slice(to)
  return [after, after.slice(...select)]
}

test('a mark goes around the words that are selected, not around blanks, and comes off again', () => {
  expect(done('oi Ana', 3, 6, '*')).toEqual(['oi *Ana*', 'Ana'])
  expect(done('oi Ana tudo', 2, 7, '_')).toEqual(['oi _Ana_ tudo', 'Ana'])
  expect(done('oi *Ana*', 4, 7, '*')).toEqual(['oi Ana', 'Ana'])
  expect(done('oi *Ana*', 3, 8, '*')).toEqual(['oi Ana', 'Ana'])
  expect(done('x', 0, 1, '```')).toEqual(['```x```', 'x'])
})

test('with nothing selected the next words stand between the marks', () => {
  expect(toggled('oi ', 3, 3, '*')).toEqual({ from: 3, to: 3, text: '**', select: [4, 4] })
  expect(done('oi **', 4, 4, '*')).toEqual(['oi ', ''])
})

test('keys ask for a format with Ctrl or ⌘ alone', () => {
  const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
  expect(formatOf({ ...none, key: 'b', ctrlKey: true })).toBe('bold')
  expect(formatOf({ ...none, key: 'X', metaKey: true, shiftKey: true })).toBe('strike')
  expect(formatOf({ ...none, key: 'x', ctrlKey: true })).toBeUndefined()
  expect(formatOf({ ...none, key: 'b' })).toBeUndefined()
  expect(formatOf({ ...none, key: 'b', ctrlKey: true, altKey: true })).toBeUndefined()
})
