import type { Ctx } from '#kernel/context'
import type { Campaign, CampaignSettings, Shipment } from '#modules/campaigns'
import { textsOf } from '#modules/campaigns'
import type { Company } from '#modules/companies'
import { captionOf, files as fileLists } from '#modules/files'
import type { MediaOf } from '#kernel/media/row-file'
import type { Exactly } from '../say'
import { storedMedia } from '../store-upload'
import { fillInFor, type Addressee } from '../text-variables'

type Of = { campaign: Campaign; settings: CampaignSettings; company: Company }

/**
 * What somebody gets: a question, a message and the files that follow it. Texts take turns, and a question and its message stay together;
 * a campaign without a text says that of its list of files.
 */
export async function wordingFor(ctx: Ctx, { campaign, settings, company }: Of, person: Addressee, turn: number) {
  const list = campaign.fileListId ? await fileLists.find(ctx, campaign.fileListId) : undefined
  const texts = textsOf(campaign)
  const { text, question } = texts[turn % Math.max(1, texts.length)] ?? { text: list?.message ?? '', question: '' }
  const filled = (words: string) => fillInFor(words, person, settings.variables, company)
  const files = list ? await fileLists.filesOf(ctx, list.id) : []
  return {
    question: filled(question),
    message: withFile(ctx, campaign, filled(text)),
    files: files.map(file => withFile(ctx, file, filled(captionOf(file.name, file.mediaName)))),
  }
}

const withFile = (ctx: Ctx, { mediaPath, mediaName, mediaType }: MediaOf, body: string): Exactly => ({
  body,
  media: mediaPath ? storedMedia(ctx, { mediaPath, mediaName, mediaType }, body) : null,
})

export const personOf = ({ name, number, email }: Shipment): Addressee => ({ name, number, email })
