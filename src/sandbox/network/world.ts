import type { proto } from '@whiskeysockets/baileys'
import type { AppState } from './app-state.ts'
import type { NoiseAuthority } from './certificates.ts'
import type { Connection } from './connection.ts'
import type { Faults } from './faults.ts'
import type { MediaStore } from './media.ts'
import type { BinaryNode } from './node.ts'
import type { Bundle, Keys } from './signal.ts'
import type { Change, Entry } from './shapes.ts'

/** A person with a telephone: a contact, or the owner of an account that a client is linked to. */
export type Phone = {
  /** digits as registered, the canonical form */
  number: string
  lid: string
  name: string
  about: string
  picture?: { id: string; bytes: Uint8Array; mimetype: string }
  addressing: 'lid' | 'pn' | 'alternate'
  /** which form an alternating phone used last */
  lastAddressing: 'lid' | 'pn'
  hideAlt: boolean
  online: boolean
  available: boolean
  autoDeliver: boolean
  autoRead: boolean
  keys: Keys
  /** linked companions by device number; the phone itself is device 0 and not in here */
  devices: Map<number, Device>
  nextDevice: number
  /** clients that know which devices this phone has */
  watchers: Set<Device>
  entries: Map<string, Entry>
  /** the messages behind the entries, for quotes and media */
  contents: Map<string, proto.IMessage>
  /** what was sent, for the devices that ask for it again */
  sent: Map<string, Sent>
  /** work that waits until the phone has a network again */
  waiting: (() => void)[]
  /** everything a phone encrypts or decrypts happens in order */
  work: Promise<unknown>
  /** when messages came that could not be read yet: they keep their place */
  unread: Map<string, number>
  /** how the other side of a chat addressed this phone last */
  heardAs: Map<string, Addressing>
  blocked: Set<string>
  privacy: Record<string, string>
  appState: AppState
  faults: Faults
}

export type Sent = { to: Phone | Group; message: proto.IMessage }

/** A linked client: the real Baileys. */
export type Device = {
  phone: Phone
  id: number
  noiseKey: string
  keyIndex: number
  bundle: Bundle
  preKeys: { id: number; key: Uint8Array }[]
  connection?: Connection
  /** the client said it wants its messages */
  active: boolean
  /** history and keys were sent */
  introduced: boolean
  /** what the client has not acknowledged, in order */
  queue: Map<string, BinaryNode>
  /** ids that the client asked for again: its refusal of the first copy settles nothing */
  retried: Set<string>
  /** messages kept back to be delivered in reverse order */
  reversed: BinaryNode[]
  subscriptions: Set<string>
}

export type Group = {
  id: string
  subject: string
  description?: { id: string; text: string; by: Phone }
  created: number
  creator: Phone
  /** participant number → role */
  members: Map<string, 'superadmin' | 'admin' | 'member'>
  announce: boolean
  locked: boolean
  picture?: { id: string; bytes: Uint8Array; mimetype: string }
  /** which devices hold the sender key of which phone: `number>lid.device` */
  keyed: Set<string>
  inviteCode: string
}

export type World = {
  authority: NoiseAuthority
  phones: Map<string, Phone>
  byLid: Map<string, Phone>
  groups: Map<string, Group>
  connections: Set<Connection>
  /** references in QR codes → the connection that shows them */
  pairings: Map<string, Connection>
  /** faults of connections that no account is known of yet */
  faults: Faults
  media: MediaStore
  /** what ends a ringing call, by its id */
  calls: Map<string, (state: 'missed' | 'rejected') => void>
  random(): number
  keep: number
  changed(change: Change): void
}

const DOMAIN = { pn: 's.whatsapp.net', lid: 'lid' } as const
export type Addressing = keyof typeof DOMAIN

export const jid = (phone: Phone, addressing: Addressing, device = 0) =>
  `${addressing === 'lid' ? phone.lid : phone.number}${device ? `:${device}` : ''}@${DOMAIN[addressing]}`

export type Target = { phone: Phone; device: number; addressing: Addressing }

export function parseJid(world: World, text = ''): Target | undefined {
  const [, user, device, domain] = /^(\d+)(?::(\d+))?@(lid|s\.whatsapp\.net|c\.us)$/.exec(text) ?? []
  if (!user) return undefined
  const phone = domain === 'lid' ? world.byLid.get(user) : world.phones.get(user)
  return phone && { phone, device: Number(device ?? 0), addressing: domain === 'lid' ? 'lid' : 'pn' }
}

/** The spellings of a number, one of which is registered: Brazilian mobile numbers exist with and without the ninth digit. */
export function numberForms(number: string) {
  const [, area, rest] = /^55(\d\d)9?([6-9]\d{7})$/.exec(number) ?? []
  return area ? [number, number.length === 13 ? `55${area}${rest}` : `55${area}9${rest}`] : [number]
}

export const findNumber = (world: World, digits: string) =>
  numberForms(digits.replace(/\D/g, ''))
    .map(form => world.phones.get(form))
    .find(phone => phone)

export function needPhone(world: World, digits: string) {
  const phone = findNumber(world, digits)
  if (!phone) throw new Error(`no phone ${digits}`)
  return phone
}

/** One step after another for a phone; a failing step does not stop the next. */
export function inOrder<T>(phone: Phone, work: () => Promise<T>): Promise<T> {
  const done = phone.work.then(work, work)
  phone.work = done.catch(() => {})
  return done
}
