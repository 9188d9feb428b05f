import { signal } from '@preact/signals-react'
import type { Schedule } from '../../schedules/state'
import type { Ticket } from '../types'

/** Who gets a conversation: a colleague, or a queue. */
export type Recipient = { id: number; name: string; isQueue?: true }
type Asked =
  | { kind: 'new'; preset?: { name: string; number: string } }
  /** `to` is chosen from the beginning. */
  | { kind: 'transfer'; tickets: Ticket[]; to?: Recipient }
  | { kind: 'view' | 'transcript'; ticket: Ticket }
  /** `row` is what was planned already. */
  | { kind: 'later'; ticket: Ticket; row?: Schedule }
  | { kind: 'snooze'; tickets: Ticket[] }
  /** One's own lists; `id` is the one that is changed, '' a new one. */
  | { kind: 'views'; id?: string }
  /** What can be done with the ticket of a row. */
  | { kind: 'menu'; ticket: Ticket; anchor: Element }
  /** In which of the own queues `n` tickets without one are accepted, or this one; without an answer they are not. */
  | { kind: 'queue'; n: number; ticketId?: number; answer: (queueId: number | false) => void }

/** The dialog of a ticket that is on screen, which comes over the network when it is first asked for. */
export const dialog = signal<Asked | undefined>(undefined)

/** What is written to the customer of a ticket leaves at a time that is chosen. */
export const sendLater = (ticket: Ticket) => void (dialog.value = { kind: 'later', ticket })
