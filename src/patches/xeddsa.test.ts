import { expect, test } from 'bun:test'
import { Curve, generateSignalPubKey } from '@whiskeysockets/baileys'
import { verifySignature } from 'libsignal/src/curve.js'
import { verifyXEdDSA } from './xeddsa'

test('agrees with libsignal on good, changed and foreign signatures', () => {
  for (let round = 0; round < 12; round++) {
    const pair = Curve.generateKeyPair()
    const other = Buffer.from(generateSignalPubKey(Curve.generateKeyPair().public))
    const key = Buffer.from(generateSignalPubKey(pair.public))
    const message = Buffer.from(crypto.getRandomValues(new Uint8Array(1 + round * 7)))
    const signature = Buffer.from(Curve.sign(pair.private, message))
    const changed = Buffer.from(signature)
    changed[(round * 5) % 64]! ^= 1 << (round % 8)
    expect(verifyXEdDSA(key, message, signature)).toBe(true)
    expect(verifyXEdDSA(pair.public, message, signature)).toBe(true)
    for (const [k, m, s] of [
      [key, message, changed],
      [other, message, signature],
      [key, Buffer.concat([message, Buffer.of(0)]), signature],
    ] as const) {
      expect(verifySignature(k, m, s)).toBe(false)
      expect(verifyXEdDSA(k, m, s)).toBe(false)
    }
  }
})

test('answers false to what is no key or no signature', () => {
  expect(verifyXEdDSA(new Uint8Array(31), new Uint8Array(1), new Uint8Array(64))).toBe(false)
  expect(verifyXEdDSA(new Uint8Array(32), new Uint8Array(1), new Uint8Array(63))).toBe(false)
  expect(verifyXEdDSA(new Uint8Array(32).fill(255), new Uint8Array(1), new Uint8Array(64).fill(255))).toBe(false)
})
