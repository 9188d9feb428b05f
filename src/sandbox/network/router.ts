import type { Connection } from './connection.ts'
import { activate } from './login.ts'
import { type BinaryNode, child, node, result } from './node.ts'
import { answerLinkCode } from './pairing-code.ts'
import { pairingSigned } from './pairing.ts'
import { takeChatState, takePresence } from './presence.ts'
import { answer } from './queries.ts'
import { settle } from './queue.ts'
import { takeReceipt } from './receipts.ts'
import { acknowledge, relayMessage } from './relay.ts'
import type { Device, World } from './world.ts'

/** One stanza of a client. */
export function route(world: World, connection: Connection, received: BinaryNode) {
  const { device } = connection
  if (received.tag === 'iq') return void takeQuery(world, connection, received)
  if (!device) return
  if (received.tag === 'message') relayMessage(world, device, received)
  else if (received.tag === 'receipt') takeReceipt(world, device, received)
  else if (received.tag === 'ack') takeAck(device, received)
  else if (received.tag === 'presence') takePresence(world, device, received)
  else if (received.tag === 'chatstate') takeChatState(world, device, received)
  else if (received.tag === 'call') takeCall(world, device, received)
}

async function takeQuery(world: World, connection: Connection, request: BinaryNode) {
  const { device } = connection
  if (request.attrs.type === 'result') {
    if (child(request, 'pair-device-sign')) pairingSigned(world, connection)
    return
  }
  if (!device) return answerLinkCode(world, connection, request)
  if (request.attrs.xmlns !== 'passive') return connection.send(await answer(world, device, request))
  connection.send(result(request))
  activate(world, device)
}

/** A refused message that was asked for again is settled by the request, not by the refusal. */
function takeAck(device: Device, { attrs }: BinaryNode) {
  const id = attrs.id ?? ''
  if (attrs.class === 'message' && device.retried.delete(id)) return
  settle(device, attrs.class ?? '', id, attrs.type, attrs.participant)
}

function takeCall(world: World, device: Device, call: BinaryNode) {
  const rejected = child(call, 'reject')
  const linkWanted = child(call, 'link_create')
  if (linkWanted) return device.connection?.send(acknowledge(call, {}, [node('link_create', { token: 'sandbox' })]))
  device.connection?.send(acknowledge(call, { type: child(call)?.tag }))
  world.calls.get(rejected?.attrs['call-id'] ?? '')?.('rejected')
}
