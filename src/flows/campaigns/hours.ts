import type { Ctx } from '#kernel/context'
import { campaigns, hoursOf, settingsOf, shipments } from '#modules/campaigns'
import { companies, isOpen } from '#modules/companies'
import type { OutboxRow } from '#modules/messages'
import { optOuts } from '#modules/opt-outs'

type Task = Pick<OutboxRow, 'connectionId' | 'messageId' | 'task' | 'writtenAt'>

/**
 * What becomes of a message that a campaign has said and the network has not taken: a line that comes back at night brings it in the
 * morning, and never to who asked to be left alone since, or for a campaign that was cancelled. What else is said to the same person does
 * not wait for it.
 */
export async function afterItsLineFell(
  ctx: Ctx,
  { connectionId, messageId, task, writtenAt }: Task,
): Promise<'send' | 'wait' | 'withdraw'> {
  if (task.do !== 'send' || messageId === null || (await shipments.pace.of(ctx, connectionId))?.pendingId !== messageId) return 'send'
  if (!isOpen(hoursOf(await settingsOf(ctx)), (await companies.get(ctx)).timeZone, new Date())) return 'wait'
  // What was written once may be with the network.
  return !writtenAt && (await isUnwanted(ctx, messageId)) ? 'withdraw' : 'send'
}

async function isUnwanted(ctx: Ctx, messageId: number) {
  const shipment = await shipments.ofMessage(ctx, messageId)
  if (!shipment) return false
  const campaign = await campaigns.find(ctx, shipment.campaignId)
  return campaign?.status === 'CANCELADA' || (await optOuts.isOut(ctx, { pn: shipment.number, lid: shipment.lid }))
}
