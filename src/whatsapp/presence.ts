import { getAllBinaryNodeChildren, type BinaryNode } from '@whiskeysockets/baileys'
import type { Person, Presence } from '#modules/connections'
import { isNobody, personOf } from './identity'

/** Whether a person is there, types or records; null for groups. */
export function readPresence({ tag, attrs, content }: BinaryNode): { chat: Person; state: Presence['state'] } | null {
  const chat = personOf(attrs.from, attrs.sender_pn, attrs.sender_lid)
  if (isNobody(chat)) return null
  if (tag === 'presence') return { chat, state: attrs.type === 'unavailable' ? 'unavailable' : 'available' }
  const [doing] = getAllBinaryNodeChildren({ tag, attrs, content })
  if (doing?.tag === 'composing') return { chat, state: doing.attrs.media === 'audio' ? 'recording' : 'composing' }
  return doing?.tag === 'paused' ? { chat, state: 'paused' } : null
}
