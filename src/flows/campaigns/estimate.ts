import type { Ctx } from '#kernel/context'
import {
  campaigns,
  durationOf,
  hoursOf,
  isPlannable,
  momentOf,
  perHour,
  settingsOf,
  shipments,
  type CampaignJourneys,
} from '#modules/campaigns'
import { companies, openPeriods } from '#modules/companies'
import { connections } from '#modules/connections'
import { contactLists } from '#modules/contact-lists'
import { allowances, healthOf, isYoung, numberHealth, type Facts } from '#modules/number-health'
import { files } from '#modules/files'

const DAY_MS = 24 * 3600_000
/** Further ahead nobody plans. */
const MOST_DAYS = 90

type Asked = { listId: number; people: number; whatsappId: number; from: number }

/** On how many days a number begins so many conversations. */
function daysOf(strangers: number, facts: Facts) {
  let days = 0
  for (let left = strangers, each = allowances(facts); left > 0; days++) {
    const { value } = each.next()
    if (!value && days) break
    left -= value ?? 0
  }
  return days
}

/** What a campaign asks of its number: conversations with people who never wrote to it, on so many days. */
async function demandOf(ctx: Ctx, { listId, people, whatsappId, from }: Asked) {
  const connection = await connections.load(ctx, whatsappId)
  const { state, score, begunToday, slowdown, facts, standing } = await numberHealth.of(ctx, connection)
  const strangers = Math.round(people * (await shipments.strangersOf(ctx, listId, whatsappId)))
  // What the plan of a new number would be is told also where its owner has not said that it is one.
  const planned = { ...facts, warmsUp: facts.warmsUp || isYoung(facts) }
  const days = daysOf(strangers, planned)
  const { ignoresHealth } = connection
  const isLocked = facts.isLocked && standing!.lockedUntil!.getTime() > from
  return {
    slowdown: ignoresHealth ? 1 : slowdown,
    days: ignoresHealth ? 1 : daysOf(strangers, facts),
    number: {
      ...{ state, score, perDay: healthOf(planned).perDay, begunToday, strangers, days },
      isIgnored: ignoresHealth,
      isUnwarmed: planned.warmsUp && !facts.warmsUp,
      lockedUntil: isLocked ? standing!.lockedUntil : null,
      /** More than the number should do: whoever begins it is asked whether that is meant. */
      hurts: isLocked || (strangers > 0 && (days > 1 || state === 'risk' || state === 'tired')),
    },
  }
}

/** How many people a campaign has, and when it would begin and end at the pace that is set. */
export const estimate: CampaignJourneys['estimate'] = async (ctx, asked) => {
  const { campaignId, contactListId, fileListId, whatsappId, scheduledAt, confirmation } = asked
  const settings = await settingsOf(ctx)
  const company = await companies.get(ctx)
  const list = contactListId ? await contactLists.get(ctx, contactListId) : undefined
  const people = list ? list.valid + list.unchecked : 0
  const following = fileListId ? await files.filesOf(ctx, (await files.load(ctx, fileListId)).id) : []
  const each = 1 + (confirmation === 'true' ? 1 : 0) + following.length
  const planned = scheduledAt && isPlannable(scheduledAt) ? await momentOf(ctx, scheduledAt) : Date.now()
  const from = Math.max(planned, Date.now())
  const demand = list && whatsappId ? await demandOf(ctx, { listId: list.id, people, whatsappId, from }) : undefined
  let left = durationOf(settings, people * each, demand?.slowdown)
  const durationMs = left
  let [startsAt, endsAt]: (number | null)[] = [null, null]
  // Each day on which the number has enough of new people is followed by another.
  const dates = new Set<string>()
  for (const period of openPeriods(hoursOf(settings), company.timeZone, new Date(from), MOST_DAYS)) {
    startsAt ??= period.from
    dates.add(companies.today(company, new Date(period.from)))
    const open = period.to - period.from
    if (left <= open && dates.size >= (demand?.days ?? 0)) {
      endsAt = period.from + left
      break
    }
    left = Math.max(0, left - open)
  }
  const active = whatsappId ? await campaigns.activeOf(ctx, { whatsappId }) : []
  return {
    contacts: list ? Number(list.contactsCount) : 0,
    valid: list?.valid ?? 0,
    unchecked: list?.unchecked ?? 0,
    perHour: perHour(settings),
    durationMs,
    days: endsAt && startsAt ? Math.ceil((endsAt - startsAt) / DAY_MS) : null,
    startsAt: startsAt && new Date(startsAt),
    endsAt: endsAt && new Date(endsAt),
    /** Campaigns that the number sends as well: they share its pace. */
    others: active.filter(({ id }) => id !== campaignId).length,
    number: demand?.number ?? null,
  }
}
