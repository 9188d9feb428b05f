import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context } from 'hono'

/** Less fits into one packet of the network as it is. */
const LEAST = 1_000
/** From so many bytes on it is done beside the event loop; below that, the way there costs more than the work. */
const MUCH = 64 * 1024
/** What the cookie alone opens. */
const OF_SESSIONS = /^(\/api)?\/auth\b/

type Bytes = Uint8Array<ArrayBuffer>
type Encoding = { offered: RegExp; now(bytes: Bytes): Bytes; beside(bytes: Bytes): Promise<Bytes> }
const besideGzip = promisify(gzip)
/** The first that is offered. zstd takes the least time and makes the least of it: 0.03 ms for a page of forty tickets, an eighth of it. */
const ENCODINGS: Record<string, Encoding> = {
  zstd: {
    offered: offer('zstd'),
    now: bytes => Bun.zstdCompressSync(bytes, { level: 1 }) as Bytes,
    beside: bytes => Bun.zstdCompress(bytes, { level: 1 }) as Promise<Bytes>,
  },
  gzip: {
    offered: offer('gzip'),
    now: bytes => Bun.gzipSync(bytes, { level: 2 }),
    beside: bytes => besideGzip(bytes, { level: 2 }) as Promise<Bytes>,
  },
}

/** Whether a list of encodings holds one, and does not refuse it by q=0. */
export function offer(name: string) {
  return new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`)
}

const chosenOf = (accepted: string) => Object.entries(ENCODINGS).find(([, { offered }]) => offered.test(accepted))

/** An answer in JSON that stays the same: compressed once, and by its ETag not even sent again. */
export function keptAnswer(value: unknown) {
  const plain = new TextEncoder().encode(JSON.stringify(value))
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache', etag: `W/"${Bun.hash(plain).toString(36)}"` }
  const bodies = new Map<string, Promise<Bytes>>()

  return async function answer(request: Request): Promise<Response> {
    if (request.headers.get('if-none-match')?.includes(headers.etag)) return new Response(null, { status: 304, headers })
    const [name, encoding] = chosenOf(request.headers.get('accept-encoding') ?? '') ?? []
    if (!name) return new Response(plain, { headers })
    const body = bodies.get(name) ?? encoding!.beside(plain)
    bodies.set(name, body)
    return new Response(await body, { headers: { ...headers, 'content-encoding': name } })
  }
}

/**
 * Compresses the answer for who accepts that; nobody else pays. How small it becomes tells something of a secret in it to who may write beside the
 * secret, hears the line and makes a browser ask again and again (BREACH). A page of others can make it ask only for what the cookie opens, and
 * that is /auth; tokens and passwords are handed out by POST. Both are left as they are, and so is what is no JSON: files are compressed already.
 */
export async function compress(c: Context) {
  const { method, path } = c.req
  if (method !== 'GET' || c.res.status !== 200 || OF_SESSIONS.test(path)) return
  const accepted = c.req.header('accept-encoding')
  const { headers } = c.res
  // Of a file a part may be asked for.
  if (!accepted || !headers.get('content-type')?.startsWith('application/json') || headers.has('accept-ranges')) return
  if (headers.has('content-encoding')) return
  const found = chosenOf(accepted)
  if (!found) return
  const [name, { now, beside }] = found
  const plain = await c.res.bytes()
  const bytes = plain.length < LEAST ? plain : plain.length < MUCH ? now(plain) : await beside(plain)
  if (bytes !== plain) headers.set('content-encoding', name)
  headers.delete('content-length')
  // Set without the one before, whose headers Hono would add to these.
  c.res = undefined
  c.res = new Response(bytes, { headers })
}
