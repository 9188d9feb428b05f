/** Why a socket closed, and what that asks for. */
export type Disconnect =
  | { then: 'restart' }
  | { then: 'retry'; reason: string }
  /** Nothing more is tried until someone asks. */
  | { then: 'stop'; reason: string }
  /** The phone unlinked this device: its credentials are of no use any more. */
  | { then: 'forget'; reason: string }

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

/** Only codes that the server itself gave end a session; everything else is the weather. */
export function disconnectOf(error: Error | undefined, { paired, scanned }: { paired: boolean; scanned: boolean }): Disconnect {
  // A proxy that refuses the upgrade with 401 or 403 says nothing about the account.
  const code = error?.message.startsWith('WebSocket Error') ? undefined : statusOf(error)
  if (code === 400 && /certificat|noise/i.test(error?.message ?? '')) return { then: 'stop', reason: 'certificate' }
  const known = code === undefined ? undefined : REASONS[code]
  if (known) return known
  if (!paired && /QR refs attempts ended/.test(error?.message ?? '')) return { then: 'stop', reason: 'unscanned' }
  if (!paired && scanned) return { then: 'stop', reason: 'refused' }
  return { then: 'retry', reason: 'offline' }
}

const LONGEST_MS = 60_000

/** Soon the first time, then twice as long each time, up to a minute; spread so that many don't knock at once. */
export function reconnectDelay(attempt: number) {
  const whole = Math.min(LONGEST_MS, 500 * 2 ** (attempt - 1))
  return whole / 2 + (Math.random() * whole) / 2
}
