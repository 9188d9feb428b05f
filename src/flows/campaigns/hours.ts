import type { Ctx } from '#kernel/context'
import { hoursOf, settingsOf, shipments } from '#modules/campaigns'
import { companies, isOpen } from '#modules/companies'

/**
 * Whether a message has to wait that a campaign has said and the network has not taken: a line that comes back at night brings it in the
 * morning. What else is said to the same person does not wait for it.
 */
export async function waitsForHours(ctx: Ctx, { connectionId, messageId }: { connectionId: number; messageId: number | null }) {
  if (messageId === null || (await shipments.pace.of(ctx, connectionId))?.pendingId !== messageId) return false
  return !isOpen(hoursOf(await settingsOf(ctx)), (await companies.get(ctx)).timeZone, new Date())
}
