import { areJidsSameUser, getBinaryNodeChildren, type BinaryNode } from '@whiskeysockets/baileys'
import type { Receipt } from '#modules/connections'
import type { Me } from './identity'

type State = Pick<Receipt, 'ids' | 'state' | 'reason'>

const STATES: Record<string, Receipt['state'] | undefined> = {
  delivered: 'delivered',
  inactive: 'delivered',
  read: 'read',
  played: 'played',
}

/** The server's acknowledgement of a message: accepted, or refused with a code. */
export function readAck({ attrs }: BinaryNode): State | null {
  if (!attrs.id) return null
  return attrs.error ? { ids: [attrs.id], state: 'failed', reason: attrs.error } : { ids: [attrs.id], state: 'sent' }
}

/**
 * The receipt of a recipient's device: delivered, read or played. Read from the stanza itself, since Baileys' event of it may be merged
 * into others, buffered, or lost when the connection closes. Null for receipts of this account's other devices.
 */
export function readReceipt({ attrs, content }: BinaryNode, me: Me): State | null {
  const state = STATES[attrs.type ?? 'delivered']
  const who = attrs.participant ?? attrs.from
  if (!state || !attrs.id || !who || areJidsSameUser(who, me.id) || areJidsSameUser(who, me.lid)) return null
  const list = Array.isArray(content) ? content[0] : undefined
  const more = list ? getBinaryNodeChildren(list, 'item').flatMap(item => item.attrs.id ?? []) : []
  return { ids: [attrs.id, ...more], state }
}
