import type { Ctx } from '#kernel/context'
import { companies } from '../companies'
import type { Connection } from '../connections'
import { begins, count, daysAfter, failed, heard, moveTo, purge, said, sweep } from './counts'
import { CAP_STATUSES, FREE, healthOf, isYoung, NOTHING, WARM_UP, type Facts } from './health'
import { find, forget, hold, holdsOf, lockOf, save } from './standing'

export { allowances, healthOf, isYoung } from './health'
export type { Facts } from './health'
export type { Hold } from './standing'

const DAY_MS = 86_400_000
/** By how many days a number is judged, and how many are shown of it. */
const JUDGED = 14
const SHOWN = 30

type Number_ = Pick<Connection, 'id' | 'linkedAt' | 'warmsUp'>

/** What is known of a number at a moment: all that its health is made of. */
async function factsOf(ctx: Ctx, { id, linkedAt, warmsUp }: Number_, now = Date.now(), days = JUDGED) {
  const today = companies.today(await companies.get(ctx), new Date(now))
  const standing = await find(ctx, id)
  const capIsOver = standing?.capEndsAt && standing.capEndsAt.getTime() <= now
  const all = await daysAfter(ctx, id, companies.later(today, -days), today)
  const facts: Facts = {
    age: linkedAt && Math.max(0, Math.floor((now - linkedAt.getTime()) / DAY_MS)),
    days: all.filter(({ day }) => day > companies.later(today, -JUDGED)),
    today,
    warmsUp,
    isLocked: (standing?.lockedUntil?.getTime() ?? 0) > now,
    capStatus: capIsOver ? 'NONE' : (CAP_STATUSES.find(one => one === standing?.capStatus) ?? 'NONE'),
  }
  return { facts, standing, all }
}

/** How a number fares at a moment, with what it did today. */
async function of(ctx: Ctx, connection: Number_, now?: number) {
  const { facts, standing } = await factsOf(ctx, connection, now)
  const today = facts.days.find(({ day }) => day === facts.today) ?? NOTHING
  return { ...healthOf(facts), begunToday: today.begun, standing, facts }
}

/** As the page of a connection shows it: each of the last days, with those on which nothing was done. */
async function show(ctx: Ctx, connection: Connection) {
  const { facts, standing, all } = await factsOf(ctx, connection, Date.now(), SHOWN)
  const judged = healthOf(facts)
  const byDay = new Map(all.map(day => [day.day, day]))
  const series = Array.from({ length: SHOWN }, (_, n) => {
    const day = companies.later(facts.today, n + 1 - SHOWN)
    return byDay.get(day) ?? { ...NOTHING, day }
  })
  return {
    ...judged,
    /** null: as many as go at the pace that is set. */
    perDay: judged.perDay === FREE ? null : judged.perDay,
    age: facts.age,
    warmsUp: connection.warmsUp,
    linkedAt: connection.linkedAt,
    /** The campaigns of the number do not go by it. */
    isIgnored: connection.ignoresHealth,
    lockedUntil: facts.isLocked ? standing!.lockedUntil : null,
    capEndsAt: facts.capStatus === 'CAPPED' ? standing!.capEndsAt : null,
    /** What the next weeks of a young number allow. */
    warmUp: isYoung(facts) ? WARM_UP : null,
    begunToday: series.at(-1)!.begun,
    days: series,
  }
}

/** How the numbers of a company fare: what they did, what the network says of them, and how much they may do. */
export const numberHealth = {
  ...{ count, said, heard, failed, begins, moveTo, sweep, purge },
  ...{ find, lockOf, save, forget, hold, holdsOf },
  ...{ of, show, factsOf },
}
