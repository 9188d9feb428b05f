import { expect, test } from 'bun:test'
import { slashAt } from './slash'

/** A "/" is typed where the bar stands. */
const typedAt = (text: string) => {
  const caret = text.indexOf('|')
  const before = text.replace('|', '')
  return slashAt({ before, now: `${before.slice(0, caret)}/${before.slice(caret)}`, caret: caret + 1, typed: '/' })
}

test('a / calls where a text, a line or a word begins, and not inside of a word', () => {
  expect(typedAt('|')).toBe(0)
  expect(typedAt('Oi! |')).toBe(4)
  expect(typedAt('Oi!\n|')).toBe(4)
  expect(typedAt('Oi! | até logo')).toBe(4)
  for (const inside of ['80 km|h', 'e|ou', 'https:|', 'https:/|', '5|', '(|']) expect(typedAt(inside)).toBeUndefined()
})

test('what is taken away, or pasted, calls nothing', () => {
  expect(slashAt({ before: 'veja /x', now: 'veja /', caret: 6, typed: null })).toBeUndefined()
  expect(slashAt({ before: 'veja ', now: 'veja /loja /', caret: 12, typed: null })).toBeUndefined()
})
