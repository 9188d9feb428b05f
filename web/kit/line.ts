import { isOver, refresh, token, tokenExpired } from './api'
import { backoff, connected, emit, hear, joinAll, offline, resync, sendBy, trying, wanted } from './realtime'
import { applyTold } from './throttle'

// The Socket.IO v5 protocol over one websocket: 0 open, 2 ping, 3 pong, 40 connect, 41 disconnect, 42 event, 44 refused.

/** Heartbeat: a line that somebody looks at is silent for so long before it is asked for a sign, twice; it is dead when none comes. */
const QUIET_MS = 5_000
const SIGN_MS = 2_500
/** One that is being made is asked for nothing, and has more time. */
const SIGNS_TO_OPEN = 6
/** A server of another version does not say when the rooms are joined. */
const SYNC_MS = 3_000
/** A hidden page is not woken for that: the server pings every 18 s, and twice that in silence is a dead line. */
const HIDDEN_MS = 40_000

let socket: WebSocket | undefined
let attempts = 0
let seenReady = false
let refused = false
/** Nothing failed before. */
let isFirst = true
let retryTimer: ReturnType<typeof setTimeout> | undefined
let quietTimer: ReturnType<typeof setTimeout> | undefined
let offlineTimer: ReturnType<typeof setTimeout> | undefined
let syncTimer: ReturnType<typeof setTimeout> | undefined

function begin() {
  if (!socket && !retryTimer) void open()
}

function end() {
  seenReady = false
  attempts = 0
  clearTimeout(retryTimer)
  retryTimer = undefined
  socket?.close()
  dropped()
  clearTimeout(offlineTimer)
  offlineTimer = undefined
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
  if (!wanted.peek() || socket) return void (trying.value = false)
  const query = new URLSearchParams({ EIO: '4', transport: 'websocket', token: token.value ?? '', ...(seenReady && { r: '1' }) })
  const line = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/socket.io/?${query}`)
  socket = line
  watch()
  line.onmessage = event => line === socket && receive(String(event.data))
  line.onclose = () => {
    if (line !== socket) return
    dropped()
    if (wanted.peek()) retry()
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
  else if (name === 'synced' && syncTimer) synced(payload)
  hear(name, payload)
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
  joinAll()
  // What happened between the first requests and the first rooms was told to nobody here; nor is what happens before the server has
  // placed this line in its rooms, so that what is read anew is read after that.
  emit('sync')
  clearTimeout(syncTimer)
  syncTimer = setTimeout(() => synced(), SYNC_MS)
}

/** A page that begins has missed nothing where nothing changed since. */
function synced(quietMs = 0) {
  clearTimeout(syncTimer)
  syncTimer = undefined
  resync(!isFirst || quietMs <= performance.now())
  isFirst = false
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
  clearTimeout(syncTimer)
  syncTimer = undefined
  socket = undefined
  connected.value = false
  offlineTimer ??= setTimeout(() => (offline.value = true), navigator.onLine ? 4_000 : 2_000)
}

function retry() {
  isFirst = false
  clearTimeout(retryTimer)
  trying.value = false
  retryTimer = setTimeout(open, backoff(attempts++))
}

/** What waits for its turn, or for a line that is still being made, begins anew at once. */
export function tryNow() {
  if (!wanted.peek() || connected.value) return
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
sendBy(packet => socket?.send(packet))
wanted.subscribe(isWanted => (isWanted ? begin() : end()))
