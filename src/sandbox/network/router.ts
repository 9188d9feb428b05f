import type { Connection } from './connection'
import { activate } from './login'
import { type BinaryNode, child, node, result } from './node'
import { answerLinkCode } from './pairing-code'
import { pairingSigned } from './pairing'
import { takeChatState, takePresence } from './presence'
import { answer } from './queries'
import { settle } from './queue'
import { takeReceipt } from './receipts'
import { acknowledge, relayMessage } from './relay'
import type { Device, World } from './world'

/** Routes one stanza of a client. */
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

/** The nack of a message whose retry was requested acknowledges nothing: the retry request did. */
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
