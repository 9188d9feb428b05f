import { signal } from '@preact/signals-react'
import type { Events } from '../../src/kernel/context'
import { eventName } from '../../src/kernel/events/event-name'
import type { Json } from './rows'
import { claims } from './api'
import { take } from './throttle'

/** Exponential backoff with jitter, so that all browsers do not come back to a server in the same moment. */
export const backoff = (attempts: number) => Math.min(15_000, 500 * 2 ** attempts) * (0.7 + Math.random() * 0.6)

type Listener<Payload> = (payload: Payload) => void

/** True after the server said that it is ready, until the line drops. */
export const connected = signal(false)
/** True when the line has been down for a while, so that a blink is not shown. */
export const offline = signal(false)
/** Whether a line is being made. */
export const trying = signal(false)

/** Whether there is to be a line, which line.ts makes and keeps: whoever has not signed in needs none. */
export const wanted = signal(false)
export const connect = () => void (wanted.value = true)
export const disconnect = () => void (wanted.value = false)

const listeners = new Map<string, Set<Listener<never>>>()
type Resync = (isMissed: boolean) => void
const resyncs = new Set<Resync>()
const joins = new Map<string, { args: unknown[]; leave: string; count: number }>()

let send = (_packet: string) => {}
/** What is said goes through a line. */
export const sendBy = (way: typeof send) => void (send = way)

/** Listens to an event of the own company, by the name that the server publishes it under: `on('ticket', …)`. Returns how to stop. */
export const on = <Name extends keyof Events>(event: Name, listener: Listener<Json<Events[Name]>>) => listen(event, listener)

/** Listens to an event of any noun: those of one form. */
export function listen<Payload>(event: string, listener: Listener<Payload>) {
  const set = listeners.get(event) ?? new Set()
  listeners.set(event, set.add(listener as Listener<never>))
  return () => void set.delete(listener as Listener<never>)
}

/** Called after each connection: what was missed has to be read again. At the first of a page nothing is, where nothing changed since it began. */
export function onResync(listener: Resync) {
  resyncs.add(listener)
  return () => void resyncs.delete(listener)
}

export function emit(event: string, ...args: unknown[]) {
  if (connected.value) send(`42${JSON.stringify([event, ...args])}`)
}

/** Joins a room now and after every reconnection. Returns how to leave it. */
export function join(event: 'joinChatBox' | 'joinNotification' | 'joinTickets' | 'joinTyping', ...args: string[]) {
  const key = JSON.stringify([event, ...args])
  const known = joins.get(key)
  if (known) known.count++
  else {
    joins.set(key, { args: [event, ...args], leave: event.replace('join', 'leave'), count: 1 })
    emit(event, ...args)
  }
  return () => {
    const entry = joins.get(key)
    if (!entry || --entry.count) return
    joins.delete(key)
    emit(entry.leave, ...args)
  }
}

/** After a line was made. */
export function joinAll() {
  for (const { args } of joins.values()) emit(...(args as [string, ...unknown[]]))
}

/** Tells an event to who listens to it. */
export function hear(name: string, payload: never) {
  const { companyId = 0 } = claims() ?? {}
  const told = [...listeners].flatMap(([channel, heard]) =>
    name === channel || name === eventName(companyId, channel)
      ? [...heard].map(listener => () => heard.has(listener) && listener(payload))
      : [],
  )
  if (told.length) take(...told)
}

/** What this page holds is read again. */
export function resync(isMissed = true) {
  for (const listener of resyncs) listener(isMissed)
}
