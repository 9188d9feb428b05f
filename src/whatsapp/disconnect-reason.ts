import type { DisconnectReason } from '#modules/connections'

/** What follows the close of a socket, and why it closed. */
type Disconnect =
  | { then: 'restart' }
  | { then: 'retry'; reason: DisconnectReason }
  /** No retry until somebody starts the connection. */
  | { then: 'stop'; reason: DisconnectReason }
  /** The phone unlinked this device: its credentials are void. */
  | { then: 'forget'; reason: DisconnectReason }

const REASONS: Record<number, Disconnect | undefined> = {
  515: { then: 'restart' },
  401: { then: 'forget', reason: 'logged_out' },
  440: { then: 'stop', reason: 'replaced' },
  402: { then: 'stop', reason: 'banned' },
  403: { then: 'stop', reason: 'banned' },
  406: { then: 'stop', reason: 'banned' },
  405: { then: 'stop', reason: 'outdated' },
  411: { then: 'stop', reason: 'refused' },
}

const statusOf = (error: unknown) => (error as { output?: { statusCode?: number } } | undefined)?.output?.statusCode

/** Only a code of the server itself ends a session; everything else is a failure of the line, and is retried. */
export function disconnectOf(error: Error | undefined, { paired, scanned }: { paired: boolean; scanned: boolean }): Disconnect {
  // A proxy that refuses the upgrade with 401 or 403 is no word of the server about the account.
  const code = error?.message.startsWith('WebSocket Error') ? undefined : statusOf(error)
  if (code === 400 && /certificat|noise/i.test(error?.message ?? '')) return { then: 'stop', reason: 'certificate' }
  const named = code === undefined ? undefined : REASONS[code]
  if (named) return named
  if (!paired && /QR refs attempts ended/.test(error?.message ?? '')) return { then: 'stop', reason: 'unscanned' }
  if (!paired && scanned) return { then: 'stop', reason: 'refused' }
  return { then: 'retry', reason: 'offline' }
}
