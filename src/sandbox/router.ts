import { answerAppState } from './app-state.ts'
import type { Connection } from './connection.ts'
import { answerEncrypt } from './devices.ts'
import { activate } from './login.ts'
import { type BinaryNode, child, failure, node, result } from './node.ts'
import { pairingSigned } from './pairing.ts'
import { settle } from './queue.ts'
import { relayMessage } from './relay.ts'
import { takeReceipt } from './receipts.ts'
import { answerUsync } from './usync.ts'
import type { Device, World } from './world.ts'

type Answer = (world: World, device: Device, request: BinaryNode) => BinaryNode | Promise<BinaryNode>

const ANSWERS: Record<string, Answer> = {
  encrypt: answerEncrypt,
  usync: answerUsync,
  'w:p': (_, __, request) => result(request),
  'w:sync:app:state': (_, device, request) => answerAppState(device, request),
  'urn:xmpp:whatsapp:dirty': (_, __, request) => result(request)
}

/** One stanza of a client. */
export function route(world: World, connection: Connection, received: BinaryNode) {
  const { device } = connection
  if (received.tag === 'iq') return void routeQuery(world, connection, received)
  if (!device) return
  if (received.tag === 'message') return relayMessage(world, device, received)
  if (received.tag === 'receipt') return takeReceipt(world, device, received)
  if (received.tag === 'ack') return takeAck(device, received)
}

async function routeQuery(world: World, connection: Connection, request: BinaryNode) {
  if (request.attrs.type === 'result') {
    if (child(request, 'pair-device-sign')) pairingSigned(world, connection)
    return
  }
  const { device } = connection
  if (!device) return
  const xmlns = request.attrs.xmlns ?? ''
  if (xmlns === 'passive') {
    connection.send(result(request))
    return activate(world, device)
  }
  try {
    connection.send(await (ANSWERS[xmlns]?.(world, device, request) ?? failure(request, 501, 'feature-not-implemented')))
  } catch (error) {
    world.changed({ at: Date.now(), kind: 'problem', phone: device.phone.number, text: `${xmlns}: ${error}` })
    connection.send(failure(request, 500, 'internal-server-error'))
  }
}

/** A refused message that was asked for again is settled by the request, not by the refusal. */
function takeAck(device: Device, { attrs }: BinaryNode) {
  const id = attrs.id ?? ''
  if (attrs.class === 'message' && device.retried.delete(id)) return
  settle(device, attrs.class ?? '', id, attrs.type, attrs.participant)
}

export const acknowledge = (stanza: BinaryNode, extra: Record<string, string | undefined> = {}) => node('ack', {
  class: stanza.tag, id: stanza.attrs.id, from: stanza.attrs.to, type: stanza.attrs.type, participant: stanza.attrs.participant, ...extra
})
