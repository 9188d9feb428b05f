import { strangers } from './strangers'

/** Engine.IO v4 over HTTP long polling, for clients that begin with it: most of them go on to a websocket at once. */

/** One client, however its packets travel. */
export type Line<Data> = {
  readonly data: Data
  readonly readyState: number
  send(packet: string): unknown
  close(code?: number, reason?: string): void
  subscribe(topic: string): void
  unsubscribe(topic: string): void
}
export type Polled<Data> = Line<Data> & { readonly sid: string }

type Hooks<Data> = {
  packet(line: Line<Data>, text: string): void
  closed(line: Line<Data>): void
}
type Limits = { payload: number; waiting: number }
/** A websocket that takes over what was begun by polling. */
type Carrier = { send(packet: string): unknown; close(): void }
type Inside = {
  buffer: string[]
  size: number
  over: boolean
  probed?: Carrier
  carrier?: Carrier
  waiting?: (body: string) => void
  /** Of who did not say yet who it is: what to do when that is said, or when the line is gone. */
  welcome?: () => void
}

const MAX_LINES = 10_000
/** How long the last packets of a closed line are kept for the client to fetch. */
const LINGER_MS = 20_000
const STRANGER_LINGER_MS = 5_000
/** While a client changes over, it waits for its poll to end. */
const PROBE_MS = 100
const SEPARATOR = '\x1e'
const NOOP = '6'

export const REFUSALS = {
  transport: '{"code":0,"message":"Transport unknown"}',
  sid: '{"code":1,"message":"Session ID unknown"}',
  request: '{"code":3,"message":"Bad request"}',
  version: '{"code":5,"message":"Unsupported protocol version"}',
} as const

/** Who may ask was decided before; a browser still wants to be told. */
const headersFor = (request: Request) => {
  const origin = request.headers.get('origin')
  const shared = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
  const allowed = { 'access-control-allow-origin': origin ?? '', 'access-control-allow-credentials': 'true', vary: 'origin' }
  return { ...shared, ...(origin && allowed) }
}
const answer = (request: Request, body: string) =>
  new Response(body, { headers: { ...headersFor(request), 'content-type': 'text/plain; charset=UTF-8' } })
export const refuse = (request: Request, body: string, status = 400) =>
  new Response(body, { status, headers: { ...headersFor(request), 'content-type': 'application/json' } })

/** The text of a body, unless it is longer than it may be. */
async function textOf({ body }: Request, max: number) {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > max) return
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

