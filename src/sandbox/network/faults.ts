/** What goes wrong on demand. Counts run down to 0 as they are used up; every field can be set at any time. */
export type Faults = {
  /** answer the next logins with `<failure reason>`: 401, 403, 405, 503 … */
  loginFailure: { reason: number; times: number }
  /** deliver each of the next messages twice */
  duplicate: number
  /** keep back this many messages, then deliver them in reverse order */
  reverse: number
  /** garble the next messages, so that the client has to ask for them again */
  corrupt: number
  /** keep messages, receipts and notifications back although the client is connected, until it connects again */
  hold: boolean
  /** accept nothing and answer nothing, with the socket open */
  halfOpen: boolean
  /** garble the client's next sends, so that the phones have to ask for them again */
  corruptSends: number
  /** refuse the next sends with this code in the acknowledgement (463, 479, 429 …) */
  refuse: { code: number; times: number }
  /** milliseconds before a send is acknowledged */
  ackDelay: number
  /** deliver the next sends, but never acknowledge them */
  swallowAcks: number
  /** acknowledge the next sends, but never deliver them */
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
  ackDelay: 0,
  swallowAcks: 0,
  lose: 0,
})

type Counter = { [Name in keyof Faults]: Faults[Name] extends number ? Name : never }[keyof Faults]

/** Uses up one of a counted fault. */
export function strikes(faults: Faults, name: Counter) {
  if (faults[name] <= 0) return false
  faults[name]--
  return true
}

export function strikesWith<Name extends 'loginFailure' | 'refuse'>(faults: Faults, name: Name): Faults[Name] | undefined {
  const fault = faults[name]
  if (fault.times <= 0) return undefined
  fault.times--
  return fault
}
