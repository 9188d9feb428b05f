import type { Ctx } from '#kernel/context'
import { campaigns, hoursOf, settingsOf, shipments } from '#modules/campaigns'
import { companies, isOpen } from '#modules/companies'
import type { OutboxRow } from '#modules/messages'
import { optOuts } from '#modules/opt-outs'

type Task = Pick<OutboxRow, 'connectionId' | 'messageId' | 'task' | 'writtenAt'>

/**
 * Why a message that a campaign has said and the network has not taken does not go now: one whose line fell before the hours ended goes in
 * the morning, and never to who asked to be left alone since, or for a campaign that was paused, cancelled or deleted. Files that follow
 * what somebody got already are not torn from it by a pause. What else is said to the same person does not wait for it.
 */
export async function withheld(ctx: Ctx, { connectionId, messageId, task, writtenAt }: Task): Promise<'wait' | 'withdraw' | undefined> {
  if (task.do !== 'send' || messageId === null || (await shipments.pace.of(ctx, connectionId))?.pendingId !== messageId) return
  if (!isOpen(hoursOf(await settingsOf(ctx)), (await companies.get(ctx)).timeZone, new Date())) return 'wait'
  // What was written once may be with the network.
  return !writtenAt && (await isUnwanted(ctx, messageId)) ? 'withdraw' : undefined
}

async function isUnwanted(ctx: Ctx, messageId: number) {
  const shipment = await shipments.ofMessage(ctx, messageId)
  // Of a campaign that was deleted, both may be gone.
  const campaign = shipment && (await campaigns.find(ctx, shipment.campaignId))
  return (
    !campaign ||
    campaign.status === 'CANCELADA' ||
    (campaign.pausedAt !== null && !shipment.sentAt) ||
    optOuts.isOut(ctx, { pn: shipment.number, lid: shipment.lid })
  )
}
