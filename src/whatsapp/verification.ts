import { AsyncLocalStorage } from 'node:async_hooks'
import { Curve, generateSignalPubKey, WA_CERT_DETAILS } from '@whiskeysockets/baileys'
import { verifySignature } from 'libsignal/src/curve.js'

// Baileys ignores the boolean that libsignal returns, so every signature would count as good.
Curve.verify = (key, message, signature) => {
  try {
    return verifySignature(Buffer.from(generateSignalPubKey(key)), message, signature)
  } catch {
    return false
  }
}

// Baileys reads one global root key, but one process may talk to several networks: the key belongs to the handshake that asks.
const whatsappRoot = WA_CERT_DETAILS.PUBLIC_KEY
const trusted = new AsyncLocalStorage<Buffer>()
Object.defineProperty(WA_CERT_DETAILS, 'PUBLIC_KEY', { get: () => trusted.getStore() ?? whatsappRoot })

type Opening = { prependListener(event: 'open', listener: () => void): unknown }

/** The handshake of this socket accepts only servers certified by `rootKey` (hex), or by WhatsApp when there is none. */
export function trustRoot(socket: Opening, rootKey: string | undefined) {
  const key = rootKey ? Buffer.from(rootKey, 'hex') : whatsappRoot
  socket.prependListener('open', () => trusted.enterWith(key))
}
