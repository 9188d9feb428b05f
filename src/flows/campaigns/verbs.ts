import { transaction, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { jobs } from '#kernel/jobs/jobs'
import { campaigns, shipments, type Campaign } from '#modules/campaigns'
import { purge } from '../purge'
import { begin, goOn } from './begin'

/** Moves a campaign that stands in one of some states, or says that it does not. */
const from = (statuses: Campaign['status'][], work: (ctx: Ctx, campaign: Campaign) => Promise<unknown>) => (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    const campaign = await campaigns.load(ctx, id)
    if (!statuses.includes(campaign.status)) throw new AppError('ERR_CAMPAIGN_STATE', 409, { status: campaign.status })
    return work(ctx, campaign)
  })

/** Somebody begins it now, whenever it was planned for. */
export const start = from(['INATIVA', 'PROGRAMADA'], begin)

/** Whatever is not sent yet is not sent. Idempotent. */
export const cancel = from(['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA'], async (ctx, campaign) =>
  campaign.status === 'CANCELADA'
    ? campaign
    : campaigns.move(ctx, campaign, { status: 'CANCELADA', stoppedBy: ctx.actor.name, stopReason: '', pausedAt: null }),
)

/** Goes on with those who have got nothing yet. */
export const restart = from(['CANCELADA'], async (ctx, campaign) => {
  await shipments.readmit(ctx, campaign.id)
  return begin(ctx, campaign)
})

export const pause = from(['EM_ANDAMENTO'], (ctx, campaign) =>
  campaigns.move(ctx, campaign, { pausedAt: new Date(), stoppedBy: ctx.actor.name, stopReason: '' }),
)
export const resume = from(['EM_ANDAMENTO'], async (ctx, campaign) =>
  goOn(ctx, await campaigns.move(ctx, campaign, { pausedAt: null, resumedAt: new Date(), stoppedBy: '', stopReason: '' })),
)

/** The number of campaigns goes away: they can't be sent, until somebody gives them another. */
export async function stopCampaignsOf(ctx: Ctx, whatsappId: number) {
  for (const campaign of await campaigns.activeOf(ctx, { whatsappId }))
    await campaigns.move(ctx, campaign, { status: 'CANCELADA', stopReason: 'connection', pausedAt: null, whatsappId: null })
}

export const remove = (ctx: Ctx, campaignId: number) =>
  transaction(ctx, async ctx => {
    await campaigns.remove(ctx, campaignId)
    await jobs.enqueue(ctx, purge, { campaignId })
  })
