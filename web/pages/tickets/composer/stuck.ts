import { signal } from '@preact/signals-react'

type Stuck = { ticketId: number; isRefused: boolean }
/** Of what somebody wrote here: what waits for the line, and what the server refused, by its own name. */
export const stuck = signal<ReadonlyMap<string, Stuck>>(new Map())

export function sticks({ clientId, ticketId }: { clientId: string; ticketId: number }, isRefused = false) {
  if (stuck.peek().get(clientId)?.isRefused !== isRefused) stuck.value = new Map(stuck.peek()).set(clientId, { ticketId, isRefused })
}
export function goesOn(clientId: string) {
  if (stuck.peek().has(clientId)) stuck.value = new Map([...stuck.peek()].filter(([id]) => id !== clientId))
}
