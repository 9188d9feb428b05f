import SessionRecord from 'libsignal/src/session_record.js'

const RECEIVING = 2
/** As many as Signal's own library keeps: what comes later than five turns of the conversation can't be read. */
const KEPT = 5

// libsignal keeps them all, and the whole session is stored with every message: the longer a conversation, the dearer.
const entry: ReturnType<typeof SessionRecord.createEntry> = Object.getPrototypeOf(SessionRecord.createEntry())
const { addChain } = entry
entry.addChain = function (key, chain) {
  addChain.call(this, key, chain)
  const receiving = [...this.chains()].filter(([, { chainType }]) => chainType === RECEIVING)
  for (const [old] of receiving.slice(0, -KEPT)) this.deleteChain(old)
}
