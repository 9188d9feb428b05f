import { signal } from '@preact/signals-react'
import type { Failure as Row } from '../../src/modules/messages'
import { type ApiError, post } from '../kit/api'
import type { Json } from '../kit/rows'

export type Failure = Json<Row>

/** What this person wrote and its customer never got, in conversations that they have not looked at since, newest first (follow-failures.ts). */
export const failures = signal<Failure[]>([])

/** The ticket is on this person's screen, or was asked for and is not theirs to see any more. */
export function sawFailures(ticketId: number) {
  if (!failures.peek().some(failure => failure.ticketId === ticketId)) return
  post('/message-failures/seen', { ticketId }).catch((error: ApiError) => {
    if (error.status === 403 || error.status === 404) failures.value = failures.peek().filter(failure => failure.ticketId !== ticketId)
  })
}
