import { closeConnection, endStream } from './connection'
import { announceDevice } from './devices'
import { enterCode } from './pairing-code'
import { scanCode } from './pairing'
import { addPhone, changePhone, type PhoneOptions } from './phones'
import type { Control } from './verbs'
import { type Device, findNumber, needPhone, type Phone, type World } from './world'

const linked = (device: Device) => ({ account: device.phone.number, device: device.id })

export function ensurePhone(world: World, number: string, options: PhoneOptions = {}): Phone {
  const existing = findNumber(world, number)
  if (!existing) return addPhone(world, number.replace(/\D/g, ''), options)
  if (Object.keys(options).length) changePhone(world, existing, options)
  return existing
}

/** Unlinks a client, by the phone or by the client itself. */
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
