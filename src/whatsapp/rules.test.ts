import { expect, test } from 'bun:test'
import { proto } from '@whiskeysockets/baileys'
import type { Key } from '#modules/connections'
import { readChange } from './changes'
import { disconnectOf } from './disconnect-reason'
import { readEnvelope } from './envelope'
import { personOf } from './identity'
import { reconnectDelay } from './reconnect'

const me = { id: '5511990000001:3@s.whatsapp.net', lid: '100000000000001:3@lid' }

test('only what the server itself said ends a session', () => {
  const at = { paired: true, scanned: false }
  const boom = (statusCode: number, words = 'Stream Errored') => Object.assign(new Error(words), { output: { statusCode } })
  expect(disconnectOf(boom(401), at)).toEqual({ then: 'forget', reason: 'logged_out' })
  expect(disconnectOf(boom(401, 'WebSocket Error (Unexpected server response: 401)'), at)).toEqual({ then: 'retry', reason: 'offline' })
  expect(disconnectOf(boom(408, 'QR refs attempts ended'), { paired: false, scanned: false })).toEqual({
    then: 'stop',
    reason: 'unscanned',
  })
  expect(disconnectOf(boom(408, 'Connection was lost'), at)).toEqual({ then: 'retry', reason: 'offline' })
  expect(disconnectOf(boom(400, 'noise certificate signature invalid'), at)).toEqual({ then: 'stop', reason: 'certificate' })
  expect(disconnectOf(new Error('refused'), at).then).toBe('retry')
  for (const attempt of [1, 2, 5, 20]) expect(reconnectDelay(attempt)).toBeLessThanOrEqual(60_000)
})

test('an address that is no person makes none', () => {
  expect(personOf('0@s.whatsapp.net')).toEqual({ pn: null, lid: null })
  expect(personOf(`${'9'.repeat(40)}@lid`, 'x@s.whatsapp.net', '120@newsletter', 'status@broadcast')).toEqual({ pn: null, lid: null })
  expect(personOf('123456789012345:7@lid', '5511988887777:2@s.whatsapp.net')).toEqual({ pn: '5511988887777', lid: '123456789012345' })
})

test('the number of this account is never taken for a form of the other person', () => {
  const attrs = { id: 'A', from: me.lid, recipient: '222222222222222@lid', sender_pn: '5511990000001@s.whatsapp.net', t: '1700000000' }
  expect(readEnvelope(attrs, me)).toMatchObject({ key: { fromMe: true }, chat: { person: { pn: null, lid: '222222222222222' } } })
  expect(readEnvelope({ id: 'B', from: me.lid, t: '1700000000' }, me)).toBeNull()
  expect(readEnvelope({ id: 'C', from: 'status@broadcast', participant: '222222222222222@lid', t: '1' }, me)).toBeNull()
})

test('people delete and edit only what they wrote, unless they are admins of the group', () => {
  const { REVOKE } = proto.Message.ProtocolMessage.Type
  const direct: Key = { id: 'X', remoteJid: '222222222222222@lid', fromMe: false }
  const forged = { protocolMessage: { type: REVOKE, key: { id: 'T', remoteJid: me.lid, fromMe: false } } }
  expect(readChange(forged, direct, me)).toEqual({
    byAdmin: false,
    content: { type: 'delete', target: { id: 'T', remoteJid: direct.remoteJid, fromMe: false } },
  })
  const group: Key = { id: 'X', remoteJid: '120363@g.us', fromMe: false, participant: '222222222222222@lid' }
  const ofMine = {
    protocolMessage: { type: REVOKE, key: { id: 'T', remoteJid: '120363@g.us', fromMe: false, participant: '100000000000001@lid' } },
  }
  expect(readChange(ofMine, group, me)).toMatchObject({ byAdmin: true, content: { target: { fromMe: true } } })
})
