import { expect, test } from 'bun:test'
import type { Message } from '../types'
import { blocksOf } from './blocks'
import { rowsOf } from './row-heights'

const at = (minute: number, more: Partial<Message> = {}) =>
  ({
    id: `m${minute}`,
    ticketId: 1,
    body: 'Olá',
    fromMe: false,
    mediaType: 'conversation',
    createdAt: new Date(Date.UTC(2026, 10, 22, 12, minute)).toISOString(),
    contact: { id: 7 },
    ...more,
  }) as Message
const rows = (messages: Message[]) => rowsOf(blocksOf(messages))

test('a message that comes makes one row, and the others are those of before', () => {
  const messages = [at(0), at(1), at(2)]
  const before = rows(messages)
  const after = rows([...messages, at(3)])
  expect(after.map((row, i) => row === before[i])).toEqual([true, true, true, false])
})

test('a row is made anew when its message changed, or what stands around it', () => {
  const [first, second, third] = [at(0), at(1), at(2)]
  const before = rows([first, second, third])
  const changed = rows([first, { ...second, body: 'Oi' }, third])
  expect(changed.map((row, i) => row === before[i])).toEqual([true, false, true])
  // Without the one above it goes on nothing.
  expect(rows([second, third]).map((row, i) => row === before[i + 1])).toEqual([false, true])
})

test('an album that grows is another row', () => {
  const picture = { mediaType: 'image', body: 'Imagem' } as const
  const [one, two, three] = [at(0, picture), at(1, picture), at(2, picture)]
  const [before] = rows([one, two])
  const [after] = rows([one, two, three])
  expect(after).not.toBe(before)
  expect(after!.block!.grid).toHaveLength(3)
})
