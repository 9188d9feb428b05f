import type { Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { rateLimit } from '#kernel/http/rate-limit'
import { connections, type Channel, type Person } from '#modules/connections'
import { contacts } from '#modules/contacts'

const MINUTE_MS = 60_000
/** Rate limit of a person on a connection: more than anybody types in. */
const OF_PERSON = 30
/** The same of a connection, of people and programs together: as much as a program sends. */
const OF_CONNECTION = 120

/**
 * The network's own form of a number; as typed while no connection is online to ask. A number that asks for hundreds at once looks like a
 * machine: beyond the limits who is known to be there is not asked about, and anybody else is refused.
 */
export const lookupFlow = (channel: Channel) => {
  const [byPerson, byConnection] = [rateLimit(OF_PERSON, MINUTE_MS), rateLimit(OF_CONNECTION, MINUTE_MS)]
  function take({ actor: { userId } }: Ctx, connectionId: number) {
    if (userId) byPerson.take(`${connectionId} ${userId}`)
    byConnection.take(String(connectionId))
  }
  return async function lookupNumber(ctx: Ctx, number: string): Promise<Person> {
    const online = (await connections.all(ctx)).find(one => one.status === 'CONNECTED' && channel.isOpen(one.id))
    if (!online) return { pn: number, lid: null }
    try {
      take(ctx, online.id)
    } catch (error) {
      const [known] = await contacts.known(ctx, { pn: number, lid: null })
      if (known?.lid) return { pn: known.number, lid: known.lid }
      throw error
    }
    const [found] = await channel.lookup(online.id, [number]).catch(() => {
      throw new AppError('ERR_WAPP_CHECK_CONTACT', 400)
    })
    if (!found) throw new AppError('ERR_WAPP_INVALID_CONTACT', 400)
    return { pn: found.pn, lid: found.lid }
  }
}
