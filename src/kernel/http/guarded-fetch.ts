import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import type { ErrorCode } from '../errors'

type Limits = {
  maxBytes?: number
  timeoutMs?: number
  /** What may be asked for beyond what the guard allows; asked again at each redirect. */
  mayReach?: (url: URL) => boolean
}
/** Who we are, where the other side asks for a client certificate. */
type Identity = { tls?: { cert: string; key: string } }
export type GuardedFetch = (url: string, init?: RequestInit & Limits & Identity) => Promise<Response>

/** Names whose HTTPS is answered elsewhere, at host:port, as by a gateway that lets nobody else out. */
type Hosts = ReadonlyMap<string, string>

const LIMITS = { bytes: 10_000_000, ms: 10_000, redirects: 3 }

const closed = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(net, bits, 'ipv4')
// The first five embed an IPv4 address: mapped, NAT64, Teredo and 6to4 addresses reach private networks too.
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  closed.addSubnet(net, bits, 'ipv6')

function isPrivate(address: string) {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  return isIP(mapped) === 4 ? closed.check(mapped, 'ipv4') : closed.check(mapped, 'ipv6') || /^::ffff:/i.test(mapped)
}

/** Keys are for the host that they were given to: what another is sent along says what is wanted, and nothing of who asks. */
const SAID_TO_ALL = ['accept', 'accept-language', 'user-agent']
function forOthers({ method, signal, headers }: RequestInit): RequestInit {
  const given = new Headers(headers)
  return { method, signal, headers: SAID_TO_ALL.flatMap(name => (given.has(name) ? [[name, given.get(name)!] as [string, string]] : [])) }
}

const refusal = (code: Extract<ErrorCode, `ERR_OUTBOUND_${string}`>, options?: ErrorOptions) => new Error(code, options)
const destinationOf = (url: URL) => `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`

/** The address behind a name, to connect to that very one (DNS rebinding); refuses what is private. */
export async function publicAddress(hostname: string): Promise<string> {
  const [found] = isIP(hostname) ? [{ address: hostname }] : await lookup(hostname, { all: true })
  if (!found || isPrivate(found.address)) throw refusal('ERR_OUTBOUND_PRIVATE_ADDRESS')
  return found.address
}

/**
 * fetch for addresses that people typed in, safe against SSRF: http(s) only, no private address unless `allowed` knows it as host:port,
 * 10 s, 10 MB, at most 3 redirects, each checked again. It connects to the address that was checked (DNS rebinding). What the operator
 * puts in the place of a name has to prove by its certificate that it is that name, as everybody else: keys stay with their own host.
 */
export function guardedFetch(allowed: (destination: string) => boolean | Promise<boolean>, hosts: Hosts = new Map()): GuardedFetch {
  async function once(url: URL, init: RequestInit, signal: AbortSignal) {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refusal('ERR_OUTBOUND_PROTOCOL')
    const hostname = url.hostname.replace(/^\[|\]$/g, '')
    const standIn = destinationOf(url) === `${hostname}:443` && url.protocol === 'https:' ? hosts.get(hostname) : undefined
    if (!standIn && (await allowed(destinationOf(url)))) return fetch(url, { ...init, ...PACKED, redirect: 'manual', signal })
    const target = new URL(url)
    if (standIn) target.host = standIn
    else {
      const address = await publicAddress(hostname)
      target.hostname = isIP(address) === 6 ? `[${address}]` : address
    }
    const headers = new Headers(init.headers)
    headers.set('host', url.host)
    return fetch(target, {
      ...init,
      ...PACKED,
      headers,
      redirect: 'manual',
      signal,
      tls: { ...(init as BunFetchRequestInit).tls, serverName: hostname },
    } as RequestInit)
  }

  async function follow(address: string, given: RequestInit, { maxBytes, timeoutMs, mayReach }: Required<Limits>) {
    const signal = AbortSignal.timeout(timeoutMs)
    let [url, init] = [new URL(address), given]
    for (let hop = 0; ; hop++) {
      if (!mayReach(url)) throw refusal('ERR_OUTBOUND_UNDECLARED')
      const response = await once(url, init, signal)
      const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
      if (!location) return bounded(response, maxBytes)
      if (hop === LIMITS.redirects || (init.method ?? 'GET') !== 'GET') throw refusal('ERR_OUTBOUND_REDIRECT')
      const next = new URL(location, url)
      if (next.origin !== url.origin) init = forOthers(init)
      url = next
    }
  }

  return async function fetchGuarded(address, { maxBytes = LIMITS.bytes, timeoutMs = LIMITS.ms, mayReach = () => true, ...init } = {}) {
    try {
      return await follow(address, init, { maxBytes, timeoutMs, mayReach })
    } catch (cause) {
      const { message, name } = cause as Error
      if (message.startsWith('ERR_OUTBOUND_')) throw cause
      throw refusal(name === 'TimeoutError' ? 'ERR_OUTBOUND_TIMEOUT' : 'ERR_OUTBOUND_UNREACHABLE', { cause })
    }
  }
}

async function bounded(response: Response, maxBytes: number) {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).length
    if (size > maxBytes) throw refusal('ERR_OUTBOUND_TOO_LARGE')
    chunks.push(chunk as Uint8Array)
  }
  const { status, statusText } = response
  const headers = new Headers(response.headers)
  const bytes = await unpacked(Buffer.concat(chunks), headers.get('content-encoding')?.trim().toLowerCase() ?? '', maxBytes)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response([101, 204, 205, 304].includes(status) ? null : bytes, { status, statusText, headers })
}

/** Bun unpacks whole chunks: of a kilobyte that becomes a megabyte no limit would know before it is there. */
const PACKED = { decompress: false } satisfies BunFetchRequestInit
const UNPACKERS: Record<string, ((bytes: Buffer, limit: { maxOutputLength: number }) => Promise<Buffer>) | undefined> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
}

async function unpacked(bytes: Buffer<ArrayBuffer>, encoding: string, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const unpack = bytes.length ? UNPACKERS[encoding] : undefined
  if (!unpack) return bytes
  try {
    return (await unpack(bytes, { maxOutputLength: maxBytes })) as Buffer<ArrayBuffer>
  } catch (cause) {
    throw (cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? refusal('ERR_OUTBOUND_TOO_LARGE') : cause
  }
}
