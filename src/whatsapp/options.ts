import type { Store } from '#kernel/storage/libsql'
import type { Logger } from '#kernel/process/log'
import type { ChannelEvents } from '#modules/connections'
import type { Network } from './media'

export type Options = {
  store: Store
  log: Logger
  events: ChannelEvents
  /** Where a connection connects to; asked again before each attempt. */
  network(connection: { id: number; sandbox: boolean }): Network
  version?: [number, number, number]
  /** Claims or renews the right to run this connection; false when another process has it. */
  lease(connectionId: number): Promise<boolean>
  /** Gives the right back when the connection was stopped. */
  release?(connectionId: number): Promise<void>
}

/** The connection that a session belongs to. */
export type Owner = { id: number; companyId: number; sandbox: boolean }
