import { shareContact } from './app-state'
import { closeConnection, endStream } from './connection'
import { describe, MEDIA_PARTS, mediaPartOf } from './describe'
import { noFaults } from './faults'
import { groupVerbs } from './group-changes'
import { ensurePhone, linking, removeDevice } from './linking'
import { download } from './media'
import { setPicture } from './profiles'
import { release } from './queue'
import type { Change } from './shapes'
import { findChat, talking } from './talking'
import type { Control } from './verbs'
import { viewGroup, viewPhone } from './views'
import { inOrder, needPhone, type World } from './world'

const FIRST_CONTACT = 5500910000000

type Upgrades = { refuse?: { status: number; times: number } }

export function controlOf(world: World, listeners: Set<(change: Change) => void>, upgrades: Upgrades): Control {
  const faultsOf = (account?: string) => (account ? needPhone(world, account).faults : world.faults)
  return {
    ...looking(world, listeners),
    ...people(world),
    ...linking(world),
    ...talking(world),
    ...groupVerbs(world),
    fault({ account, ...faults }) {
      const all = faultsOf(account)
      const held = all.hold
      Object.assign(all, faults)
      if (account && held && !all.hold)
        for (const device of needPhone(world, account).devices.values()) if (device.active) release(device, false)
      return all
    },
    clearFaults({ account } = {}) {
      Object.assign(faultsOf(account), noFaults())
      if (!account) upgrades.refuse = world.media.refuse = undefined
    },
    disconnect({ account, device, code }) {
      const devices = [...needPhone(world, account).devices.values()].filter(
        each => each.connection && (device === undefined || each.id === device),
      )
      for (const { connection } of devices) {
        if (code) endStream(connection!, code)
        else connection!.drop()
        closeConnection(world, connection!)
      }
      return { disconnected: devices.length }
    },
    refuseUpgrade({ status, times = 1 }) {
      upgrades.refuse = { status, times }
    },
    refuseMedia({ status, times = Infinity }) {
      world.media.refuse = { status, times }
    },
    holdMedia({ hold }) {
      const { held } = world.media
      held?.resolve()
      world.media.held = hold ? { ...Promise.withResolvers<void>(), asked: 0 } : undefined
      return { asked: held?.asked ?? 0 }
    },
  }
}

const looking = (
  world: World,
  listeners: Set<(change: Change) => void>,
): Pick<Control, 'state' | 'find' | 'transcript' | 'media' | 'picture' | 'onChange'> => ({
  state: () => ({
    phones: [...world.phones.values()].map(viewPhone),
    groups: [...world.groups.values()].map(viewGroup),
    faults: [...world.phones.values()].filter(phone => phone.devices.size).map(({ number, faults }) => ({ account: number, faults })),
  }),
  find({ phone: number }) {
    const phone = world.phones.get(number)
    return phone && viewPhone(phone)
  },
  transcript({ phone, chat }) {
    const entries = [...needPhone(world, phone).entries.values()].toSorted((a, b) => a.at - b.at)
    if (!chat) return entries
    const target = findChat(world, chat)
    const name = 'members' in target ? target.id : target.number
    return entries.filter(entry => entry.chat === name)
  },
  media({ phone, id }) {
    const content = needPhone(world, phone).contents.get(id)
    const part = mediaPartOf(content)
    const info = content && describe(content).media
    if (!content || !part || !info) throw new Error(`${phone} has no file ${id}`)
    return { ...info, file: download(world.media, info.voice ? 'ptt' : MEDIA_PARTS[part], content[part]!) }
  },
  picture({ phone }) {
    const picture = needPhone(world, phone).picture
    return picture && { file: picture.bytes, mimetype: picture.mimetype }
  },
  onChange(listener) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
})

const people = (world: World): Pick<Control, 'addPhone' | 'addPhones' | 'changePhone' | 'saveContact' | 'removePhone'> => ({
  addPhone({ phone: number, picture, ...options }) {
    const phone = ensurePhone(world, number, options)
    setPicture(world, phone, picture)
    return viewPhone(phone)
  },
  addPhones({ count, from, ...options }) {
    const first = Number(from ?? FIRST_CONTACT)
    return {
      phones: Array.from(
        { length: count },
        (_, at) => ensurePhone(world, String(first + at), { name: `Contato ${at + 1}`, ...options }).number,
      ),
    }
  },
  changePhone({ phone: number, picture, ...options }) {
    const phone = ensurePhone(world, needPhone(world, number).number, options)
    setPicture(world, phone, picture)
    return viewPhone(phone)
  },
  saveContact({ phone: number, contact, name }) {
    const phone = needPhone(world, number)
    return inOrder(phone, () => shareContact(phone, needPhone(world, contact), name))
  },
  removePhone({ phone: number }) {
    const phone = needPhone(world, number)
    for (const device of phone.devices.values()) removeDevice(world, device)
    world.phones.delete(phone.number)
    world.byLid.delete(phone.lid)
    world.changed({ at: Date.now(), kind: 'phone', phone: phone.number })
  },
})
