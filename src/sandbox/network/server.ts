import { closeConnection, openConnection, type SocketData } from './connection'
import { serveMedia } from './media'
import { selfSignedCertificate } from './tls'
import type { World } from './world'

const MAX_FRAME = 16 * 1024 * 1024
// Bun silently drops frames beyond this backpressure, and a lost frame breaks the Noise counter.
const MAX_BUFFERED = 1024 * 1024 * 1024

type Listening = { port: number; mediaPort: number; mediaCa: string; stop(): Promise<void> }

type Options = {
  hostname: string
  port: number
  /** Serves `/control…`, if it is to be served. */
  control?: (request: Request) => Promise<Response>
  /** Injected fault: status of the next websocket upgrade, if any. */
  refuseUpgrade(): number | undefined
}

/** Listens: websocket, control interface and plain downloads on one port, https for uploads on another. */
export function listen(world: World, { hostname, port, control, refuseUpgrade }: Options): Listening {
  const main = Bun.serve<SocketData>({
    hostname,
    port,
    idleTimeout: 0,
    async fetch(request, server) {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/control')) return control?.(request) ?? new Response('not found', { status: 404 })
      if (pathname !== '/ws/chat') return serveMedia(world.media, request)
      const status = refuseUpgrade()
      if (status) return new Response('refused', { status })
      return server.upgrade(request, { data: {} }) ? undefined : new Response('a websocket is expected', { status: 426 })
    },
    websocket: {
      maxPayloadLength: MAX_FRAME,
      backpressureLimit: MAX_BUFFERED,
      idleTimeout: 0,
      perMessageDeflate: false,
      open: socket => openConnection(world, socket),
      message(socket, data) {
        try {
          socket.data.noise?.receive(Buffer.from(data as Buffer))
        } catch (error) {
          const phone = socket.data.connection?.device?.phone.number ?? ''
          world.changed({ at: Date.now(), kind: 'problem', phone, text: `connection closed: ${error}` })
          socket.close()
        }
      },
      close(socket) {
        if (socket.data.connection) closeConnection(world, socket.data.connection)
      },
    },
  })
  const tls = selfSignedCertificate(hostname)
  const secure = Bun.serve({
    hostname,
    port: 0,
    tls,
    maxRequestBodySize: 256 * 1024 * 1024,
    fetch: request => serveMedia(world.media, request),
  })
  return {
    port: main.port!,
    mediaPort: secure.port!,
    mediaCa: tls.cert,
    async stop() {
      await Promise.all([main.stop(true), secure.stop(true)])
    },
  }
}
