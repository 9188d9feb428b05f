import { user } from '../../session'

const key = (ticketId: number) => `draft-${user.peek()?.id}-${ticketId}`

/** What was written and not sent, per person and ticket, over reloads. */
export const draftOf = (ticketId: number) => localStorage.getItem(key(ticketId)) ?? ''
export function keepDraft(ticketId: number, text: string) {
  if (text.trim()) localStorage.setItem(key(ticketId), text)
  else localStorage.removeItem(key(ticketId))
}
