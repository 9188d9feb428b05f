import { transaction, type Ctx } from '#kernel/context'
import { campaigns, shipments, tellProgress, type Shipment } from '#modules/campaigns'
import type { Receipt } from '#modules/connections'
import { delivery, failReasonOf } from '#modules/messages'
import { numberHealth } from '#modules/number-health'
import { optOuts } from '#modules/opt-outs'

/** What the network says of messages is what a campaign's report says of its people. Part of the transaction that wrote it. */
export async function followCampaigns(ctx: Ctx, messageIds: number[]) {
  const moved = await shipments.follow(ctx, messageIds)
  for (const shipment of moved) if (shipment.reason === 'withdrawn') await settleWithdrawn(ctx, shipment)
  tellProgress(ctx, new Set(moved.map(({ campaignId }) => campaignId)))
  if (moved.length) await spareNumbers(ctx)
}

/**
 * What was withdrawn did not fail: who asked to be left alone has that said of them, and of a campaign that is paused they are next again. One
 * that was cancelled takes them up when it is restarted.
 */
async function settleWithdrawn(ctx: Ctx, { id, campaignId, number, lid }: Shipment) {
  if (await optOuts.isOut(ctx, { pn: number, lid })) return shipments.patch(ctx, id, { state: 'stopped', reason: 'opted_out' })
  if ((await campaigns.find(ctx, campaignId))?.pausedAt) await shipments.readmit(ctx, campaignId)
}

/** So many refusals in a row are a warning: what follows them is a ban. */
const REFUSALS = 3

/** The campaigns of a number that the network refuses are paused, and say why; somebody goes on with them. */
async function spareNumbers(ctx: Ctx) {
  for (const connectionId of await shipments.refused(ctx, REFUSALS))
    for (const campaign of await campaigns.running(ctx, connectionId))
      await campaigns.move(ctx, campaign, { pausedAt: new Date(), stoppedBy: '', stopReason: 'refused' })
}

export const takeReceipt = (ctx: Ctx, receipt: Receipt) =>
  transaction(ctx, async ctx => {
    const moved = await delivery.setStates(ctx, receipt)
    if (receipt.state === 'failed') await numberHealth.failed(ctx, receipt.connectionId, failReasonOf(receipt.reason), moved.length)
    await followCampaigns(ctx, moved)
  })
