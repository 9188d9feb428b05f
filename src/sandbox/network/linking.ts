import { closeConnection, endStream } from './connection.ts'
import { announceDevice } from './devices.ts'
import { enterCode } from './pairing-code.ts'
import { scanCode } from './pairing.ts'
import { addPhone, changePhone, type PhoneOptions } from './phones.ts'
import type { Control } from './verbs.ts'
import { type Device, findNumber, needPhone, type Phone, type World } from './world.ts'

const linked = (device: Device) => ({ account: device.phone.number, device: device.id })

export function ensurePhone(world: World, number: string, options: PhoneOptions = {}): Phone {
  const known = findNumber(world, number)
  if (!known) return addPhone(world, number.replace(/\D/g, ''), options)
  if (Object.keys(options).length) changePhone(world, known, options)
  return known
}

/** The account loses a client, at the wish of either side. */
export function removeDevice(world: World, device: Device) {
  const { phone, connection } = device
  phone.devices.delete(device.id)
  announceDevice(device, 'remove')
  world.changed({ at: Date.now(), kind: 'connection', account: phone.number, device: device.id, state: 'unlinked' })
  if (connection) {
    endStream(connection, 401)
    closeConnection(world, connection)
  }
}

export const linking = (world: World): Pick<Control, 'scan' | 'enterCode' | 'unlink'> => ({
  async scan({ qr, phone, ...options }) {
    return linked(await scanCode(world, ensurePhone(world, phone, options), qr))
  },
  async enterCode({ code, phone, ...options }) {
    return linked(await enterCode(world, ensurePhone(world, phone, options), code))
  },
  unlink({ account, device }) {
    for (const each of needPhone(world, account).devices.values()) if (device === undefined || each.id === device) removeDevice(world, each)
  },
})
