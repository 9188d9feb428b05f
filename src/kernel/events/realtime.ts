import type { Server, ServerWebSocket } from 'bun'
import { AppError } from '../errors'
import { networkOf } from '../http/client-address'
import { packetQueue } from './packet-queue'
import { polling, refuse, REFUSALS, type Line, type Polled } from './polling'

/** Socket.IO v5 over Engine.IO v4: any stock client works. Binary events and namespaces other than / are not spoken. */

const PING_MS = 18_000
/** Whoever did not say by then who it is never will: three round trips of a bad network. */
const STRANGER_MS = 10_000
const MAX_PAYLOAD = 100_000
/** Backpressure: bytes buffered for one socket. A slower client is closed, reconnects and reads anew. */
const MAX_BUFFERED = 1024 * 1024
/** The same of events that are kept for sockets on hold, all of them together. */
const MAX_KEPT = 10_000

export type Socket<S> = {
  readonly session: S
  /** Every room that it is in. */
  readonly rooms: ReadonlySet<string>
  /** For rooms of few sockets: an event costs one send for each member. */
  join(room: string): void
  leave(room: string): void
  /** Replaces the rooms that it shares with many: an event costs one publish for all sockets with the same set of rooms. */
  setSharedRooms(rooms: string[]): void
  /** From now on nothing is told to it by any room, until it is released: then it is told, in order, what was for the rooms that it is in then. */
  hold(): void
  release(): void
  emit(event: string, ...args: unknown[]): void
  close(): void
}

export type Handlers<S> = {
  /** The session of a token, undefined when it is invalid or expired. Throws an AppError, whose code is sent to the client. */
  authenticate(token: string): Promise<S | undefined>
  connect(socket: Socket<S>): void | Promise<void>
  disconnect(socket: Socket<S>): void
  event(socket: Socket<S>, name: string, args: unknown[]): void | Promise<void>
}

/** A pub/sub topic of the server for the sockets with one set of shared rooms. A socket has one, so an event of several rooms reaches it once. */
type Topic = { name: string; rooms: string[]; members: number }
type Connection<S> = {
  query: URLSearchParams
  socket?: Socket<S>
  alive: boolean
  take?: (packet: string) => void
  ping?: Timer
  stranger?: Timer
  rooms: Set<string>
  topic?: Topic
  /** Begun by polling, and carried by this websocket. */
  polled?: Polled<Connection<S>>
}

