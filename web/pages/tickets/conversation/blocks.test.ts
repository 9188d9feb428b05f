import { expect, test } from 'bun:test'
import type { Message } from '../types'
import type { Aside } from './asides'
import { blocksOf } from './blocks'

let made = 0
const at = (minute: number, more: Partial<Message> = {}) =>
  ({
    id: `m${++made}`,
    ticketId: 1,
    body: 'Imagem',
    caption: null,
    fromMe: false,
    mediaType: 'image',
    createdAt: new Date(Date.UTC(2026, 10, 22, 12, minute)).toISOString(),
    contact: { id: 7 },
    ...more,
  }) as Message
const sizes = (messages: Message[]) => blocksOf(messages).blocks.map(block => block.grid?.length ?? 1)

test('photos without words, one after the other, are one grid', () => {
  expect(sizes([at(0), at(1), at(2), at(3), at(4)])).toEqual([5])
})

test('words, a quote, a failure, another hand, another ticket or ten minutes begin anew', () => {
  expect(sizes([at(0), at(1, { caption: 'olha' })])).toEqual([1, 1])
  expect(sizes([at(0, { caption: 'olha' }), at(1)])).toEqual([2])
  expect(sizes([at(0), at(1, { quotedMsg: at(0) })])).toEqual([1, 1])
  expect(sizes([at(0), at(1, { status: 'failed' })])).toEqual([1, 1])
  expect(sizes([at(0), at(1, { fromMe: true, contact: null })])).toEqual([1, 1])
  expect(sizes([at(0), at(1, { ticketId: 2 })])).toEqual([1, 1])
  expect(sizes([at(0), at(11)])).toEqual([1, 1])
  expect(sizes([at(0), at(1, { mediaType: 'conversation' }), at(2)])).toEqual([1, 1, 1])
})

test('a new day and another ticket get a line, the next of the same hand goes on', () => {
  const text = { mediaType: 'conversation', body: 'oi' }
  const { blocks } = blocksOf([at(0, text), at(1, text), at(2, { ...text, ticketId: 2 }), at(26 * 60, { ...text, ticketId: 2 })])
  expect(blocks.map(({ day, ticket, cont }) => [day, ticket, cont])).toEqual([
    [true, false, false],
    [false, false, true],
    [false, true, false],
    [true, false, false],
  ])
})

test('what was done with the ticket and what was noted down stand by their time, and begin a bubble anew', () => {
  const text = { mediaType: 'conversation', body: 'oi' }
  const minute = (n: number) => new Date(Date.UTC(2026, 10, 22, 12, n)).toISOString()
  const aside = (n: number) => ({ key: `a${n}`, at: minute(n), activity: { id: n } }) as Aside
  const { blocks, tail } = blocksOf([at(0, text), at(2, text), at(3, text)], [aside(1), aside(2), aside(26 * 60), aside(26 * 60 + 1)])
  expect(blocks.map(({ above, cont }) => [above.map(one => one.aside.key), cont])).toEqual([
    [[], false],
    [['a1', 'a2'], false],
    [[], true],
  ])
  expect(tail.map(({ aside: { key }, day }) => [key, day])).toEqual([
    ['a1560', true],
    ['a1561', false],
  ])
})
