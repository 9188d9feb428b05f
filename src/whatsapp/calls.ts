import { getAllBinaryNodeChildren, getBinaryNodeChild, jidNormalizedUser, type BinaryNode } from '@whiskeysockets/baileys'
import { lruMap } from '#kernel/process/lru'
import { isNobody, personOf, samePerson, type Me } from './identity'
import type { Reading } from './inbound'

/** Somebody of this account answered or declined the call on another device. */
const ANSWERED = /^(accepted|rejected)_elsewhere$/

/** Follows the calls of one connection: returns the stanza's call when it ended unanswered, which is a message. Group calls are left out. */
export function callWatcher(me: () => Me | null) {
  const ringing = lruMap<string, Reading>(100)

  return function missedCall(stanza: BinaryNode): Reading | null {
    const [step] = getAllBinaryNodeChildren(stanza)
    const id = step?.attrs['call-id']
    const self = me()
    if (!step || !id || !self) return null
    if (step.tag === 'offer' || step.tag === 'offer_notice') {
      const reading = offered(stanza, step, id, self)
      if (reading) ringing.set(id, reading)
      return null
    }
    if (step.tag !== 'terminate' && step.tag !== 'accept' && step.tag !== 'reject') return null
    const call = ringing.get(id)
    ringing.delete(id)
    return call && step.tag === 'terminate' && !ANSWERED.test(step.attrs.reason ?? '') ? call : null
  }
}

function offered({ attrs }: BinaryNode, offer: BinaryNode, id: string, me: Me): Reading | null {
  const from = attrs.from ?? offer.attrs['call-creator']
  const person = personOf(from, offer.attrs['call-creator'], offer.attrs.caller_pn, attrs.sender_pn)
  if (!from || isNobody(person) || samePerson(person, personOf(me.id, me.lid)) || offer.attrs['group-jid'] || offer.attrs.type === 'group')
    return null
  const seconds = Number(attrs.t)
  return {
    envelope: {
      key: { id, remoteJid: jidNormalizedUser(from), fromMe: false },
      chat: { person },
      sender: person,
      name: attrs.notify ?? null,
      at: seconds > 0 ? new Date(seconds * 1000) : new Date(),
      recovered: attrs.offline !== undefined,
    },
    message: {},
    context: null,
    content: { type: 'call', video: getBinaryNodeChild(offer, 'video') !== undefined },
    byAdmin: false,
    row: null,
  }
}
