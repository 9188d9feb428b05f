import { closeConnection, openConnection, type SocketData } from './connection.ts'
import { serveMedia } from './media.ts'
import { makeCertificate } from './tls.ts'
import type { World } from './world.ts'

const LARGEST_FRAME = 16 * 1024 * 1024
// beyond this Bun drops frames silently, which no Noise counter survives
const MOST_WAITING = 1024 * 1024 * 1024

export type Listening = { port: number; mediaPort: number; mediaCa: string; stop(): Promise<void> }

type Options = {
  hostname: string
  port: number
  /** answers `/control…` */
  control(request: Request): Promise<Response>
  /** status with which the next upgrade is refused, if any */
  refuseUpgrade(): number | undefined
}

/** The websocket, the control interface and plain downloads on one port; https for uploads on another. */
export function listen(world: World, { hostname, port, control, refuseUpgrade }: Options): Listening {
  const main = Bun.serve<SocketData>({
    hostname,
    port,
    idleTimeout: 0,
    async fetch(request, server) {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/control')) return control(request)
      if (pathname !== '/ws/chat') return serveMedia(world.media, request)
      const status = refuseUpgrade()
      if (status) return new Response('refused', { status })
      return server.upgrade(request, { data: {} }) ? undefined : new Response('a websocket is expected', { status: 426 })
    },
    websocket: {
      maxPayloadLength: LARGEST_FRAME,
      backpressureLimit: MOST_WAITING,
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
  const tls = makeCertificate(hostname)
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
