import type * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { campaigns, NUMBERS, type Campaign, type CampaignBody, type CampaignJourneys, type NewCampaign } from '#modules/campaigns'
import { makeList } from '../contact-lists/make'
import { planStart } from './begin'
import { estimate, expectedEnd } from './estimate'
import { cancel, pause, remove, restart, resume, start } from './verbs'

/** A campaign is written, and begins at its date. */
async function saved(ctx: Ctx, row: Campaign, action: 'create' | 'update') {
  await planStart(ctx, row)
  return campaigns.tell(ctx, action, row)
}

/** One for a tag gets a list of the contacts that have it. */
const create = (ctx: Ctx, { tagListId, ...input }: v.InferOutput<typeof NewCampaign>) =>
  transaction(ctx, async ctx => {
    const name = `${input.name} | TAG: ${tagListId} - ${new Date().toISOString()}`
    const list = tagListId ? await makeList(ctx, { name, tagId: tagListId, outcome: 'delivered' }) : undefined
    return saved(ctx, await campaigns.create(ctx, { ...input, ...(list && { contactListId: list.id }) }), 'create')
  })

const update = (ctx: Ctx, id: number, input: Partial<v.InferOutput<typeof CampaignBody>>) =>
  transaction(ctx, async ctx => saved(ctx, await campaigns.update(ctx, id, input), 'update'))

/** The same campaign for those to whom it did not go, and who can be reached; somebody begins it. */
const repeat = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    const before = await campaigns.load(ctx, id)
    const { counts } = await campaigns.get(ctx, id)
    const reachable = counts.failed - counts.invalid
    if (reachable <= 0) throw new AppError('ERR_CAMPAIGN_NO_FAILED', 409)
    const texts = NUMBERS.flatMap(n => [`message${n}`, `confirmationMessage${n}`] as const)
    const { mediaPath, mediaName, mediaType, confirmation, whatsappId, queueId, fileListId } = before
    const copied = Object.fromEntries(texts.map(key => [key, before[key]]))
    // Beside the first in a list of campaigns, it says to how many it goes.
    const name = `${before.name.slice(0, 40)} · ${reachable}`
    const list = await makeList(ctx, { name, campaignId: id, outcome: 'failed' })
    const row = await campaigns.insert(ctx, {
      ...copied,
      ...{ mediaPath, mediaName, mediaType, confirmation, whatsappId, queueId, fileListId },
      name,
      contactListId: list.id,
    })
    return campaigns.tell(ctx, 'create', row)
  })

/** What became of a campaign, and when it will have gone to everybody. */
const report: CampaignJourneys['report'] = async (ctx, id) => ({
  ...(await campaigns.get(ctx, id)),
  endsAt: await expectedEnd(ctx, await campaigns.load(ctx, id)),
})

export const campaignJourneys: Omit<CampaignJourneys, 'test'> = {
  ...{ create, update, remove, start, cancel, restart, pause, resume, repeat, report, estimate },
}
