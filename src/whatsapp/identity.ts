import { jidDecode } from '@whiskeysockets/baileys'
import type { Person } from '#modules/connections'

/** The jids of this account, with its device; `lid` is '' when it is not known. */
export type Me = { id: string; lid: string }

const SERVERS: Record<string, keyof Person | undefined> = {
  's.whatsapp.net': 'pn',
  'c.us': 'pn',
  hosted: 'pn',
  lid: 'lid',
  'hosted.lid': 'lid',
}
const FORMS = { pn: /^[1-9]\d{4,14}$/, lid: /^\d{5,20}$/ }

/** The person of these jids; an implausible number or linked id is left out. */
export function personOf(...jids: (string | null | undefined)[]): Person {
  const person: Person = { pn: null, lid: null }
  for (const jid of jids) {
    const decoded = jid ? jidDecode(jid) : undefined
    const form = decoded && SERVERS[decoded.server]
    if (form && person[form] === null && FORMS[form].test(decoded.user)) person[form] = decoded.user
  }
  return person
}

/** The digits of a group's jid; older ones carry two numbers. */
export const groupOf = (jid: string | null | undefined) => /^(\d+(?:-\d+)?)@g\.us$/.exec(jid ?? '')?.[1] ?? null

export const isNobody = (person: Person) => !person.pn && !person.lid

export const samePerson = (a: Person, b: Person) => (a.pn !== null && a.pn === b.pn) || (a.lid !== null && a.lid === b.lid)

/** The jid of a person (by lid where it is known, as WhatsApp itself addresses) or of a group. */
export const jidOf = (chat: Person | { group: string }) =>
  'group' in chat ? `${chat.group}@g.us` : chat.lid ? `${chat.lid}@lid` : `${chat.pn}@s.whatsapp.net`
