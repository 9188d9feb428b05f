import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto'

// A push service and the browsers that subscribed to it, as strict as RFC 8030, 8188, 8291 and 8292: what is not signed by the key that a
// browser subscribed to, or not encrypted for it alone, is refused.

export type Pushed = { endpoint: string; notice: unknown; ttl: number; urgency: string | null; subject: string }
type Browser = { ecdh: ECDH; auth: Buffer; publicKey: string; gone: boolean }

const MAX_BODY = 4096
const DAY_S = 24 * 3600

class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}
const refuse = (status: number, why: string): never => {
  throw new Refused(status, why)
}
const json = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>

export function startPushService() {
  const browsers = new Map<string, Browser>()
  const pushed: Pushed[] = []
  const refusals: string[] = []
  /** Given in place of taking it; a promise that never resolves is a service that hangs. */
  const peer = { pushed, refusals, answer: undefined as undefined | ((notice: Pushed) => Promise<number | void> | number | void) }

  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 0, fetch: request => take(request) })
  const origin: string = `http://127.0.0.1:${server.port}`

  async function take(request: Request): Promise<Response> {
    try {
      const { pathname } = new URL(request.url)
      const browser = browsers.get(pathname) ?? refuse(404, 'no such subscription')
      if (browser.gone) refuse(410, 'the browser unsubscribed')
      if (request.method !== 'POST') refuse(405, 'not a push')
      const subject = checkSender(request.headers.get('authorization') ?? '', browser.publicKey)
      const ttl = request.headers.get('ttl') ?? refuse(400, 'no TTL')
      if (!/^\d+$/.test(ttl)) refuse(400, 'TTL is no number')
      if (request.headers.get('content-encoding') !== 'aes128gcm') refuse(415, 'not aes128gcm')
      const body = Buffer.from(await request.arrayBuffer())
      if (body.length > MAX_BODY) refuse(413, 'too large')
      const notice = JSON.parse(decrypt(body, browser)) as unknown
      const told = { endpoint: origin + pathname, notice, ttl: Number(ttl), urgency: request.headers.get('urgency'), subject }
      pushed.push(told)
      return new Response(null, { status: (await peer.answer?.(told)) ?? 201 })
    } catch (error) {
      const { message } = error as Error
      refusals.push(message)
      return new Response(message, { status: error instanceof Refused ? error.status : 400 })
    }
  }

  /** VAPID: a token for this service, of at most a day, signed by the key that the browser subscribed to. Tells who sends. */
  function checkSender(header: string, publicKey: string) {
    const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? refuse(401, 'not signed')
    if (key !== publicKey) refuse(403, 'signed by another key')
    const [head = '', claims = '', signature = ''] = token.split('.')
    if (json(head)['alg'] !== 'ES256') refuse(401, 'not ES256')
    const point = Buffer.from(key, 'base64url')
    const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    if (!isSigned) refuse(403, 'the signature is wrong')
    const { aud, exp, sub } = json(claims)
    const now = Date.now() / 1000
    if (aud !== origin) refuse(401, `meant for ${String(aud)}`)
    if (typeof exp !== 'number' || exp < now || exp > now + DAY_S + 60) refuse(401, 'expires too late, or has')
    if (!/^(mailto:\S+@\S+|https:\S+)$/.test(String(sub))) refuse(401, 'says not who sends')
    return String(sub)
  }

  return Object.assign(peer, {
    destination: `127.0.0.1:${server.port}`,
    /** A browser subscribes to the key of an application, and gives what `PushSubscription.toJSON` does. */
    subscribe(publicKey: string) {
      const path = `/push/${randomBytes(12).toString('base64url')}`
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys().toString('base64url')
      const auth = randomBytes(16)
      browsers.set(path, { ecdh, auth, publicKey, gone: false })
      return { endpoint: origin + path, keys: { p256dh, auth: auth.toString('base64url') } }
    },
    unsubscribe: (endpoint: string) => void (browsers.get(new URL(endpoint).pathname)!.gone = true),
    to: (endpoint: string) => pushed.filter(one => one.endpoint === endpoint),
    stop: () => server.stop(true),
  })
}

/** RFC 8291 over one record of RFC 8188: salt, record size, and as the key id the sender's public key of this message alone. */
function decrypt(body: Buffer, { ecdh, auth }: Browser): string {
  const [salt, size, idLength] = [body.subarray(0, 16), body.readUInt32BE(16), body[20]!]
  const [sender, sealed] = [body.subarray(21, 21 + idLength), body.subarray(21 + idLength)]
  if (idLength !== 65 || sender[0] !== 4) refuse(400, 'the key id is no public key')
  if (size < 18 || sealed.length > size) refuse(400, 'more than one record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
  const derive = (name: string, length: number) => Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
  const opener = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  opener.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()])
  const end = padded.findLastIndex(byte => byte !== 0)
  if (padded[end] !== 2) refuse(400, 'not the last record')
  return padded.subarray(0, end).toString()
}
