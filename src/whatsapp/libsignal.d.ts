declare module 'libsignal/src/curve.js' {
  export function verifySignature(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean
}
