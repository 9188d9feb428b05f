import { transaction, type Ctx } from '#kernel/context'
import { shipments, tellProgress } from '#modules/campaigns'
import type { Receipt } from '#modules/connections'
import { delivery } from '#modules/messages'

/** What the network says of messages is what a campaign's report says of its people. Part of the transaction that wrote it. */
export async function followCampaigns(ctx: Ctx, messageIds: number[]) {
  const moved = await shipments.follow(ctx, messageIds)
  tellProgress(ctx, new Set(moved.map(({ campaignId }) => campaignId)))
}

export const takeReceipt = (ctx: Ctx, receipt: Receipt) =>
  transaction(ctx, async ctx => followCampaigns(ctx, await delivery.setStates(ctx, receipt)))
