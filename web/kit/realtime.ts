import { signal } from '@preact/signals-react'
import type { Events } from '../../src/kernel/context'
import { eventName } from '../../src/kernel/events/event-name'
import type { Json } from './rows'
import { claims, isOver, refresh, token, tokenExpired } from './api'

// The Socket.IO v5 protocol over one websocket: 0 open, 2 ping, 3 pong, 40 connect, 41 disconnect, 42 event, 44 refused.
type Listener<Payload> = (payload: Payload) => void

/** True after the server said that it is ready, until the line drops. */
export const connected = signal(false)
/** True when the line has been down for a while, so that a blink is not shown. */
export const offline = signal(false)

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
  if (refused || tokenExpired()) {
    try {
      await refresh()
      refused = false
    } catch (error) {
      if (isOver(error)) return location.reload()
      return retry()
    }
  }
  if (!wanted || socket) return
  const query = new URLSearchParams({ EIO: '4', transport: 'websocket', token: token.value ?? '', ...(seenReady && { r: '1' }) })
  const line = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/socket.io/?${query}`)
  socket = line
  line.onmessage = event => line === socket && receive(String(event.data))
  line.onclose = () => {
    if (line !== socket) return
    dropped()
    if (wanted) retry()
  }
}

function receive(packet: string) {
  heard()
  if (packet[0] === '0') return socket?.send('40')
  if (packet === '2') return socket?.send('3')
  if (packet.startsWith('44')) refused = true
  if (packet.startsWith('41') || packet.startsWith('44')) return socket?.close()
  if (!packet.startsWith('42')) return
  const [name, payload] = JSON.parse(packet.slice(packet.indexOf('['))) as [string, never]
  if (name === 'ready') ready()
  const { companyId = 0 } = claims() ?? {}
  for (const [channel, heard] of listeners)
    if (name === channel || name === eventName(companyId, channel)) for (const listener of heard) listener(payload)
}

function ready() {
  seenReady = true
  attempts = 0
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

// The server pings every 18 s: twice that in silence is a dead line.
function heard() {
  clearTimeout(quietTimer)
  quietTimer = setTimeout(() => socket?.close(), 40_000)
}

function dropped() {
  clearTimeout(quietTimer)
  socket = undefined
  connected.value = false
  offlineTimer ??= setTimeout(() => (offline.value = true), navigator.onLine ? 4_000 : 2_000)
}

function retry() {
  clearTimeout(retryTimer)
  retryTimer = setTimeout(open, Math.min(15_000, 500 * 2 ** attempts++) * (0.7 + Math.random() * 0.6))
}

// A line without a network stands until its silence is noticed: what comes after is tried at once, and shown.
addEventListener('offline', () => {
  if (!socket) return
  const dead = socket
  dropped()
  dead.close()
  retry()
})
addEventListener('online', () => {
  if (!wanted || socket) return
  clearTimeout(retryTimer)
  attempts = 0
  void open()
})
