import type { proto } from '@whiskeysockets/baileys'
import type { AppState } from './app-state'
import type { NoiseAuthority } from './certificates'
import type { Connection } from './connection'
import type { Faults } from './faults'
import type { MediaStore } from './media'
import type { BinaryNode } from './node'
import type { Bundle, Keys } from './signal'
import type { Change, Entry } from './shapes'

/** A person with a telephone: a contact, or the owner of an account that a client is linked to. */
export type Phone = {
  /** Digits as registered, the canonical form. */
  number: string
  lid: string
  name: string
  about: string
  picture?: { id: string; bytes: Uint8Array; mimetype: string }
  addressing: 'lid' | 'pn' | 'alternate'
  /** The form that an alternating phone used last. */
  lastAddressing: 'lid' | 'pn'
  hideAlt: boolean
  online: boolean
  available: boolean
  autoDeliver: boolean
  autoRead: boolean
  keys: Keys
  /** Linked clients by device number; the phone itself is device 0 and not among them. */
  devices: Map<number, Device>
  nextDevice: number
  /** Clients that queried the devices of this phone, and are notified of changes. */
  watchers: Set<Device>
  entries: Map<string, Entry>
  /** Messages of the entries, for quotes and media. */
  contents: Map<string, proto.IMessage>
  /** Sent messages, for devices that request a retry. */
  sent: Map<string, Sent>
  /** Work that waits until the phone is online. */
  waiting: (() => void)[]
  /** Tail of the phone's lane: it encrypts and decrypts in order. */
  lane: Promise<unknown>
  /** Time of arrival of messages that wait for a retry, which keep their position. */
  unread: Map<string, number>
  /** Reactions, edits and deletes that came before their message could be read, by its id. */
  orphans: Map<string, Amendment[]>
  /** How the other side of a chat addressed this phone last. */
  heardAs: Map<string, Addressing>
  blocked: Set<string>
  privacy: Record<string, string>
  appState: AppState
  faults: Faults
}

/** A reaction, edit or delete, and whose. */
export type Amendment = { from: string; at: number; content: proto.IMessage }
type Sent = { to: Phone | Group; message: proto.IMessage }

/** A linked client: the real Baileys. */
export type Device = {
  phone: Phone
  id: number
  noiseKey: string
  keyIndex: number
  bundle: Bundle
  preKeys: { id: number; key: Uint8Array }[]
  connection?: Connection
  /** The client is ready for messages. */
  active: boolean
  /** History and app state keys were sent. */
  introduced: boolean
  /** Stanzas that the client has not acknowledged, in order. */
  queue: Map<string, BinaryNode>
  /** Ids of which the client requested a retry: its nack of the first copy acknowledges nothing. */
  retried: Set<string>
  /** Messages held back to be delivered in reverse order. */
  reversed: BinaryNode[]
  subscriptions: Set<string>
}

export type Group = {
  id: string
  subject: string
  description?: { id: string; text: string; by: Phone }
  created: number
  creator: Phone
  /** Roles by number. */
  members: Map<string, 'superadmin' | 'admin' | 'member'>
  announce: boolean
  locked: boolean
  picture?: { id: string; bytes: Uint8Array; mimetype: string }
  /** Devices that hold the sender key of a phone: `number>lid.device`. */
  keyed: Set<string>
  inviteCode: string
}

export type World = {
  authority: NoiseAuthority
  phones: Map<string, Phone>
  byLid: Map<string, Phone>
  groups: Map<string, Group>
  connections: Set<Connection>
  /** Connections by the references in the QR codes that they show. */
  pairings: Map<string, Connection>
  /** Faults of connections whose account is not known yet. */
  faults: Faults
  media: MediaStore
  /** Ends a ringing call, by its id. */
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

/** Runs work of one phone strictly in order; work that fails does not stop the next. */
export function inOrder<T>(phone: Phone, work: () => Promise<T>): Promise<T> {
  const done = phone.lane.then(work, work)
  phone.lane = done.catch(() => {})
  return done
}
