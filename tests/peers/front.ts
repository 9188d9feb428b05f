import { selfSignedCertificate } from '../../src/sandbox/network/tls'

/** The HTTPS of names that are built in, before peers on this machine: each says where a path of its name is answered. */
export function startFront(names: Record<string, (path: string) => string>) {
  const tls = selfSignedCertificate('127.0.0.1', Object.keys(names))
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const peer = names[request.headers.get('host') ?? '']
      if (!peer) return new Response(null, { status: 421 })
      const headers = new Headers(request.headers)
      headers.delete('host')
      return fetch(peer(pathname + search), { method: request.method, headers, body: await request.bytes(), redirect: 'manual' })
    },
  })
  return {
    certificate: tls.cert,
    /** As OUTBOUND_HOSTS has them. */
    hosts: Object.keys(names)
      .map(name => `${name}=127.0.0.1:${server.port}`)
      .join(','),
    stop: () => server.stop(true),
  }
}
