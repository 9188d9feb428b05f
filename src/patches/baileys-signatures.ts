import { Curve } from '@whiskeysockets/baileys'
import { SenderKeyMessage } from '@whiskeysockets/baileys/lib/Signal/Group/sender-key-message.js'
import { verifyXEdDSA } from './xeddsa'

const SIGNATURE_BYTES = 64

/**
 * Signatures are checked, and natively. Baileys ignores the boolean that libsignal's verification returns, so that a forged certificate,
 * prekey or device list passes; and each message of a group costs milliseconds of the event loop in JavaScript arithmetic.
 */
export function patchSignatures() {
  Curve.verify = (key, message, signature) => verifyXEdDSA(Buffer.from(key), message, signature)
  SenderKeyMessage.prototype.verifySignature = function verifyNatively(key) {
    const serialized = this.serialize()
    const [message, signature] = [serialized.subarray(0, -SIGNATURE_BYTES), serialized.subarray(-SIGNATURE_BYTES)]
    if (!verifyXEdDSA(key, message, signature)) throw new Error('Invalid signature!')
  }
}
