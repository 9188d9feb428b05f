import { io } from 'socket.io-client'
import type { Product } from '../src/boot'
import { keepSecrets, mustNotTell } from './secrets'
import { within } from './until'

const PATIENCE_MS = 20_000

export type Answer<T> = { status: number; body: T; text: string; headers: Headers }
export type Client = ReturnType<typeof clientOf>
export type Heard = { event: string; payload?: Record<string, unknown> }

/** One signed-in person: calls the API in the process, and listens with the official client. */
export function clientOf(product: Pick<Product, 'app' | 'server'>, token: string, cookie: string) {
  keepSecrets('token', [token, cookie])
  async function call<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> {
    const isForm = body instanceof FormData
    const sent = new Headers(headers)
    if (token) sent.set('authorization', `Bearer ${token}`)
    if (body !== undefined && !isForm) sent.set('content-type', 'application/json')
    const told = isForm || body === undefined ? body : JSON.stringify(body)
    const response = await product.app.request(path, { method, headers: sent, body: told }, { address: '127.0.0.1' })
    const text = await response.text()
    mustNotTell(product, path, text, /^(\/api)?\/(auth|session)/.test(path) ? [] : [token, cookie])
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: (isJson ? JSON.parse(text) : text) as T, text, headers: response.headers }
  }
  return {
    token,
    cookie,
    call,
    get: <T = unknown>(path: string) => call<T>('GET', path),
    post: <T = unknown>(path: string, body?: unknown) => call<T>('POST', path, body),
    put: <T = unknown>(path: string, body?: unknown) => call<T>('PUT', path, body),
    delete: <T = unknown>(path: string, body?: unknown) => call<T>('DELETE', path, body),
    /** Connected, after `ready`, and following what was asked for. */
    socket: (...joins: [string, string?][]) => listen(product, token, joins),
  }
}

export const socketOptions = { transports: ['websocket'], forceNew: true, reconnection: false }

async function listen(product: Pick<Product, 'server'>, token: string, joins: [string, string?][]) {
  const socket = io(`http://127.0.0.1:${product.server.port}`, { ...socketOptions, query: { token } })
  const heard: Heard[] = []
  const waiting = new Set<() => void>()
  socket.onAny((event: string, payload?: Record<string, unknown>) => {
    heard.push({ event, payload })
    mustNotTell(product, event, JSON.stringify(payload ?? null), [token])
    for (const check of waiting) check()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('ready', resolve)
    socket.once('connect_error', reject)
  })
  for (const [join, argument] of joins) await socket.emitWithAck(join, argument)

  function next(event: string, matches: (payload: Record<string, unknown>) => boolean = () => true): Promise<Required<Heard>> {
    const { promise, resolve } = Promise.withResolvers<Required<Heard>>()
    const check = () => {
      const found = heard.find((one): one is Required<Heard> => one.event === event && one.payload !== undefined && matches(one.payload))
      if (found) resolve(found)
    }
    waiting.add(check)
    check()
    return within(PATIENCE_MS, promise, () => `${event} did not come; heard ${heard.map(one => one.event)}`).finally(() =>
      waiting.delete(check),
    )
  }
  return {
    socket,
    heard,
    next,
    /** Resolves with everything that was told so far: what the server sends to one socket keeps its order. */
    async settled() {
      await socket.emitWithAck('userStatus')
      return heard
    },
    closed: () =>
      within(
        PATIENCE_MS,
        new Promise<void>(resolve => void (socket.disconnected ? resolve() : socket.once('disconnect', () => resolve()))),
        () => 'the socket stayed open',
      ),
    join: (name: string, argument?: unknown) => socket.emitWithAck(name, argument),
    close: () => void socket.close(),
  }
}
