import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { web } from '#kernel/process/embedded'
import { offer } from './compressed'

const [BROTLI, GZIP] = [offer('br'), offer('gzip')]

type Encoding = 'br' | 'gzip' | 'identity'
type Asset = { bodies: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>; headers: Record<string, string> }

const HASHED = 'assets/'

/** Names come from an address: 'constructor' is a property of every object, and no file. */
const fileOf = (name: string) => (Object.hasOwn(web, name) ? web[name] : undefined)

function read(name: string): Asset | undefined {
  const packed = fileOf(`${name}.br`)
  const path = packed ?? fileOf(name)
  if (!path) return
  const bytes = new Uint8Array(readFileSync(path))
  return {
    bodies: { [packed ? 'br' : 'identity']: bytes },
    headers: {
      'content-type': Bun.file(name).type,
      'cache-control': name.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: `W/"${Bun.hash(bytes).toString(36)}"`,
      vary: 'accept-encoding',
    },
  }
}

/** Content negotiation: browsers accept brotli over HTTPS and loopback only, so gzip is made on demand and cached. */
function encode(asset: Asset, accepted: string): [Encoding, Uint8Array<ArrayBuffer>] {
  const { bodies } = asset
  if (!bodies.br) return ['identity', bodies.identity!]
  if (BROTLI.test(accepted)) return ['br', bodies.br]
  bodies.identity ??= new Uint8Array(brotliDecompressSync(bodies.br))
  if (!GZIP.test(accepted)) return ['identity', bodies.identity]
  return ['gzip', (bodies.gzip ??= Bun.gzipSync(bodies.identity, { level: 9 }))]
}

/** The built web, served from memory. */
export function assets() {
  const cache = new Map<string, Asset | undefined>()

  function serve(name: string, request: Request, headers?: Record<string, string>): Response | undefined {
    if (!cache.has(name) && (fileOf(name) || fileOf(`${name}.br`))) cache.set(name, read(name))
    const asset = cache.get(name)
    if (!asset) return
    const common = { ...asset.headers, ...headers }
    if (request.headers.get('if-none-match')?.includes(asset.headers.etag!)) return new Response(null, { status: 304, headers: common })
    const [encoding, body] = encode(asset, request.headers.get('accept-encoding') ?? '')
    const named = encoding === 'identity' ? common : { ...common, 'content-encoding': encoding }
    return new Response(body, { headers: named })
  }

  return {
    /** The application's page, for every address that a browser navigates to. */
    page: (request: Request): Response =>
      serve('index.html', request, { vary: 'accept, sec-fetch-mode, accept-encoding' }) ??
      new Response('The web is not built: run bun build.ts web', { status: 503 }),
    /** The built file at the address of the request, if there is one. */
    file: (request: Request): Response | undefined => serve(new URL(request.url).pathname.slice(1), request),
  }
}
