import { getAllBinaryNodeChildren, type BinaryNode } from '@whiskeysockets/baileys'
import type { Person, Presence } from '#modules/connections'
import { isNobody, personOf } from './identity'

/** The presence or typing notice of a person; null for groups. */
export function readPresence({ tag, attrs, content }: BinaryNode): { chat: Person; state: Presence['state'] } | null {
  const chat = personOf(attrs.from, attrs.sender_pn, attrs.sender_lid)
  if (isNobody(chat)) return null
  if (tag === 'presence') return { chat, state: attrs.type === 'unavailable' ? 'unavailable' : 'available' }
  const [activity] = getAllBinaryNodeChildren({ tag, attrs, content })
  if (activity?.tag === 'composing') return { chat, state: activity.attrs.media === 'audio' ? 'recording' : 'composing' }
  return activity?.tag === 'paused' ? { chat, state: 'paused' } : null
}
