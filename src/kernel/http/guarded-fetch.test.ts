import { afterAll, expect, test } from 'bun:test'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { selfSignedCertificate } from '../../sandbox/network/tls'
import { guardedFetch } from './guarded-fetch'

const PACKERS: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: bytes => gzipSync(bytes),
  deflate: bytes => deflateSync(bytes),
  br: bytes => brotliCompressSync(bytes),
  zstd: bytes => zstdCompressSync(bytes),
}
let packed: Buffer
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const { pathname } = new URL(request.url)
    if (pathname === '/away') return new Response(null, { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } })
    if (pathname === '/other') return new Response(null, { status: 302, headers: { location: `http://127.0.0.1:${other.port}/` } })
    if (pathname === '/same') return new Response(null, { status: 302, headers: { location: '/headers' } })
    if (pathname === '/headers') return Response.json(request.headers)
    if (pathname === '/round') return new Response(null, { status: 302, headers: { location: '/round' } })
    if (pathname === '/large') return new Response('x'.repeat(2000))
    if (pathname === '/bomb') return new Response(new Uint8Array(packed), { headers: { 'content-encoding': 'gzip' } })
    const [, encoding] = /^\/packed\/(\w+)$/.exec(pathname) ?? []
    if (encoding)
      return new Response(new Uint8Array(PACKERS[encoding]!(Buffer.from('olá, olá'))), { headers: { 'content-encoding': encoding } })
    if (pathname === '/slow') return new Promise<Response>(() => {})
    return new Response('hello')
  },
})
afterAll(() => server.stop(true))

const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: request => Response.json(request.headers) })
afterAll(() => other.stop(true))

const here = `127.0.0.1:${server.port}`
const open = guardedFetch(host => host === here)
const reason = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'answered',
    (error: Error) => error.message,
  )

test.each([
  `http://127.0.0.1:${server.port}/`,
  `http://localhost:${server.port}/`,
  `http://2130706433:${server.port}/`,
  `http://0x7f.1:${server.port}/`,
  `http://[::1]:${server.port}/`,
  `http://[::ffff:127.0.0.1]:${server.port}/`,
  'http://10.0.0.1/',
  'http://100.64.0.1/',
  'http://169.254.169.254/',
  'http://192.168.1.1/',
  'http://[fd00::1]/',
  'http://0.0.0.0/',
])('a private address is refused: %s', async address => {
  expect(await reason(guardedFetch(() => false)(address))).toBe('ERR_OUTBOUND_PRIVATE_ADDRESS')
})

test.each(['file:///etc/passwd', 'ftp://example.com/', 'gopher://example.com/'])('only http is spoken: %s', async address => {
  expect(await reason(guardedFetch(() => true)(address))).toBe('ERR_OUTBOUND_PROTOCOL')
})

test('an address that the operator allows answers', async () => {
  expect(await (await open(`http://${here}/`)).text()).toBe('hello')
})

test('a redirect to a private address is refused although its start was allowed', async () => {
  expect(await reason(open(`http://${here}/away`))).toBe('ERR_OUTBOUND_PRIVATE_ADDRESS')
})

test('a redirect to another host takes no key along', async () => {
  const follows = guardedFetch(() => true)
  const headers = { authorization: 'Bearer segredo', cookie: 'a=b', access_token: 'segredo', accept: 'text/html' }
  const seen = async (path: string) => (await follows(`http://${here}${path}`, { headers })).text()
  const away = await seen('/other')
  expect(away).toContain('text/html')
  expect(away).not.toMatch(/segredo|a=b/)
  expect(await seen('/same')).toContain('Bearer segredo')
})

test('a redirect without end is refused', async () => {
  expect(await reason(open(`http://${here}/round`))).toBe('ERR_OUTBOUND_REDIRECT')
})

test('an answer that is too large is refused', async () => {
  expect(await reason(open(`http://${here}/large`, { maxBytes: 1000 }))).toBe('ERR_OUTBOUND_TOO_LARGE')
})

test.each(Object.keys(PACKERS))('an answer that is packed by %s is read, and told as it is', async encoding => {
  const response = await open(`http://${here}/packed/${encoding}`)
  expect(await response.text()).toBe('olá, olá')
  expect(response.headers.get('content-encoding')).toBeNull()
})

test('of what unpacks without end no more is unpacked than an answer may be', async () => {
  // Of 4 MB that become 4 GB.
  const bomb = gzipSync(new Uint8Array(200_000_000))
  packed = Buffer.concat(Array<Buffer>(20).fill(bomb))
  const before = process.memoryUsage.rss()
  let most = before
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 1)
  for (let n = 0; n < 3; n++) expect(await reason(open(`http://${here}/bomb`))).toBe('ERR_OUTBOUND_TOO_LARGE')
  clearInterval(look)
  expect(most - before).toBeLessThan(120_000_000)
})

test('a target that does not answer is given up', async () => {
  expect(await reason(open(`http://${here}/slow`, { timeoutMs: 50 }))).toMatch(/timed out|timeout/i)
})

test('what stands in for a name proves that it is that name, and is asked as it; nothing else of the name is changed', async () => {
  const serve = (names: string[]) => {
    const tls = selfSignedCertificate('127.0.0.1', names)
    const standing = Bun.serve({ port: 0, hostname: '127.0.0.1', tls, fetch: request => new Response(request.headers.get('host')) })
    return { tls, standing, place: `127.0.0.1:${standing.port}` }
  }
  const [own, strange] = [serve(['api.exemplo.com']), serve(['outra.exemplo.com'])]
  const asked = (place: string, ca: string, url = 'https://api.exemplo.com/v3') =>
    guardedFetch(() => false, new Map([['api.exemplo.com', place]]))(url, { tls: { ca } } as never).then(response => response.text())
  expect(await asked(own.place, own.tls.cert)).toBe('api.exemplo.com')
  expect(await reason(asked(strange.place, strange.tls.cert))).toBe('ERR_OUTBOUND_UNREACHABLE')
  expect(await reason(asked(own.place, strange.tls.cert))).toBe('ERR_OUTBOUND_UNREACHABLE')
  expect(await reason(asked(own.place, own.tls.cert, `https://${own.place}/`))).toBe('ERR_OUTBOUND_PRIVATE_ADDRESS')
  await Promise.all([own.standing.stop(true), strange.standing.stop(true)])
})
