import { expect, test } from 'bun:test'
import type { BaileysEventMap, WAMessage } from '@whiskeysockets/baileys'
// Nothing else of Baileys hands out its buffer of events.
import { makeEventBuffer } from '../../node_modules/@whiskeysockets/baileys/lib/Utils/event-buffer.js'
import { dropUnheardEvents } from './baileys-events'

const silent = { level: 'silent', child: () => silent, trace() {}, debug() {}, info() {}, warn() {}, error() {} }
type Upsert = BaileysEventMap['messages.upsert']

const upsert = (id: string, more: Partial<WAMessage['key']> = {}, message: WAMessage['message'] = { conversation: 'Olá' }): Upsert => ({
  messages: [{ key: { id, remoteJid: '222222222222222@lid', fromMe: false, ...more }, message }],
  type: 'notify',
})

/** How many buffered messages Baileys goes through while a hundred more come. */
function lookedAt(ev: ReturnType<typeof makeEventBuffer>) {
  const { values } = Object
  let seen = 0
  Object.values = (of: object) => {
    const all = values(of)
    seen += all.length
    return all
  }
  try {
    ev.buffer()
    for (let i = 0; i < 100; i++) ev.emit('messages.upsert', upsert(String(i)))
    return seen
  } finally {
    Object.values = values
  }
}

test('at each message of a burst Baileys goes through all that it has buffered; patched, through none', () => {
  expect(lookedAt(makeEventBuffer(silent))).toBe((100 * 99) / 2)
  const ev = makeEventBuffer(silent)
  dropUnheardEvents(ev)
  expect(lookedAt(ev)).toBe(0)
})

test('what nobody listens to is dropped, what somebody does is told', () => {
  const ev = makeEventBuffer(silent)
  dropUnheardEvents(ev)
  const told: string[] = []
  ev.on('messages.upsert', ({ messages }: Upsert) => void told.push(...messages.map(({ key }) => key.id!)))
  ev.on('contacts.upsert', () => void told.push('contacts'))
  ev.on('connection.update', () => void told.push('connection'))
  ev.on('chats.update', () => void told.push('chats'))
  ev.emit('messages.upsert', upsert('words'))
  ev.emit('messages.upsert', upsert('once', { isViewOnce: true }, null))
  ev.emit('messages.upsert', { ...upsert('again'), requestId: 'asked' })
  ev.emit('contacts.upsert', [])
  ev.emit('connection.update', {})
  ev.emit('chats.update', [{ id: '222222222222222@lid' }])
  expect(told).toEqual(['once', 'again', 'contacts', 'connection'])
})
