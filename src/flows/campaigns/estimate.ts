import type { Ctx } from '#kernel/context'
import { cachedValue } from '#kernel/storage/page-ids'
import {
  campaigns,
  durationOf,
  hoursOf,
  isPlannable,
  momentOf,
  perHour,
  settingsOf,
  shipments,
  type Campaign,
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

type Way = { from: number; durationMs: number; days?: number }

/** When so much is begun and ended in the hours of the company; each day on which a number has enough of new people is followed by another. */
async function courseOf(ctx: Ctx, { from, durationMs, days = 0 }: Way) {
  const { timeZone } = await companies.get(ctx)
  const dates = new Set<string>()
  let [startsAt, left]: [number | null, number] = [null, durationMs]
  for (const period of openPeriods(hoursOf(await settingsOf(ctx)), timeZone, new Date(from), MOST_DAYS)) {
    startsAt ??= period.from
    dates.add(companies.today({ timeZone }, new Date(period.from)))
    const open = period.to - period.from
    if (left <= open && dates.size >= days) return { startsAt, endsAt: period.from + left }
    left = Math.max(0, left - open)
  }
  return { startsAt, endsAt: null }
}

/** Messages to a person: perhaps a question, the message, and the files that follow it. */
async function eachOf(ctx: Ctx, fileListId: number | null | undefined, asks: boolean) {
  const following = fileListId ? await files.filesOf(ctx, (await files.load(ctx, fileListId)).id) : []
  return 1 + (asks ? 1 : 0) + following.length
}

/** `strangers`: of those to whom it goes, how many never wrote to its number. */
type Asked = { strangers: number; whatsappId: number; from: number }

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
async function demandOf(ctx: Ctx, { strangers, whatsappId, from }: Asked) {
  const connection = await connections.load(ctx, whatsappId)
  const { state, score, begunToday, slowdown, facts, standing } = await numberHealth.of(ctx, connection)
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

/** As many strangers as there are among the first of its list. */
const strangersOf = async (ctx: Ctx, listId: number, whatsappId: number, people: number) =>
  Math.round(people * (await shipments.strangersOf(ctx, listId, whatsappId)))

/** To how many a cancelled campaign is still to go: who waits, and those whom it had no time to say anything. */
async function leftOf(ctx: Ctx, campaign: Campaign) {
  const { id, whatsappId, contactListId, isFilled } = campaign
  const again = await shipments.readmitted(ctx, id)
  const people = again.people + (await messagesLeft(ctx, campaign)).people
  if (isFilled) return { people, strangers: again.strangers + (await shipments.strangersWaiting(ctx, id)) }
  return { people, strangers: whatsappId && contactListId ? await strangersOf(ctx, contactListId, whatsappId, people) : 0 }
}

/** How many people a campaign has, and when it would begin and end at the pace that is set. */
export async function estimate(ctx: Ctx, asked: Parameters<CampaignJourneys['estimate']>[1]) {
  const { campaignId, contactListId, fileListId, whatsappId, scheduledAt, confirmation } = asked
  const settings = await settingsOf(ctx)
  const list = contactListId ? await contactLists.get(ctx, contactListId) : undefined
  const left = asked.restarts === 'true' && campaignId ? await leftOf(ctx, await campaigns.load(ctx, campaignId)) : undefined
  const people = left?.people ?? (list ? list.valid + list.unchecked : 0)
  const each = await eachOf(ctx, fileListId, confirmation === 'true')
  const planned = scheduledAt && isPlannable(scheduledAt) ? await momentOf(ctx, scheduledAt) : Date.now()
  const from = Math.max(planned, Date.now())
  const strangers = left?.strangers ?? (list && whatsappId ? await strangersOf(ctx, list.id, whatsappId, people) : 0)
  const demand = list && whatsappId ? await demandOf(ctx, { strangers, whatsappId, from }) : undefined
  const durationMs = durationOf(settings, people * each, demand?.slowdown)
  const { startsAt, endsAt } = await courseOf(ctx, { from, durationMs, ...(demand && { days: demand.days }) })
  const active = whatsappId ? await campaigns.activeOf(ctx, { whatsappId }) : []
  return {
    contacts: list ? Number(list.contactsCount) : 0,
    valid: list?.valid ?? 0,
    unchecked: list?.unchecked ?? 0,
    /** To how many it goes. */
    people,
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

export type Estimate = Awaited<ReturnType<typeof estimate>>

/** How many messages of a campaign are still to go. One whose list is still copied has the rest of it before it. */
async function messagesLeft(ctx: Ctx, { id, contactListId, fileListId, confirmation, isFilled }: Campaign) {
  const { counts } = await campaigns.get(ctx, id)
  const list = !isFilled && contactListId ? await contactLists.get(ctx, contactListId) : undefined
  const people = counts.waiting + (list ? Math.max(0, list.valid + list.unchecked - counts.people) : 0)
  return { people, messages: people * (await eachOf(ctx, fileListId, confirmation)) }
}

/**
 * When a running campaign will have gone to everybody, as far as that can be known: campaigns of a number take turns, so that each of the
 * others has as many messages before that as this one, or as it has.
 */
async function endOf(ctx: Ctx, campaign: Running): Promise<number | null> {
  const { id, whatsappId, contactListId, isFilled } = campaign
  const { people, messages } = await messagesLeft(ctx, campaign)
  if (!people) return null
  const others = (await campaigns.running(ctx, whatsappId)).filter(other => other.id !== id)
  const beside = await Promise.all(others.map(async other => Math.min(messages, (await messagesLeft(ctx, other)).messages)))
  const strangers = await (isFilled ? shipments.strangersWaiting(ctx, id) : strangersOf(ctx, contactListId, whatsappId, people))
  const from = Date.now()
  const { slowdown, days } = await demandOf(ctx, { strangers, whatsappId, from })
  const all = beside.reduce((sum, n) => sum + n, messages)
  return (await courseOf(ctx, { from, durationMs: durationOf(await settingsOf(ctx), all + 1, slowdown), days })).endsAt
}

type Running = Campaign & { whatsappId: number; contactListId: number }
const isRunning = (campaign: Campaign): campaign is Running =>
  campaign.status === 'EM_ANDAMENTO' && !campaign.pausedAt && !!campaign.whatsappId && !!campaign.contactListId

const MINUTE_MS = 60_000
/** Cached for all who read the report, until something is written or a minute has passed: it costs some twenty times what the report does. */
export async function expectedEnd(ctx: Ctx, campaign: Campaign): Promise<Date | null> {
  if (!isRunning(campaign)) return null
  const minute = Math.floor(Date.now() / MINUTE_MS)
  const endsAt = await cachedValue(ctx, `expectedEnd ${campaign.id} ${minute}`, () => endOf(ctx, campaign))
  return endsAt === null ? null : new Date(endsAt)
}
