import type { Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { connections } from '../connections'
import { may } from '../rights'
import { tickets } from '../tickets'

/** Whether a message of the actor may be said to a contact: not into a conversation that they do not see, unless they lead. */
export const mayBeSaid = async (ctx: Ctx, contactId: number, connectionId?: number) =>
  may(ctx.actor, 'schedules:lead') || tickets.seesActive(ctx, contactId, connectionId)

/** Refuses one that could not be said now, by the connection that it would go by; it is judged anew when its time has come. */
export async function mustBeInSight(ctx: Ctx, contactId: number, whatsappId: number | null) {
  const connection = await connections.preferred(ctx, whatsappId).catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })
  if (!(await mayBeSaid(ctx, contactId, connection?.id))) throw new AppError('ERR_SCHEDULE_OUT_OF_SIGHT', 403)
}
