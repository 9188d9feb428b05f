import { signal } from '@preact/signals-react'
import { keepRecord } from '../../../kit/record'
import { beforeVerb } from '../before-verb'

type Stuck = { ticketId: number; isRefused: boolean }
/** Of what somebody wrote here: what waits for the line, and what the server refused, by its own name. */
export const stuck = signal<ReadonlyMap<string, Stuck>>(new Map())

export function sticks({ clientId, ticketId }: { clientId: string; ticketId: number }, isRefused = false) {
  if (stuck.peek().get(clientId)?.isRefused !== isRefused) stuck.value = new Map(stuck.peek()).set(clientId, { ticketId, isRefused })
}
/** When the server refused what was said, by ticket, for all windows of this browser: what was to follow it is not done. */
const KEY = 'refused'
const KEPT_MS = 15 * 60_000
/** Those of this window that a full storage did not take. */
let unkept: Record<number, number> = {}
const refusals = () => ({ ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<number, number>), ...unkept })
export function refuses(ticketId: number) {
  const at = Date.now()
  const lately = Object.fromEntries(Object.entries(refusals()).filter(([, before]) => at - before < KEPT_MS))
  if (keepRecord(KEY, { ...lately, [ticketId]: at })) unkept = {}
  else unkept[ticketId] = at
}
beforeVerb.refusedAt = ticketId => refusals()[ticketId]
export function goesOn(clientId: string) {
  if (stuck.peek().has(clientId)) stuck.value = new Map([...stuck.peek()].filter(([id]) => id !== clientId))
}
