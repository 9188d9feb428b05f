import { transaction, type Ctx } from '#kernel/context'
import { tellProgress, type Campaign } from '#modules/campaigns'
import { companies, openPeriods, type Hours } from '#modules/companies'
import type { Connection } from '#modules/connections'
import { numberHealth, type Hold } from '#modules/number-health'

type Company = Awaited<ReturnType<typeof companies.get>>
type When = { company: Company; hours: Hours[]; now: number }

/** How the campaigns of a number spare it at a moment. */
export type Care = Awaited<ReturnType<typeof careFor>>

const SECOND_MS = 1_000
/** While they wait, the number is looked at again so soon at the latest; a lock that is lifted before wakes them at once. */
const LOOK_MS = 3600_000

/** When campaigns may go on that have begun enough conversations today: in the first hours of another day. */
function tomorrow({ company, hours, now }: When) {
  const day = companies.later(companies.today(company, new Date(now)), 1)
  const [first] = openPeriods(hours, company.timeZone, new Date(companies.dayStart(company, day)), 9)
  return first ? new Date(first.from) : null
}

/**
 * What a number may do now. A lock of the network holds all of its campaigns and its limit their new conversations, whatever the connection
 * says; how many of these a day has and how long the gaps are is the product's own advice, which the connection may ignore.
 */
export async function careFor(ctx: Ctx, connection: Connection, when: When) {
  const health = await numberHealth.of(ctx, connection, when.now)
  const { state, perDay, begunToday, standing, facts } = health
  const isCapped = facts.capStatus === 'CAPPED'
  const isFull = isCapped || (!connection.ignoresHealth && begunToday >= perDay)
  const slow: Hold | null = state === 'tired' || state === 'risk' ? { reason: state, until: null, count: 0 } : null
  return {
    standing,
    waits: facts.isLocked ? ({ reason: 'lock', until: standing!.lockedUntil, count: 0 } as const) : null,
    isFull,
    full: isCapped
      ? ({ reason: 'cap', until: standing!.capEndsAt, count: 0 } as const)
      : ({ reason: 'allowance', until: tomorrow(when), count: begunToday } as const),
    slow: connection.ignoresHealth ? null : slow,
    slowdown: connection.ignoresHealth ? 1 : health.slowdown,
  }
}

/** How long campaigns wait at most before they look again. */
export const careEnds = (hold: Hold | null, now: number) =>
  Math.max(SECOND_MS, Math.min(LOOK_MS, (hold?.until?.getTime() ?? Infinity) - now))

/** Writes why the campaigns of a number wait or go slowly, and tells those who look at them. */
export const tellHold = (ctx: Ctx, connectionId: number, before: Care['standing'], hold: Hold | null, running: Campaign[]) =>
  transaction(ctx, async ctx => {
    const ids = running.map(({ id }) => id)
    if (await numberHealth.hold(ctx, connectionId, before, hold)) tellProgress(ctx, ids)
  })
