/** libsignal prints sessions, private keys included, through the global console: what it is known to print is dropped. */
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

for (const level of ['log', 'info', 'warn', 'error'] as const) {
  const print = console[level].bind(console)
  console[level] = (...words: unknown[]) => {
    const [first] = words
    if (typeof first === 'string' && LIBSIGNAL_PHRASES.some(phrase => first.startsWith(phrase))) return
    print(...words)
  }
}
