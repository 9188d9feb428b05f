import type { Ctx } from '#kernel/context'
import type { Logger } from '#kernel/process/log'
import { connections, type Channel, type Connection, type SessionState } from '#modules/connections'

/**
 * A link of a number that another connection of the company has: each message would come twice, and be answered twice, so the second device
 * is unlinked again and its connection says why. Tells whether it did; the one that was there first goes on.
 */
export const refuseSecondLink = (channel: Pick<Channel, 'logout'>, log: Logger) =>
  async function refuse(ctx: Ctx, connection: Connection, { status, number }: SessionState): Promise<boolean> {
    const isNew = connection.status === 'PAIRING' && status === 'CONNECTED'
    if (!isNew || !number || !(await connections.hasNumber(ctx, number, connection))) return false
    // Not waited for: the session ends when what it tells was taken.
    void channel
      .logout(connection.id, 'linked_elsewhere')
      .catch(error => log.warn({ err: error, connectionId: connection.id }, 'a second link was not ended'))
    return true
  }
