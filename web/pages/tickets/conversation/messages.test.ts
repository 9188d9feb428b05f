import { expect, test } from 'bun:test'
import { optimistic } from '../composer/optimistic'
import type { Message } from '../types'
import { isKnown, mergePage, putMessage, type Shown } from './messages'

const message = (id: string, more: Partial<Message> = {}) =>
  ({ id, ticketId: 1, body: id, fromMe: false, mediaType: 'conversation', createdAt: '2026-11-22T12:00:00.000Z', ...more }) as Message
const sending = (clientId: string) =>
  optimistic({ body: 'oi' }, { ticketId: 1, clientId, at: new Date('2026-11-22T12:00:00Z'), mediaUrl: null })
const ids = (messages: Shown[]) => messages.map(one => one.id)

test('the server’s row takes the place of the optimistic one, by the id that both carry', () => {
  const shown: Shown[] = [message('a'), sending('c1'), sending('c2')]
  const told = message('WID', { clientId: 'c1', fromMe: true })
  expect(isKnown(shown, told)).toBe(true)
  const after = putMessage(shown, told)
  expect(ids(after)).toEqual(['a', 'WID', 'local-c2'])
  expect(after[1]).toEqual(told)
})

test('a message told twice stands once, a change replaces it where it stands, a new one comes last', () => {
  const twice = putMessage(putMessage([message('a')], message('b')), message('b'))
  expect(ids(twice)).toEqual(['a', 'b'])
  expect(putMessage(twice, message('a', { isDeleted: true }))[0]).toMatchObject({ id: 'a', isDeleted: true })
})

test('what is read again after an outage fills in before what is on its way, and drops nothing', () => {
  const shown: Shown[] = [message('a'), message('b'), sending('c1'), sending('c2')]
  const page = [message('b', { isEdited: true }), message('c'), message('WID', { clientId: 'c1', fromMe: true }), message('d')]
  const after = mergePage(shown, page, 'newest')
  expect(ids(after)).toEqual(['a', 'b', 'c', 'WID', 'd', 'local-c2'])
  expect(after[1]).toMatchObject({ isEdited: true })
})

test('an older page comes in front, without what is known', () => {
  expect(ids(mergePage([message('c'), message('d')], [message('a'), message('b'), message('c')], 'older'))).toEqual(['a', 'b', 'c', 'd'])
})

test('a page of another place takes the place of all but what is on its way', () => {
  const shown: Shown[] = [message('x'), message('y'), sending('c1')]
  expect(ids(mergePage(shown, [message('a'), message('b')], 'elsewhere'))).toEqual(['a', 'b', 'local-c1'])
})

test('what was read for the first time stands above what was written before it came, whether or not it has that', () => {
  const own = message('WID', { clientId: 'c1', fromMe: true, createdAt: '2026-11-22T12:05:00.000Z' })
  const page = [message('a'), message('b')]
  expect(ids(mergePage([own], page, 'newest'))).toEqual(['a', 'b', 'WID'])
  expect(ids(mergePage([own], [...page, own], 'newest'))).toEqual(['a', 'b', 'WID'])
  expect(ids(mergePage([sending('c1')], [...page, own], 'newest'))).toEqual(['a', 'b', 'WID'])
  expect(ids(mergePage([sending('c1')], page, 'newest'))).toEqual(['a', 'b', 'local-c1'])
})
