import { newAppState, shareName } from './app-state'
import { noFaults } from './faults'
import { newKeys } from './signal'
import { type Phone, type World } from './world'

export type PhoneOptions = {
  /** The name that others see. */
  name?: string
  about?: string
  /** The form of its address in its messages: LID, number, or alternating. */
  addressing?: 'lid' | 'pn' | 'alternate'
  /** Leaves out the other form of the address. */
  hideAlt?: boolean
  /** False: no network, nothing arrives and nothing leaves. */
  online?: boolean
  /** Sends delivery receipts by itself. */
  autoDeliver?: boolean
  /** Sends read receipts by itself, as soon as a message arrives. */
  autoRead?: boolean
}

function freshLid(world: World) {
  for (;;) {
    const lid = String(1e14 + Math.floor(world.random() * 8.9e14))
    if (!world.byLid.has(lid)) return lid
  }
}

/** Registers a number. */
export function addPhone(world: World, number: string, options: PhoneOptions = {}): Phone {
  const lid = freshLid(world)
  const phone: Phone = {
    number,
    lid,
    name: number,
    about: '',
    addressing: 'lid',
    lastAddressing: 'pn',
    hideAlt: false,
    online: true,
    available: false,
    autoDeliver: true,
    autoRead: false,
    keys: newKeys(lid),
    devices: new Map(),
    nextDevice: 1 + Math.floor(world.random() * 20),
    watchers: new Set(),
    entries: new Map(),
    contents: new Map(),
    sent: new Map(),
    waiting: [],
    lane: Promise.resolve(),
    unread: new Map(),
    orphans: new Map(),
    heardAs: new Map(),
    blocked: new Set(),
    privacy: {},
    appState: newAppState(),
    faults: noFaults(),
    ...options,
  }
  world.phones.set(number, phone)
  world.byLid.set(lid, phone)
  world.changed({ at: Date.now(), kind: 'phone', phone: number })
  return phone
}

export function changePhone(world: World, phone: Phone, options: PhoneOptions) {
  Object.assign(phone, options)
  if (phone.online) for (const work of phone.waiting.splice(0)) work()
  if (options.name && phone.devices.size) void shareName(phone)
  world.changed({ at: Date.now(), kind: 'phone', phone: phone.number })
}
