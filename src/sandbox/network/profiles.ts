import { randomBytes } from 'node:crypto'
import { keepFile } from './media'
import { type BinaryNode, bytes, child, children, failure, node, result, seconds } from './node'
import { push } from './queue'
import { sample } from './samples'
import type { Control } from './verbs'
import { type Device, jid, parseJid, type Phone, type World } from './world'

const PRIVACY = {
  readreceipts: 'all',
  profile: 'all',
  status: 'all',
  online: 'all',
  last: 'all',
  groupadd: 'all',
  calladd: 'all',
  messages: 'all',
}

type Wanted = Parameters<Control['addPhone']>[0]['picture']

/** Sets or removes a profile picture and notifies the watchers of the phone. */
export function setPicture(world: World, phone: Phone, wanted: Wanted) {
  if (!wanted) return
  if (wanted === 'none') phone.picture = undefined
  else {
    const { file, mimetype } = wanted === 'sample' ? { file: sample('image').bytes, mimetype: 'image/jpeg' } : wanted
    phone.picture = { id: String(Date.now()), bytes: typeof file === 'string' ? Buffer.from(file, 'base64') : file, mimetype }
  }
  for (const device of phone.watchers) {
    push(
      device,
      node('notification', { from: jid(phone, 'lid'), type: 'picture', id: randomBytes(6).toString('hex'), t: seconds() }, [
        phone.picture
          ? node('set', { jid: jid(phone, 'lid'), id: phone.picture.id, author: jid(phone, 'lid') })
          : node('delete', { jid: jid(phone, 'lid') }),
      ]),
    )
  }
  world.changed({ at: Date.now(), kind: 'phone', phone: phone.number })
}

/** `xmlns=w:profile:picture`: reads or sets the picture of a phone or group. */
export function answerPicture(world: World, device: Device, request: BinaryNode): BinaryNode {
  const owner = request.attrs.target?.endsWith('@g.us')
    ? world.groups.get(request.attrs.target)
    : (parseJid(world, request.attrs.target)?.phone ?? (request.attrs.target ? undefined : device.phone))
  if (!owner) return failure(request, 404, 'item-not-found')
  if (request.attrs.type === 'set') {
    const picture = child(request, 'picture')
    owner.picture = picture && { id: String(Date.now()), bytes: bytes(picture), mimetype: 'image/jpeg' }
    return result(request, owner.picture && [node('picture', { id: owner.picture.id })])
  }
  const { picture } = owner
  if (!picture) return failure(request, 404, 'item-not-found')
  const { url } = keepFile(
    world.media,
    `/pictures/${'number' in owner ? owner.number : owner.id}/${picture.id}`,
    picture.bytes,
    picture.mimetype,
  )
  return result(request, [node('picture', { id: picture.id, type: child(request, 'picture')?.attrs.type ?? 'preview', url })])
}

/** `xmlns=status`: sets the account's about text. */
export function answerStatus(world: World, device: Device, request: BinaryNode): BinaryNode {
  device.phone.about = bytes(child(request, 'status')).toString()
  world.changed({ at: Date.now(), kind: 'phone', phone: device.phone.number })
  return result(request)
}

/** `xmlns=privacy`: privacy settings, and trusted contact tokens, which are ignored. */
export function answerPrivacy(_: World, { phone }: Device, request: BinaryNode): BinaryNode {
  if (child(request, 'tokens')) return result(request)
  for (const { attrs } of children(child(request, 'privacy'), 'category'))
    if (attrs.name && attrs.value) phone.privacy[attrs.name] = attrs.value
  const categories = Object.entries({ ...PRIVACY, ...phone.privacy }).map(([name, value]) => node('category', { name, value }))
  return result(request, [node('privacy', {}, categories)])
}

/** `xmlns=blocklist`: reads or changes the blocked numbers. */
export function answerBlocklist(world: World, { phone }: Device, request: BinaryNode): BinaryNode {
  const item = child(request, 'item')
  const other = item && parseJid(world, item.attrs.jid)?.phone
  if (other && item.attrs.action === 'block') phone.blocked.add(other.number)
  else if (other) phone.blocked.delete(other.number)
  const blocked = [...phone.blocked].flatMap(number => world.phones.get(number) ?? [])
  return result(request, [
    node(
      'list',
      {},
      blocked.map(each => node('item', { jid: jid(each, 'lid') })),
    ),
  ])
}
