declare module 'libsignal/src/curve.js' {
  export function verifySignature(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean
}

declare module 'libsignal/src/session_record.js' {
  type Chain = { chainType: number }
  type SessionEntry = {
    addChain(key: Buffer, chain: Chain): void
    deleteChain(key: Buffer): void
    chains(): Iterable<[key: Buffer, chain: Chain]>
  }
  const SessionRecord: { createEntry(): SessionEntry }
  export default SessionRecord
}
