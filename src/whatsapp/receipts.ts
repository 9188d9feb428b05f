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

/** The server took a message, or refused it with a code. */
export function readAck({ attrs }: BinaryNode): State | null {
  if (!attrs.id) return null
  return attrs.error ? { ids: [attrs.id], state: 'failed', reason: attrs.error } : { ids: [attrs.id], state: 'sent' }
}

/**
 * A recipient's device got, showed or played messages of ours. Read from the stanza itself: Baileys' event of it may be merged into
 * others, buffered, or lost when the connection closes. What this account's other devices tell is no receipt.
 */
export function readReceipt({ attrs, content }: BinaryNode, me: Me): State | null {
  const state = STATES[attrs.type ?? 'delivered']
  const who = attrs.participant ?? attrs.from
  if (!state || !attrs.id || !who || areJidsSameUser(who, me.id) || areJidsSameUser(who, me.lid)) return null
  const list = Array.isArray(content) ? content[0] : undefined
  const more = list ? getBinaryNodeChildren(list, 'item').flatMap(item => item.attrs.id ?? []) : []
  return { ids: [attrs.id, ...more], state }
}
