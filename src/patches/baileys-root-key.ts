import { AsyncLocalStorage } from 'node:async_hooks'
import { WA_CERT_DETAILS } from '@whiskeysockets/baileys'

const whatsappRoot = WA_CERT_DETAILS.PUBLIC_KEY
const handshakeRoot = new AsyncLocalStorage<Buffer>()
let isApplied = false

/**
 * The root key belongs to the handshake that asks for it. Baileys reads one constant of the module, while one process speaks to WhatsApp
 * and to the sandbox, each certified by a root of its own. Setting the constant still works, for what runs outside of `trustRoot`.
 */
export function patchRootKey() {
  if (isApplied) return
  isApplied = true
  let fallback = WA_CERT_DETAILS.PUBLIC_KEY
  Object.defineProperty(WA_CERT_DETAILS, 'PUBLIC_KEY', {
    get: () => handshakeRoot.getStore() ?? fallback,
    set(key: typeof whatsappRoot) {
      fallback = key
    },
  })
}

type OpeningSocket = { prependListener(event: 'open', listener: () => void): unknown }

/** The handshake of this socket accepts only servers certified by `rootKey` (hex), by WhatsApp's own key when it is undefined. */
export function trustRoot(ws: OpeningSocket, rootKey: string | undefined) {
  const key = rootKey ? Buffer.from(rootKey, 'hex') : whatsappRoot
  // Baileys validates the chain in the continuations of its own 'open' listener: the async context of this one reaches them.
  ws.prependListener('open', () => handshakeRoot.enterWith(key))
}
