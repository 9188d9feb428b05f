import type { DeviceView, GroupView, PhoneView } from './shapes'
import type { Device, Group, Phone } from './world'

const viewDevice = (device: Device): DeviceView => ({
  device: device.id,
  connected: device.connection !== undefined,
  active: device.active,
  queued: device.queue.size,
  preKeys: device.preKeys.length,
})

export const viewPhone = (phone: Phone): PhoneView => ({
  number: phone.number,
  lid: phone.lid,
  name: phone.name,
  about: phone.about,
  picture: phone.picture !== undefined,
  addressing: phone.addressing,
  hideAlt: phone.hideAlt,
  online: phone.online,
  available: phone.available,
  autoDeliver: phone.autoDeliver,
  autoRead: phone.autoRead,
  devices: [...phone.devices.values()].map(viewDevice),
})

export const viewGroup = (group: Group): GroupView => ({
  id: group.id,
  subject: group.subject,
  description: group.description?.text ?? '',
  creator: group.creator.number,
  participants: [...group.members].map(([number, role]) => ({ number, role })),
})
