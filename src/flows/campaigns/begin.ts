import { transaction, type Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { jobKind, PRIORITY, type Job } from '#kernel/jobs/kind'
import { campaigns, mustBeComplete, shipments, tellProgress, type Campaign } from '#modules/campaigns'
import { connections } from '#modules/connections'
import { contactLists } from '#modules/contact-lists'
import { wakeNumber } from './engine'

const starting = jobKind<{ campaignId: number }>('campaign-start', PRIORITY.machine)
const filling = jobKind<{ campaignId: number }>('campaign-fill', PRIORITY.machine)

const MINUTE_MS = 60_000
/** How soon a list is looked at again that is being filled itself. */
const LIST_MS = 2_000
/** A campaign whose hour passed while nothing ran begins so late at most; later it is cancelled, and somebody may begin it again. */
const LATE_MS = 12 * 3600_000
const POLICY = {
  maxAttempts: Infinity,
  backoff: (attempts: number) => Math.min(10, attempts) * MINUTE_MS,
  budgetMs: MINUTE_MS,
  leaseMs: 2 * MINUTE_MS,
  atOnce: 4,
  late: 'run',
} as const

/** Plans the beginning of a campaign; part of the transaction that gives it its date. */
export const planStart = async (ctx: Ctx, { id, status, scheduledAt }: Pick<Campaign, 'id' | 'status' | 'scheduledAt'>) =>
  status === 'PROGRAMADA' && scheduledAt ? jobs.enqueue(ctx, starting, { campaignId: id }, { key: String(id), at: scheduledAt }) : undefined

/** A campaign begins: its list is copied piece by piece, and its number sends meanwhile. Part of the caller's transaction. */
export async function begin(ctx: Ctx, campaign: Campaign) {
  // A number that was deleted may not have let go of its campaigns yet.
  const isNumberHere = campaign.whatsappId !== null && (await connections.find(ctx, campaign.whatsappId))
  mustBeComplete(isNumberHere ? campaign : { ...campaign, whatsappId: null })
  const begun = await campaigns.move(ctx, campaign, {
    status: 'EM_ANDAMENTO',
    ...(campaign.startedAt ? { resumedAt: new Date() } : { startedAt: new Date() }),
    pausedAt: null,
    stoppedBy: '',
    stopReason: '',
  })
  await goOn(ctx, begun)
  return begun
}

/** Has the rest of a running campaign copied and sent. */
export async function goOn(ctx: Ctx, { id, isFilled, whatsappId }: Campaign) {
  if (!isFilled) await jobs.enqueue(ctx, filling, { campaignId: id }, { key: String(id) })
  if (whatsappId) await wakeNumber(ctx, whatsappId)
}

export const campaignStart = (): Job =>
  starting.handledBy({
    ...POLICY,
    run: (ctx, { campaignId }) =>
      transaction(ctx, async ctx => {
        const campaign = await campaigns.find(ctx, campaignId)
        if (campaign?.status !== 'PROGRAMADA' || !campaign.scheduledAt) return
        const late = Date.now() - campaign.scheduledAt.getTime()
        if (late < 0) return { again: -late }
        if (late > LATE_MS) return void (await campaigns.move(ctx, campaign, { status: 'CANCELADA', stopReason: 'missed' }))
        await begin(ctx, campaign)
      }),
  })

export const campaignFill = (): Job =>
  filling.handledBy({
    ...POLICY,
    async run(ctx, { campaignId }, { signal }) {
      while (!signal.aborted) {
        const left = await fillPiece(ctx, campaignId)
        if (left !== 'more') return left === 'later' ? { again: LIST_MS } : undefined
      }
      return { again: 0 }
    },
  })

/** Copies one batch of the list, and tells what is left: a list may still be filled itself. Others write between two batches. */
const fillPiece = (ctx: Ctx, campaignId: number) =>
  transaction(ctx, async (ctx): Promise<'more' | 'later' | 'nothing'> => {
    const campaign = await campaigns.find(ctx, campaignId)
    if (!campaign || campaign.isFilled || campaign.status !== 'EM_ANDAMENTO') return 'nothing'
    const list = campaign.contactListId ? await contactLists.find(ctx, campaign.contactListId) : undefined
    const last = campaign.contactListId
      ? await shipments.fill(ctx, campaignId, campaign.contactListId, campaign.filledTo, campaign.whatsappId)
      : undefined
    if (last === undefined && list?.isFilled === false) return 'later'
    await campaigns.patch(ctx, campaignId, last === undefined ? { isFilled: true } : { filledTo: last })
    if (campaign.filledTo === 0 && campaign.whatsappId) await wakeNumber(ctx, campaign.whatsappId)
    tellProgress(ctx, [campaignId])
    return last === undefined ? 'nothing' : 'more'
  })
