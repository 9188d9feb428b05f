import { acknowledge } from './relay'
import { type BinaryNode, child, children, node, number } from './node'
import { push, settle } from './queue'
import { readBundle } from './devices'
import { answerLostFile } from './media-retry'
import { resend } from './send'
import { beginSession } from './signal'
import { mark } from './transcript'
import { type Device, inOrder, jid, parseJid, type Target, type World } from './world'

const MEANING: Record<string, 'delivered' | 'read' | 'played'> = { '': 'delivered', inactive: 'delivered', read: 'read', played: 'played' }

/** A client's receipt: messages were delivered, read or played, or need a retry. */
export function takeReceipt(world: World, device: Device, receipt: BinaryNode) {
  const { attrs } = receipt
  const ids = [attrs.id!, ...children(child(receipt, 'list'), 'item').map(item => item.attrs.id!)]
  for (const id of ids) settle(device, 'message', id)
  device.connection?.send(acknowledge(receipt))
  const target = parseJid(world, attrs.participant && attrs.to?.endsWith('@g.us') ? attrs.participant : attrs.to)
  if (!target) return
  if (attrs.type === 'server-error') return answerLostFile(world, device, receipt)
  if (attrs.type === 'retry') return sendAgain(world, device, target, receipt)
  const meaning = MEANING[attrs.type ?? '']
  if (!meaning || target.phone === device.phone) return
  for (const id of ids) mark(world, target.phone, id, meaning)
  forward(device, target, receipt)
}

/** Forwards the receipt to the sender's clients. */
function forward(device: Device, { phone, addressing }: Target, { attrs, content }: BinaryNode) {
  const group = attrs.to?.endsWith('@g.us') ? attrs.to : undefined
  for (const other of phone.devices.values()) {
    push(
      other,
      node(
        'receipt',
        {
          from: group ?? jid(device.phone, addressing, device.id),
          participant: group && jid(device.phone, 'lid', device.id),
          id: attrs.id,
          t: attrs.t,
          type: attrs.type === 'inactive' ? undefined : attrs.type,
        },
        content,
      ),
    )
  }
}

function sendAgain(world: World, device: Device, target: Target, receipt: BinaryNode) {
  const id = receipt.attrs.id!
  device.retried.add(id)
  if (target.device) {
    const author = target.phone.devices.get(target.device)
    const group = receipt.attrs.to?.endsWith('@g.us') ? receipt.attrs.to : undefined
    if (author) {
      push(
        author,
        node(
          'receipt',
          {
            ...receipt.attrs,
            to: undefined,
            from: group ?? jid(device.phone, target.addressing, device.id),
            participant: group && jid(device.phone, 'lid', device.id),
          },
          receipt.content,
        ),
      )
    }
    return
  }
  void inOrder(target.phone, async () => {
    const keys = child(receipt, 'keys')
    const to = { lid: device.phone.lid, device: device.id }
    if (keys) await beginSession(target.phone.keys, to, readBundle(keys, number(child(receipt, 'registration'))))
    await resend(target.phone, device, id, Number(child(receipt, 'retry')?.attrs.count ?? 1))
  }).catch(error =>
    world.changed({ at: Date.now(), kind: 'problem', phone: target.phone.number, text: `cannot send ${id} again: ${error}` }),
  )
}
