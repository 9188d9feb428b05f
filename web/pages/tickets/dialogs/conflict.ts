import { ApiError } from '../../../kit/api'
import type { Ticket } from '../types'

/** The ticket that stands in the way of a new one, from the server's conflict. */
export function conflictOf(error: unknown): Ticket | undefined {
  if (!(error instanceof ApiError) || !error.body.error?.startsWith('{')) return undefined
  return JSON.parse(error.body.error) as Ticket
}