export function realtime<S>(handlers: Handlers<S>) {
  type Ws = Line<Connection<S>>
  const rooms = new Map<string, Set<Ws>>()
  const topics = new Map<string, Topic>()
  const topicsOfRoom = new Map<string, Set<Topic>>()
  const sockets = new Set<Ws>()
  /** Those on hold, the longest first, each with how many events had been kept before it was. */
  const held = new Map<Ws, number>()
  const kept: { to: string[]; packet: string }[] = []
  let forgotten = 0
  let server: Server<Connection<S>> | undefined

  function join(ws: Ws, room: string) {
    if (ws.data.rooms.has(room) || ws.readyState !== WebSocket.OPEN) return
    ws.data.rooms.add(room)
    addTo(rooms, room, ws)
  }
  function leave(ws: Ws, room: string) {
    if (!rooms.get(room)?.has(ws)) return
    ws.data.rooms.delete(room)
    takeFrom(rooms, room, ws)
  }

  function setSharedRooms(ws: Ws, shared: string[]) {
    const name = JSON.stringify(shared.toSorted())
    if (ws.data.topic?.name === name || ws.readyState !== WebSocket.OPEN) return
    leaveTopic(ws)
    const topic = topics.get(name) ?? { name, rooms: shared, members: 0 }
    if (!topic.members++) {
      topics.set(name, topic)
      for (const room of shared) addTo(topicsOfRoom, room, topic)
    }
    for (const room of shared) ws.data.rooms.add(room)
    ws.data.topic = topic
    if (!held.has(ws)) ws.subscribe(name)
  }
  function leaveTopic(ws: Ws) {
    const { topic } = ws.data
    if (!topic) return
    ws.data.topic = undefined
    ws.unsubscribe(topic.name)
    for (const room of topic.rooms) ws.data.rooms.delete(room)
    if (--topic.members) return
    topics.delete(topic.name)
    for (const room of topic.rooms) takeFrom(topicsOfRoom, room, topic)
  }

  function hold(ws: Ws) {
    if (held.has(ws) || ws.readyState !== WebSocket.OPEN) return
    held.set(ws, forgotten + kept.length)
    if (ws.data.topic) ws.unsubscribe(ws.data.topic.name)
  }
  function release(ws: Ws) {
    const from = held.get(ws)
    if (from === undefined) return
    if (ws.data.topic) ws.subscribe(ws.data.topic.name)
    for (const { to, packet } of kept.slice(from - forgotten)) if (to.some(room => ws.data.rooms.has(room))) ws.send(packet)
    forgetHold(ws)
  }
  function forgetHold(ws: Ws) {
    held.delete(ws)
    const [oldest = forgotten + kept.length] = held.values()
    kept.splice(0, oldest - forgotten)
    forgotten = oldest
  }
  function keep(to: string[], packet: string) {
    if (held.size) kept.push({ to, packet })
    if (kept.length > MAX_KEPT) for (const ws of [...held.keys()]) ws.close()
  }

  async function connect(ws: Ws, auth: unknown) {
    if (ws.data.socket) return
    const token = ws.data.query.get('token') ?? (auth as { token?: unknown } | null)?.token
    let refusal = 'ERR_SESSION_EXPIRED'
    const session =
      typeof token === 'string'
        ? await handlers.authenticate(token).catch(error => {
            if (error instanceof AppError) refusal = error.code
            return undefined
          })
        : undefined
    if (!session) {
      ws.send(`44${JSON.stringify({ message: refusal })}`)
      return ws.close()
    }
    const socket: Socket<S> = {
      session,
      rooms: ws.data.rooms,
      join: room => join(ws, room),
      leave: room => leave(ws, room),
      setSharedRooms: shared => setSharedRooms(ws, shared),
      hold: () => hold(ws),
      release: () => release(ws),
      emit: (event, ...args) => void ws.send(`42${JSON.stringify([event, ...args])}`),
      close: () => {
        ws.send('41')
        ws.close()
      },
    }
    if (ws.readyState !== WebSocket.OPEN) return
    ws.data.socket = socket
    clearTimeout(ws.data.stranger)
    polls.welcome(ws)
    sockets.add(ws)
    ws.send(`40{"sid":"${crypto.randomUUID()}"}`)
    await handlers.connect(socket)
  }

  const opened = (query: URLSearchParams): Connection<S> => ({ query, alive: true, rooms: new Set() })

  function greet(ws: Ws, sid: string, upgrades: string[]) {
    ws.send(`0${JSON.stringify({ sid, upgrades, pingInterval: PING_MS, pingTimeout: PING_MS, maxPayload: MAX_PAYLOAD })}`)
    ws.data.stranger = setTimeout(() => ws.close(), STRANGER_MS)
    ws.data.ping = setInterval(() => {
      if (!ws.data.alive) return ws.close()
      ws.data.alive = false
      ws.send('2')
    }, PING_MS)
  }
  function heard(ws: Ws, text: string) {
    ws.data.alive = true
    // A client that asks whether the line stands is told at once, whatever of it waits; it counts as what it sends all the same.
    if (text === '2') ws.send('3')
    ws.data.take ??= packetQueue(
      text => packet(ws, text),
      () => ws.close(),
    )
    ws.data.take(text)
  }
  function gone(ws: Ws) {
    clearInterval(ws.data.ping)
    clearTimeout(ws.data.stranger)
    forgetHold(ws)
    leaveTopic(ws)
    for (const room of [...ws.data.rooms]) leave(ws, room)
    sockets.delete(ws)
    if (ws.data.socket) handlers.disconnect(ws.data.socket)
  }
  const polls = polling<Connection<S>>({ packet: heard, closed: gone }, { payload: MAX_PAYLOAD, waiting: MAX_BUFFERED })

  /** A token in the address says at once that it is no stranger; what it opens is asked when the client connects. */
  async function beginPolling(request: Request, query: URLSearchParams, network: string) {
    const token = query.get('token')
    const isKnown = token !== null && (await handlers.authenticate(token).catch(() => undefined)) !== undefined
    const sid = crypto.randomUUID()
    return polls.begin(request, opened(query), { sid, stranger: isKnown ? undefined : network }, line => greet(line, sid, ['websocket']))
  }

  async function packet(ws: Ws, text: string) {
    if (text === '2' || text === '3' || ws.readyState !== WebSocket.OPEN) return
    if (text.startsWith('40')) return connect(ws, text.length > 2 ? JSON.parse(text.slice(2)) : null)
    if (text.startsWith('41')) return ws.close()
    const event = /^42(\d*)(\[.*)$/s.exec(text)
    if (!event || !ws.data.socket) return ws.close()
    const [name, ...args] = JSON.parse(event[2]!) as [string, ...unknown[]]
    await handlers.event(ws.data.socket, String(name), args)
    if (event[1]) ws.send(`43${event[1]}[]`)
  }

  return {
    attach: (running: Server<Connection<S>>) => void (server = running),
    /** Undefined when the request became a socket. */
    upgrade(request: Request, running: Server<Connection<S>>, address = 'unknown'): Response | Promise<Response> | undefined {
      const query = new URL(request.url).searchParams
      const [transport, sid] = [query.get('transport'), query.get('sid')]
      if (query.get('EIO') !== '4') return refuse(request, REFUSALS.version)
      if (transport === 'polling') {
        if (sid || request.method === 'OPTIONS') return polls.handle(request, sid ?? '')
        return beginPolling(request, query, networkOf(address))
      }
      if (transport !== 'websocket') return refuse(request, REFUSALS.transport)
      const polled = sid ? polls.free(sid) : undefined
      if (sid && !polled) return refuse(request, REFUSALS.sid)
      const data = { ...opened(query), polled }
      return running.upgrade(request, { data }) ? undefined : new Response('upgrade expected', { status: 426 })
    },
    websocket: {
      maxPayloadLength: MAX_PAYLOAD,
      idleTimeout: 120,
      backpressureLimit: MAX_BUFFERED,
      closeOnBackpressureLimit: true,
      open(ws: ServerWebSocket<Connection<S>>) {
        if (!ws.data.polled) greet(ws, crypto.randomUUID(), [])
      },
      message(ws: ServerWebSocket<Connection<S>>, data: string | Buffer) {
        if (ws.data.polled) polls.carry(ws.data.polled, ws, String(data))
        else heard(ws, String(data))
      },
      close(ws: ServerWebSocket<Connection<S>>) {
        if (ws.data.polled) polls.drop(ws.data.polled, ws)
        else gone(ws)
      },
    },
    /** Whether a socket is in one of the rooms, or may be when it is released. */
    hasListeners: (to: string[]) => held.size > 0 || to.some(room => rooms.has(room) || topicsOfRoom.has(room)),
    /** Sends an event to the union of the rooms: once to each socket. */
    publish(to: string[], event: string, payload: unknown) {
      const reached = new Set(to.flatMap(room => [...(topicsOfRoom.get(room) ?? [])]))
      const isOther = (ws: Ws) => !held.has(ws) && (!ws.data.topic || !reached.has(ws.data.topic))
      const others = new Set(to.flatMap(room => [...(rooms.get(room) ?? [])]).filter(isOther))
      if (!reached.size && !others.size && !held.size) return
      const packet = `42${JSON.stringify([event, payload])}`
      keep(to, packet)
      for (const { name } of reached) {
        server?.publish(name, packet)
        polls.publish(name, packet)
      }
      for (const ws of others) ws.send(packet)
    },
    /** Live sockets in a room of few. */
    *in(room: string): Generator<Socket<S>> {
      for (const ws of rooms.get(room) ?? []) if (ws.data.socket) yield ws.data.socket
    },
    /** Every live socket. */
    *all(): Generator<Socket<S>> {
      for (const ws of sockets) if (ws.data.socket) yield ws.data.socket
    },
    get size() {
      return sockets.size
    },
    close() {
      for (const ws of sockets) ws.close(1001, 'server stops')
      polls.close()
    },
  }
}
export type Realtime<S> = ReturnType<typeof realtime<S>>

function addTo<K, V>(map: Map<K, Set<V>>, key: K, value: V) {
  const values = map.get(key) ?? new Set()
  map.set(key, values.add(value))
}
function takeFrom<K, V>(map: Map<K, Set<V>>, key: K, value: V) {
  const values = map.get(key)
  values?.delete(value)
  if (!values?.size) map.delete(key)
}
