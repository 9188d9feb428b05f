import type { Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { connections, type Channel, type Person } from '#modules/connections'

/** The network's own form of a number; as typed while no connection is online to ask. */
export const lookupFlow = (channel: Channel) =>
  async function lookupNumber(ctx: Ctx, number: string): Promise<Person> {
    const online = (await connections.all(ctx)).find(one => one.status === 'CONNECTED' && channel.isOpen(one.id))
    if (!online) return { pn: number, lid: null }
    const [found] = await channel.lookup(online.id, [number]).catch(() => {
      throw new AppError('ERR_WAPP_CHECK_CONTACT', 400)
    })
    if (!found) throw new AppError('ERR_WAPP_INVALID_CONTACT', 400)
    return { pn: found.pn, lid: found.lid }
  }
