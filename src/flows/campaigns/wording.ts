import type { Ctx } from '#kernel/context'
import type { Campaign, CampaignSettings, Shipment } from '#modules/campaigns'
import { textsOf } from '#modules/campaigns'
import type { Company } from '#modules/companies'
import { STAND_INS } from '#modules/messages'
import type { Exactly } from '../say'
import { fillInFor, type Addressee } from '../text-variables'

type Of = { campaign: Campaign; settings: CampaignSettings; company: Company }

/** Which of the texts somebody gets: they take turns, and a question and its message stay together. */
export function wordingFor({ campaign, settings, company }: Of, person: Addressee, turn: number) {
  const texts = textsOf(campaign)
  const { text, question } = texts[turn % Math.max(1, texts.length)] ?? { text: '', question: '' }
  const filled = (words: string) => fillInFor(words, person, settings.variables, company)
  return { question: filled(question), text: filled(text) }
}

/** A message with the file of its campaign. */
export function withFile(ctx: Ctx, { mediaPath, mediaName, mediaType }: Campaign, body: string): Exactly {
  if (!mediaPath) return { body, media: null }
  const mimetype = mediaType ?? 'application/octet-stream'
  const kind = mimetype.split('/')[0]!
  const about = { voice: false, seconds: null, waveform: null, width: null, height: null }
  const isSeen = ['image', 'video', 'audio'].includes(kind)
  return {
    body: body || (isSeen ? '' : (mediaName ?? STAND_INS.application)),
    media: {
      mediaType: isSeen ? kind : 'application',
      media: { ...about, hash: mediaPath, size: ctx.media.read(mediaPath).size, mimetype, fileName: mediaName },
    },
  }
}

export const personOf = ({ name, number, email }: Shipment): Addressee => ({ name, number, email })
