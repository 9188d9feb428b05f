/** Injected faults. Counters go down to 0 as they strike; every field can be set at any time. */
export type Faults = {
  /** Answers the next logins with `<failure reason>`: 401, 403, 405, 503 … */
  loginFailure: { reason: number; times: number }
  /** Delivers each of the next messages twice. */
  duplicate: number
  /** Holds back this many messages, then delivers them in reverse order. */
  reverse: number
  /** Corrupts the next messages, so that the client has to request a retry. */
  corrupt: number
  /** Holds back messages, receipts and notifications although the client is connected, until it reconnects. */
  hold: boolean
  /** A half-open connection: accepts nothing and answers nothing, with the socket open. */
  halfOpen: boolean
  /** Corrupts the client's next sends, so that the phones have to request a retry. */
  corruptSends: number
  /** Refuses the next sends with this code in the acknowledgement (463, 479, 429 …). */
  refuse: { code: number; times: number }
  /**
   * Refuses with 463 what begins a conversation, once so many were begun, and locks the account for so many seconds from then on: it hears of
   * the lock, and what it says to people who ever wrote to it goes out. Null refuses nothing.
   */
  reachOut: { left: number; seconds: number } | null
  /** Until when the account may begin no conversation; milliseconds since 1970. */
  lockedUntil: number
  /** How near the account is to the network's limit of new conversations: NONE, FIRST_WARNING, SECOND_WARNING, CAPPED. */
  capping: string
  /** Milliseconds before a send is acknowledged. */
  ackDelay: number
  /** Delivers the next sends without ever acknowledging them. */
  swallowAcks: number
  /** Acknowledges the next sends without ever delivering them. */
  lose: number
}

export const noFaults = (): Faults => ({
  loginFailure: { reason: 401, times: 0 },
  duplicate: 0,
  reverse: 0,
  corrupt: 0,
  corruptSends: 0,
  hold: false,
  halfOpen: false,
  refuse: { code: 463, times: 0 },
  reachOut: null,
  lockedUntil: 0,
  capping: 'NONE',
  ackDelay: 0,
  swallowAcks: 0,
  lose: 0,
})

type Counter = { [Name in keyof Faults]: Faults[Name] extends number ? Name : never }[keyof Faults]

/** Whether a counted fault strikes; counts it down. */
export function strikes(faults: Faults, name: Counter) {
  if (faults[name] <= 0) return false
  faults[name]--
  return true
}

/** A fault with a payload, when it strikes; counts it down. */
export function strikesWith<Name extends 'loginFailure' | 'refuse'>(faults: Faults, name: Name): Faults[Name] | undefined {
  const fault = faults[name]
  if (fault.times <= 0) return undefined
  fault.times--
  return fault
}
