import { selfSignedCertificate } from '../../src/sandbox/network/tls'

type Handle = (request: Request) => Response | Promise<Response>

/** The HTTPS of names that are built in, on this machine. */
export function startFront(names: Record<string, Handle>) {
  const { cert, key } = selfSignedCertificate('127.0.0.1', Object.keys(names))
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls: { cert, key },
    idleTimeout: 255,
    fetch: request => names[request.headers.get('host') ?? '']?.(request) ?? new Response(null, { status: 421 }),
  })
  return {
    certificate: cert,
    /** As OUTBOUND_HOSTS has them. */
    hosts: Object.keys(names)
      .map(name => `${name}=127.0.0.1:${server.port}`)
      .join(','),
    stop: () => server.stop(true),
  }
}

/** The same of a peer that speaks HTTP, at a place that may begin with a path. */
export const passedTo =
  (place: string): Handle =>
  async request => {
    const { pathname, search } = new URL(request.url)
    const headers = new Headers(request.headers)
    headers.delete('host')
    return fetch(place + pathname + search, { method: request.method, headers, body: await request.bytes(), redirect: 'manual' })
  }
