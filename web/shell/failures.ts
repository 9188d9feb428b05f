import { signal } from '@preact/signals-react'
import type { Failure as Row } from '../../src/modules/messages'
import { post } from '../kit/api'
import type { Json } from '../kit/rows'

export type Failure = Json<Row>

/** What this person wrote and its customer never got, in conversations that they have not looked at since, newest first (follow-failures.ts). */
export const failures = signal<Failure[]>([])

/** The ticket is on this person's screen. */
export function sawFailures(ticketId: number) {
  if (failures.peek().some(failure => failure.ticketId === ticketId)) void post('/message-failures/seen', { ticketId }).catch(() => {})
}
