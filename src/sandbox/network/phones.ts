import { makeAppState, shareName } from './app-state.ts'
import { noFaults } from './faults.ts'
import { makeKeys } from './signal.ts'
import { type Phone, type World } from './world.ts'

export type PhoneOptions = {
  /** name that others see */
  name?: string
  about?: string
  /** which form of its address its messages carry as sender: LID, number, or in turn */
  addressing?: 'lid' | 'pn' | 'alternate'
  /** leave out the other form of the address */
  hideAlt?: boolean
  /** false: no network, nothing arrives and nothing leaves */
  online?: boolean
  /** give delivery receipts by itself */
  autoDeliver?: boolean
  /** give read receipts by itself, as soon as something arrives */
  autoRead?: boolean
}

function freshLid(world: World) {
  for (;;) {
    const lid = String(1e14 + Math.floor(world.random() * 8.9e14))
    if (!world.byLid.has(lid)) return lid
  }
}

/** Registers a telephone number with WhatsApp. */
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
    keys: makeKeys(lid),
    devices: new Map(),
    nextDevice: 1 + Math.floor(world.random() * 20),
    watchers: new Set(),
    entries: new Map(),
    contents: new Map(),
    sent: new Map(),
    waiting: [],
    work: Promise.resolve(),
    unread: new Map(),
    heardAs: new Map(),
    blocked: new Set(),
    privacy: {},
    appState: makeAppState(),
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
