import { expect, test } from 'bun:test'
import { untouched } from './untouched.fixture'

type Found = { untouched: boolean; patched: { forged: boolean; good: boolean } }

test('Baileys takes a forged signature for a good one; patched, it does not', async () => {
  const found = await untouched<Found>(`
    const { Curve } = await import('@whiskeysockets/baileys')
    const { patchSignatures } = await import('./src/patches/baileys-signatures')
    const { private: secret, public: key } = Curve.generateKeyPair()
    const message = Buffer.from('a certificate')
    const signature = Buffer.from(Curve.sign(secret, message))
    const forged = Buffer.from(signature)
    forged[3] ^= 1
    const before = Curve.verify(key, message, forged)
    patchSignatures()
    patchSignatures()
    return { untouched: before, patched: { forged: Curve.verify(key, message, forged), good: Curve.verify(key, message, signature) } }`)
  expect(found).toEqual({ untouched: true, patched: { forged: false, good: true } })
})

test('libsignal takes many times as long for a message of a group as the native check', async () => {
  const found = await untouched<{ slower: number; refused: boolean }>(`
    const { Curve, generateSignalPubKey } = await import('@whiskeysockets/baileys')
    const { SenderKeyMessage } = await import('@whiskeysockets/baileys/lib/Signal/Group/sender-key-message.js')
    const { patchSignatures } = await import('./src/patches/baileys-signatures')
    const pair = Curve.generateKeyPair()
    const key = Buffer.from(generateSignalPubKey(pair.public))
    const message = new SenderKeyMessage(1, 1, Buffer.alloc(200), pair.private)
    function fastestMs() {
      return Math.min(...Array.from({ length: 5 }, () => {
        const began = performance.now()
        message.verifySignature(key)
        return performance.now() - began
      }))
    }
    const libsignalMs = fastestMs()
    patchSignatures()
    const nativeMs = fastestMs()
    let refused = false
    message.serialized[20] ^= 1
    try { message.verifySignature(key) } catch { refused = true }
    return { slower: libsignalMs / nativeMs, refused }`)
  expect(found.slower).toBeGreaterThan(3)
  expect(found.refused).toBe(true)
})
