import type { Ctx } from '#kernel/context'
import { campaigns, replyOf, settingsOf, shipments, tellProgress } from '#modules/campaigns'
import type { Contact } from '#modules/contacts'
import { numberHealth } from '#modules/number-health'
import { optOuts } from '#modules/opt-outs'
import { plainWords } from '../plain-words'
import { goOn } from './begin'

/** How long after a campaign what somebody writes counts as an answer to it, and a word as the wish to be left alone. */
const ANSWER_MS = 7 * 24 * 3600_000
const OPT_OUT_MS = 30 * 24 * 3600_000
/** A short yes needs nobody to read it; whoever writes more, or asks, gets somebody. */
const SHORT = 20
/**
 * A no, however it goes on, but that there is no problem; and what ends with one, but “why not”. Alone or before words of a no: the
 * Portuguese for “in the” is one of them too.
 */
const NO_PROBLEM = /^(nao|not|no) (a |(tem|ha|vejo|e|existe|hay|tengo|sem) )?(nenhum |ningun )?problem/
const DECLINED =
  /^(nao|not|n)\b|^no$|^no (no|thanks?|gracias|quiero|deseo|necesito|me|want|need|mas|ahora|por ahora)\b|(?<!\b(por ?que|why|como)) (nao|not|no)$/
const declined = (said: string) => DECLINED.test(said) && !NO_PROBLEM.test(said)

/** A no alone needs nobody to read it either. */
const BARE_NO = /^(nao|not?|n|(nao|no) (obrigad[oa]|thanks?|thank you|gracias))$/

/** What a message of a customer is to the campaigns of the company. */
type CampaignAnswer = {
  /** Where the conversation goes that it begins. */
  queueId: number | null
  /** It begins none, and this is said to it. */
  epilogue: { text: string | null } | null
}

/**
 * Takes what somebody writes as an answer to the campaign that they got last: the wish to be left alone, which holds everywhere, the answer
 * to its question, which has the message sent, or an answer for people. Part of the transaction that stores the message.
 */
export async function answerCampaign(ctx: Ctx, contact: Contact, { text, at }: { text: string; at: Date }): Promise<CampaignAnswer | null> {
  if (contact.isGroup) return null
  const shipment = await shipments.lastTo(ctx, contact.id, new Date(at.getTime() - OPT_OUT_MS))
  if (!shipment) return null
  const settings = await settingsOf(ctx)
  const said = plainWords(text)
  if (said && settings.optOutWords.some(word => plainWords(word) === said)) {
    await optOuts.add(ctx, { pn: contact.number, lid: contact.lid }, { name: contact.name, word: text.trim().slice(0, 60) })
    await shipments.stopAll(ctx, contact, 'opted_out')
    await shipments.patch(ctx, shipment.id, { optedOutAt: at, answeredAt: shipment.answeredAt ?? at })
    tellProgress(ctx, [shipment.campaignId])
    const campaign = await campaigns.find(ctx, shipment.campaignId)
    if (campaign?.whatsappId && !shipment.optedOutAt) await numberHealth.count(ctx, campaign.whatsappId, { optedOut: 1 })
    // Whoever left may have been the last who was waited for.
    if (campaign?.status === 'EM_ANDAMENTO') await goOn(ctx, campaign)
    return { queueId: null, epilogue: { text: await replyOf(ctx, settings) } }
  }
  const reached = Math.max(shipment.confirmationRequestedAt?.getTime() ?? 0, shipment.sentAt?.getTime() ?? 0)
  if (at.getTime() - reached > ANSWER_MS) return null
  const campaign = await campaigns.find(ctx, shipment.campaignId)
  if (!campaign) return null
  tellProgress(ctx, [campaign.id])
  const answeredAt = shipment.answeredAt ?? at
  const isShort = said.length > 0 && text.length <= SHORT && !text.includes('?')
  // The question of a campaign that is over has no message to bring any more: its answer is for people.
  if (shipment.state !== 'asking' || campaign.status === 'FINALIZADA') {
    await shipments.patch(ctx, shipment.id, { answeredAt })
    return { queueId: campaign.queueId, epilogue: null }
  }
  const declines = declined(said)
  await shipments.patch(
    ctx,
    shipment.id,
    declines ? { state: 'stopped', reason: 'declined', answeredAt } : { state: 'confirmed', confirmedAt: at, answeredAt },
  )
  const isRunning = campaign.status === 'EM_ANDAMENTO'
  if (isRunning) await goOn(ctx, campaign)
  const needsNobody = isShort && (declines ? BARE_NO.test(said) : isRunning)
  return { queueId: campaign.queueId, epilogue: needsNobody ? { text: null } : null }
}
