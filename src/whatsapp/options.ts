import type { Store } from '#kernel/storage/libsql'
import type { Logger } from '#kernel/process/log'
import type { ChannelEvents } from '#modules/connections'
import type { Network } from './media'
import type { Version } from './web-version'

export type Options = {
  store: Store
  log: Logger
  events: ChannelEvents
  /** The network of a connection; called before each attempt to connect. */
  network(connection: { id: number; sandbox: boolean }): Network
  /** What the sockets of a connection say they are; without it what the library says. */
  version?(connection: { sandbox: boolean }): Version | undefined
  /** Claims or renews the lease of this connection; false when another process holds it. */
  lease(connectionId: number): Promise<boolean>
  /** Releases the lease when the connection was stopped. */
  release?(connectionId: number): Promise<void>
}

/** The connection that a session belongs to. */
export type Owner = { id: number; companyId: number; sandbox: boolean }
