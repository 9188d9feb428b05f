import type { Server } from 'bun'
import { addressIsShared, askedHost, clientAddress } from '#kernel/http/client-address'
import { FILE_S, IDLE_S, REQUEST_BYTES } from '#kernel/http/limits'
import { isForm } from '#kernel/http/validation'
import type { Logger } from '#kernel/process/log'
import type { App } from '../app'
import { type Config, ConfigError } from '../config'
import type { RealtimeParts } from './realtime'

/** Answers at the port: sockets, and everything else by the app. */
export function listen(config: Config, app: App, sockets: RealtimeParts['sockets'], log: Logger) {
  const { origins, publicUrl, trustedProxies } = config
  const isOwnPage = (request: Request, host: string) => {
    const from = request.headers.get('origin')
    return !from || origins.includes(from) || from === publicUrl || URL.parse(from)?.host === host
  }
  const originOf = originReader(trustedProxies, log)

  const server = serve(
    config,
    (request, server) => {
      // What stands in a Host header is whatever somebody wrote there.
      if (!URL.canParse(request.url)) return new Response('host', { status: 400 })
      const origin = originOf(server.requestIP(request)?.address, request.headers)
      if (new URL(request.url).pathname.startsWith('/socket.io'))
        return isOwnPage(request, origin.host)
          ? sockets.upgrade(request, server as never, origin.address)
          : new Response('origin', { status: 403 })
      if (carriesFile(request)) server.timeout(request, FILE_S)
      return app.fetch(request, origin)
    },
    sockets.websocket,
  )
  sockets.attach(server as never)
  return server
}

const carriesFile = (request: Request) =>
  (request.method === 'POST' && isForm(request)) || new URL(request.url).pathname.startsWith('/media/')

/** Tells once that a proxy may be in front which the configuration does not name. */
function originReader(trusted: ReadonlySet<string>, log: Logger) {
  let isTold = false
  return (remote: string | undefined, headers: Headers) => {
    const origin = {
      address: clientAddress(remote, headers, trusted),
      addressIsShared: addressIsShared(remote, headers, trusted),
      host: askedHost(remote, headers, trusted),
    }
    if (origin.addressIsShared && !isTold) {
      isTold = true
      const { address } = origin
      log.warn({ address }, 'X-Forwarded-For is not believed: if a proxy of yours has this address, name it in TRUSTED_PROXY')
    }
    return origin
  }
}

function serve(
  config: Config,
  fetch: (request: Request, server: Server<never>) => Response | undefined | Promise<Response | undefined>,
  websocket: RealtimeParts['sockets']['websocket'],
) {
  try {
    // Without reusePort: false two processes would share the port unnoticed.
    return Bun.serve({
      port: config.port,
      hostname: config.host,
      reusePort: false,
      development: false,
      maxRequestBodySize: REQUEST_BYTES,
      idleTimeout: IDLE_S,
      fetch: fetch as never,
      websocket: websocket as never,
    })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE') throw new ConfigError(`PORT ${config.port} is taken`)
    if (code === 'EACCES') throw new ConfigError(`PORT ${config.port} may not be used by this user`)
    if (code === 'EADDRNOTAVAIL' || code === 'EINVAL') throw new ConfigError(`HOST ${config.host} is no address of this machine`)
    throw error
  }
}