export function polling<Data>({ packet, closed }: Hooks<Data>, { payload, waiting }: Limits) {
  const lines = new Map<string, Polled<Data>>()
  const insides = new WeakMap<Line<Data>, Inside>()
  const topics = new Map<string, Set<Line<Data>>>()
  const unknown = strangers(MAX_LINES / 2)

  function forget({ sid }: Polled<Data>, inside: Inside) {
    lines.delete(sid)
    inside.welcome?.()
  }
  function take(inside: Inside) {
    inside.size = 0
    return inside.buffer.splice(0)
  }
  function flush(inside: Inside, otherwise?: string) {
    const give = inside.waiting
    if (!give || (!inside.buffer.length && !otherwise)) return
    inside.waiting = undefined
    give(take(inside).join(SEPARATOR) || otherwise!)
  }

  function end(line: Polled<Data>, inside: Inside) {
    if (inside.over) return
    inside.over = true
    inside.probed?.close()
    closed(line)
    if (inside.carrier) return forget(line, inside)
    inside.buffer.push('1')
    flush(inside)
    setTimeout(() => forget(line, inside), inside.welcome ? STRANGER_LINGER_MS : LINGER_MS).unref()
  }

  function lineOf(sid: string, data: Data): Polled<Data> {
    const inside: Inside = { buffer: [], size: 0, over: false }
    const line: Polled<Data> = {
      sid,
      data,
      get readyState() {
        return inside.over ? WebSocket.CLOSED : WebSocket.OPEN
      },
      send(text) {
        if (inside.over) return
        if (inside.carrier) return inside.carrier.send(text)
        inside.size += text.length
        if (inside.size > waiting) return end(line, inside)
        inside.buffer.push(text)
        flush(inside)
      },
      close() {
        inside.carrier?.close()
        end(line, inside)
      },
      subscribe: topic => void topics.set(topic, (topics.get(topic) ?? new Set()).add(line)),
      unsubscribe(topic) {
        topics.get(topic)?.delete(line)
        if (!topics.get(topic)?.size) topics.delete(topic)
      },
    }
    insides.set(line, inside)
    return line
  }

  function poll(request: Request, line: Polled<Data>, inside: Inside): Response | Promise<Response> {
    if (inside.waiting || inside.carrier) {
      line.close()
      return refuse(request, REFUSALS.request)
    }
    if (inside.over) forget(line, inside)
    if (inside.buffer.length) return answer(request, take(inside).join(SEPARATOR))
    if (inside.over) return refuse(request, REFUSALS.sid)
    if (inside.probed) setTimeout(() => flush(inside, NOOP), PROBE_MS)
    return new Promise(resolve => {
      const give = (body: string) => resolve(answer(request, body))
      inside.waiting = give
      request.signal.addEventListener('abort', () => inside.waiting === give && line.close())
    })
  }

  async function receive(request: Request, line: Line<Data>) {
    const text = await textOf(request, payload)
    if (text === undefined) {
      line.close()
      return refuse(request, REFUSALS.request, 413)
    }
    for (const one of text.split(SEPARATOR)) packet(line, one)
    return answer(request, 'ok')
  }

  return {
    /** Begins a line, of a stranger from a network unless the token is known; what `greet` sends to it is the answer. */
    begin(
      request: Request,
      data: Data,
      { sid, stranger }: { sid: string; stranger: string | undefined },
      greet: (line: Line<Data>) => void,
    ): Response | Promise<Response> {
      const welcome = stranger === undefined ? undefined : unknown.admit(stranger)
      if (lines.size >= MAX_LINES || (stranger !== undefined && !welcome)) {
        welcome?.()
        return refuse(request, REFUSALS.request, 503)
      }
      const line = lineOf(sid, data)
      insides.get(line)!.welcome = welcome
      lines.set(sid, line)
      greet(line)
      return poll(request, line, insides.get(line)!)
    },
    /** The client said who it is. */
    welcome(line: Line<Data>) {
      const inside = insides.get(line)
      inside?.welcome?.()
      if (inside) inside.welcome = undefined
    },
    /** A poll, or packets of the client. */
    async handle(request: Request, sid: string): Promise<Response> {
      if (request.method === 'OPTIONS')
        return new Response(null, {
          status: 204,
          headers: {
            ...headersFor(request),
            'access-control-allow-methods': 'GET, POST',
            'access-control-allow-headers': 'content-type, authorization',
          },
        })
      const line = lines.get(sid)
      if (!line) return refuse(request, REFUSALS.sid)
      return request.method === 'POST' ? receive(request, line) : poll(request, line, insides.get(line)!)
    },
    /** The line that a websocket wants to take over. */
    free(sid: string): Polled<Data> | undefined {
      const line = lines.get(sid)
      const inside = line && insides.get(line)!
      return inside && !inside.over && !inside.probed && !inside.carrier ? line : undefined
    },
    /** A packet of a websocket that takes over a line, or has taken it over. */
    carry(line: Polled<Data>, carrier: Carrier, text: string) {
      const inside = insides.get(line)!
      if (inside.carrier === carrier) return packet(line, text)
      if (text === '2probe' && !inside.over && !inside.probed && !inside.carrier) {
        inside.probed = carrier
        carrier.send('3probe')
        flush(inside, NOOP)
      } else if (text === '5' && inside.probed === carrier) {
        inside.probed = undefined
        flush(inside, NOOP)
        inside.carrier = carrier
        for (const one of take(inside)) carrier.send(one)
      } else carrier.close()
    },
    /** A websocket closed: with it the line that it carried. */
    drop(line: Polled<Data>, carrier: Carrier) {
      const inside = insides.get(line)!
      if (inside.probed === carrier) inside.probed = undefined
      if (inside.carrier === carrier) end(line, inside)
    },
    publish(topic: string, text: string) {
      for (const line of topics.get(topic) ?? []) line.send(text)
    },
    close() {
      for (const line of lines.values()) line.close()
    },
  }
}
