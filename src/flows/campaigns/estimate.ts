import { campaigns, durationOf, hoursOf, settingsOf, type CampaignJourneys } from '#modules/campaigns'
import { companies, openPeriods } from '#modules/companies'
import { contactLists } from '#modules/contact-lists'
import { files } from '#modules/files'

const DAY_MS = 24 * 3600_000
/** Further ahead nobody plans. */
const MOST_DAYS = 90

/** How many people a campaign has, and when it would begin and end at the pace that is set. */
export const estimate: CampaignJourneys['estimate'] = async (ctx, { contactListId, fileListId, whatsappId, scheduledAt, confirmation }) => {
  const settings = await settingsOf(ctx)
  const company = await companies.get(ctx)
  const list = contactListId ? await contactLists.get(ctx, contactListId) : undefined
  const people = list ? list.valid + list.unchecked : 0
  const following = fileListId ? await files.filesOf(ctx, (await files.load(ctx, fileListId)).id) : []
  const each = 1 + (confirmation === 'true' ? 1 : 0) + following.length
  const planned = scheduledAt && !Number.isNaN(Date.parse(scheduledAt)) ? Date.parse(scheduledAt) : Date.now()
  const from = Math.max(planned, Date.now())
  let left = durationOf(settings, people * each)
  const durationMs = left
  let [startsAt, endsAt]: (number | null)[] = [null, null]
  for (const period of openPeriods(hoursOf(settings), company.timeZone, new Date(from), MOST_DAYS)) {
    startsAt ??= period.from
    const open = period.to - period.from
    if (left <= open) {
      endsAt = period.from + left
      break
    }
    left -= open
  }
  const others = whatsappId ? (await campaigns.activeOf(ctx, { whatsappId })).length : 0
  return {
    contacts: list ? Number(list.contactsCount) : 0,
    valid: list?.valid ?? 0,
    unchecked: list?.unchecked ?? 0,
    perHour: Math.round(3_600_000 / Math.max(1_000, durationOf(settings, 1_001) / 1_000)),
    durationMs,
    days: endsAt && startsAt ? Math.ceil((endsAt - startsAt) / DAY_MS) : null,
    startsAt: startsAt && new Date(startsAt),
    endsAt: endsAt && new Date(endsAt),
    /** Campaigns that the number sends as well: they share its pace. */
    others,
  }
}
