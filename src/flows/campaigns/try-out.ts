import { afterWait } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { rateLimit } from '#kernel/http/rate-limit'
import { campaigns, settingsOf, type CampaignJourneys } from '#modules/campaigns'
import { companies } from '#modules/companies'
import { connections } from '#modules/connections'
import { dialled } from '#modules/contacts'
import { tickets } from '#modules/tickets'
import { mustMayBegin } from '../begin-conversation'
import { resolvePerson } from '../identity'
import type { lookupFlow } from '../lookup'
import { say } from '../say'
import { wordingFor } from './wording'

/** Rate limit of a company's tests: they keep to no interval and no hours, so that more of them would be a campaign without either. */
const TESTS = 30
const WINDOW_MS = 10 * 60_000

/** One of the messages goes to a number as it will go to everybody, with its question before it. It counts in no report. */
export function campaignTryOut(lookup: ReturnType<typeof lookupFlow>): CampaignJourneys['test'] {
  const tests = rateLimit(TESTS, WINDOW_MS)
  return async function test(ctx, id, { number, message }) {
    const campaign = await campaigns.load(ctx, id)
    if (!campaign.whatsappId) throw new AppError('ERR_CAMPAIGN_INCOMPLETE', 400, { whatsappId: ['Obrigatório'] })
    tests.take(String(ctx.companyId))
    const connection = await connections.load(ctx, campaign.whatsappId)
    const person = await lookup(ctx, dialled(number))
    await afterWait(ctx, async ctx => {
      const contact = await resolvePerson(ctx, person, null)
      await mustMayBegin(ctx, { whatsappId: connection.id, contactId: contact.id, isGroup: false })
      const ticket = await tickets.forBroadcast(ctx, contact, connection.id)
      const about = { campaign, settings: await settingsOf(ctx), company: await companies.get(ctx) }
      const addressee = { name: contact.name, number: contact.number ?? '', email: contact.email }
      const { question, message: words, files } = await wordingFor(ctx, about, addressee, message - 1)
      if (!words.body && !words.media) throw new AppError('ERR_CAMPAIGN_INCOMPLETE', 400, { message1: ['Obrigatório'] })
      if (campaign.confirmation && question) await say(ctx, ticket, { exactly: { body: question, media: null } })
      for (const exactly of [words, ...files]) await say(ctx, ticket, { exactly })
    })
  }
}
