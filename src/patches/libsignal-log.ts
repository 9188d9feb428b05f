/** The beginnings of all that libsignal prints. */
export const LIBSIGNAL_PHRASES = [
  'WARNING: Expected pubkey',
  'Unhandled bucket type',
  'Closing open session',
  'Failed to decrypt message with any known session',
  'Session error:',
  'Decrypted message with closed session',
  'V1 session storage migration error',
  'Migrating session to:',
  'Session already closed',
  'Closing session:',
  'Session already open',
  'Opening session:',
  'Removing old closed session:',
  'Error parsing group metadata:',
]

let isApplied = false

/** Drops what libsignal prints: it writes whole sessions, private keys included, to the global console, and takes no logger. */
export function patchLibsignalLog() {
  if (isApplied) return
  isApplied = true
  for (const level of ['log', 'info', 'warn', 'error'] as const) {
    const print = console[level].bind(console)
    console[level] = function printUnlessLibsignal(...words: unknown[]) {
      const [first] = words
      if (typeof first === 'string' && LIBSIGNAL_PHRASES.some(phrase => first.startsWith(phrase))) return
      print(...words)
    }
  }
}
