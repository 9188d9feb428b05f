import { signal } from '@preact/signals-react'
import type { Events } from '../../src/kernel/context'
import { eventName } from '../../src/kernel/events/event-name'
import type { Json } from './rows'
import { claims, isOver, refresh, token, tokenExpired } from './api'
import { applyTold, take } from './told'

// The Socket.IO v5 protocol over one websocket: 0 open, 2 ping, 3 pong, 40 connect, 41 disconnect, 42 event, 44 refused.
type Listener<Payload> = (payload: Payload) => void

/** True after the server said that it is ready, until the line drops. */
export const connected = signal(false)
/** True when the line has been down for a while, so that a blink is not shown. */
export const offline = signal(false)
/** Whether a line is being made. */
export const trying = signal(false)

/** So long a line that somebody looks at is silent before it is asked for a sign, twice; it is dead when none comes. */
const QUIET_MS = 5_000
const SIGN_MS = 2_500
/** One that is being made is asked for nothing, and has more time. */
const SIGNS_TO_OPEN = 6
/** A hidden page is not woken for that: the server pings every 18 s, and twice that in silence is a dead line. */
const HIDDEN_MS = 40_000

const listeners = new Map<string, Set<Listener<never>>>()
const resyncs = new Set<() => void>()
const joins = new Map<string, { args: unknown[]; leave: string; count: number }>()

let socket: WebSocket | undefined
let wanted = false
let attempts = 0
let seenReady = false
let refused = false
let retryTimer: ReturnType<typeof setTimeout> | undefined
let quietTimer: ReturnType<typeof setTimeout> | undefined
let offlineTimer: ReturnType<typeof setTimeout> | undefined

/** Listens to an event of the own company, by the name that the server publishes it under: `on('ticket', …)`. Returns how to stop. */
export const on = <Name extends keyof Events>(event: Name, listener: Listener<Json<Events[Name]>>) => listen(event, listener)

/** Listens to an event of any noun: those of one form. */
export function listen<Payload>(event: string, listener: Listener<Payload>) {
  const set = listeners.get(event) ?? new Set()
  listeners.set(event, set.add(listener as Listener<never>))
  return () => void set.delete(listener as Listener<never>)
}

/** Called after a reconnection: what was missed has to be read again. */
export function onResync(listener: () => void) {
  resyncs.add(listener)
  return () => void resyncs.delete(listener)
}

export function emit(event: string, ...args: unknown[]) {
  if (connected.value) socket?.send(`42${JSON.stringify([event, ...args])}`)
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

export function connect() {
  wanted = true
  if (!socket && !retryTimer) void open()
}

export function disconnect() {
  wanted = false
  seenReady = false
  attempts = 0
  clearTimeout(retryTimer)
  retryTimer = undefined
  socket?.close()
  dropped()
  clearTimeout(offlineTimer)
  offline.value = false
}

async function open() {
  retryTimer = undefined
  trying.value = true
  if (refused || tokenExpired()) {
    try {
      await refresh()
      refused = false
    } catch (error) {
      if (isOver(error)) return location.reload()
      return retry()
    }
  }
  if (!wanted || socket) return void (trying.value = false)
  const query = new URLSearchParams({ EIO: '4', transport: 'websocket', token: token.value ?? '', ...(seenReady && { r: '1' }) })
  const line = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/socket.io/?${query}`)
  socket = line
  watch()
  line.onmessage = event => line === socket && receive(String(event.data))
  line.onclose = () => {
    if (line !== socket) return
    dropped()
    if (wanted) retry()
  }
}

function receive(packet: string) {
  watch()
  if (packet[0] === '0') return socket?.send('40')
  if (packet === '2') return socket?.send('3')
  if (packet.startsWith('44')) refused = true
  if (packet.startsWith('41') || packet.startsWith('44')) return socket?.close()
  if (!packet.startsWith('42')) return
  const [name, payload] = JSON.parse(packet.slice(packet.indexOf('['))) as [string, never]
  if (name === 'ready') ready()
  const { companyId = 0 } = claims() ?? {}
  const told = [...listeners].flatMap(([channel, heard]) =>
    name === channel || name === eventName(companyId, channel)
      ? [...heard].map(listener => () => heard.has(listener) && listener(payload))
      : [],
  )
  if (told.length) take(() => told.forEach(tell => tell()))
}

function ready() {
  applyTold()
  seenReady = true
  attempts = 0
  trying.value = false
  clearTimeout(offlineTimer)
  offlineTimer = undefined
  connected.value = true
  offline.value = false
  for (const { args } of joins.values()) emit(...(args as [string, ...unknown[]]))
  // What happened between the first requests and the first rooms was told to nobody here.
  resync()
}

/** What this page holds is read again. */
export function resync() {
  for (const listener of resyncs) listener()
}

/** Step by step, so that a page that was busy reads what came meanwhile before it calls the line dead. */
function watch(asked = 0) {
  clearTimeout(quietTimer)
  const isSeen = !document.hidden
  quietTimer = setTimeout(
    () => {
      if (isSeen && document.hidden) return watch()
      if (!isSeen || asked >= (socket?.readyState ? 2 : SIGNS_TO_OPEN)) return lose()
      askForSign(asked + 1)
    },
    isSeen ? (asked ? SIGN_MS : QUIET_MS) : HIDDEN_MS,
  )
}
function askForSign(asked: number) {
  if (socket?.readyState === WebSocket.OPEN) socket.send('2')
  watch(asked)
}
/** A line without a network stands until its end is told to somebody who does not hear it: it is left, and another made. */
function lose() {
  const dead = socket
  dropped()
  dead?.close()
  retry()
}

function dropped() {
  applyTold()
  clearTimeout(quietTimer)
  socket = undefined
  connected.value = false
  offlineTimer ??= setTimeout(() => (offline.value = true), navigator.onLine ? 4_000 : 2_000)
}

function retry() {
  clearTimeout(retryTimer)
  trying.value = false
  retryTimer = setTimeout(open, Math.min(15_000, 500 * 2 ** attempts++) * (0.7 + Math.random() * 0.6))
}

/** What waits for its turn, or for a line that is still being made, begins anew at once. */
export function tryNow() {
  if (!wanted || connected.value) return
  const slow = socket
  dropped()
  slow?.close()
  clearTimeout(retryTimer)
  attempts = 0
  void open()
}
addEventListener('offline', () => socket && lose())
addEventListener('online', () => socket ?? tryNow())
// A page that slept may have a line that died meanwhile.
document.addEventListener('visibilitychange', () => {
  if (document.hidden) return
  if (socket) askForSign(1)
  else tryNow()
})
