import { AsyncLocalStorage } from 'node:async_hooks'
import { Curve, WA_CERT_DETAILS } from '@whiskeysockets/baileys'
import { SenderKeyMessage } from '@whiskeysockets/baileys/lib/Signal/Group/sender-key-message.js'
import { verifyXEdDSA } from './xeddsa'

// Baileys ignores the boolean that libsignal returns, so every signature would count as good.
Curve.verify = (key, message, signature) => verifyXEdDSA(Buffer.from(key), message, signature)

// Each message of a group is signed, and libsignal takes milliseconds of the whole process for one.
const SIGNATURE_BYTES = 64
SenderKeyMessage.prototype.verifySignature = function (key) {
  const serialized = this.serialize()
  const [message, signature] = [serialized.subarray(0, -SIGNATURE_BYTES), serialized.subarray(-SIGNATURE_BYTES)]
  if (!verifyXEdDSA(key, message, signature)) throw new Error('Invalid signature!')
}

// Baileys reads one global root key, but one process may talk to several networks: the key belongs to the handshake that asks.
const whatsappRoot = WA_CERT_DETAILS.PUBLIC_KEY
const trusted = new AsyncLocalStorage<Buffer>()
let otherwise = whatsappRoot
Object.defineProperty(WA_CERT_DETAILS, 'PUBLIC_KEY', {
  get: () => trusted.getStore() ?? otherwise,
  set(key: typeof whatsappRoot) {
    otherwise = key
  },
})

type Opening = { prependListener(event: 'open', listener: () => void): unknown }

/** The handshake of this socket accepts only servers certified by `rootKey` (hex), or by WhatsApp when there is none. */
export function trustRoot(socket: Opening, rootKey: string | undefined) {
  const key = rootKey ? Buffer.from(rootKey, 'hex') : whatsappRoot
  socket.prependListener('open', () => trusted.enterWith(key))
}
