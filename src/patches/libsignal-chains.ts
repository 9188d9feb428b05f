import SessionRecord from 'libsignal/src/session_record.js'

const RECEIVING = 2
/** As many as Signal's own library keeps: a message that is late by more than five turns of the conversation can't be decrypted. */
const MAX_RECEIVING_CHAINS = 5

let isApplied = false

/**
 * A Signal session keeps its five newest receiving chains. libsignal never drops one, and the whole session is written with every
 * message: after a thousand turns of a conversation each message writes a thousand chains.
 */
export function patchLibsignalChains() {
  if (isApplied) return
  isApplied = true
  const entry: ReturnType<typeof SessionRecord.createEntry> = Object.getPrototypeOf(SessionRecord.createEntry())
  const { addChain } = entry
  entry.addChain = function addBoundedChain(key, chain) {
    addChain.call(this, key, chain)
    const receiving = [...this.chains()].filter(([, { chainType }]) => chainType === RECEIVING)
    for (const [oldest] of receiving.slice(0, -MAX_RECEIVING_CHAINS)) this.deleteChain(oldest)
  }
}
