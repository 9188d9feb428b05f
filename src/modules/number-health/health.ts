// How a number fares, and how many conversations it may begin: a function of what it did and of what the network says of it, without a
// clock or a database of its own. The network publishes no limits: these are what keeps numbers, learnt from those that were lost.

const STATES = ['locked', 'risk', 'tired', 'new', 'warming', 'good'] as const
type HealthState = (typeof STATES)[number]

/** What a number did on a day. */
export type DayCounts = Record<
  'sent' | 'begun' | 'answered' | 'refused' | 'locks' | 'invalid' | 'failed' | 'optedOut' | 'disconnects',
  number
>
export type Day = DayCounts & { day: string }
export const NOTHING: DayCounts = {
  ...{ sent: 0, begun: 0, answered: 0, refused: 0, locks: 0, invalid: 0, failed: 0, optedOut: 0, disconnects: 0 },
}

/** The network's own words for how near its limit of new conversations is. */
export const CAP_STATUSES = ['NONE', 'FIRST_WARNING', 'SECOND_WARNING', 'CAPPED'] as const
type CapStatus = (typeof CAP_STATUSES)[number]

export type Facts = {
  /** Days since it was linked; null for one that never was. */
  age: number | null
  /** Of the last two weeks, by their dates, today among them when anything was done. */
  days: Day[]
  today: string
  /** It keeps to the plan of a new number. */
  warmsUp: boolean
  isLocked: boolean
  capStatus: CapStatus
}

/** Why a number fares as it does; each has a sentence in the pages. */
type Reason = {
  code: 'locked' | 'capped' | 'capNear' | 'refused' | 'wasLocked' | 'fewAnswers' | 'invalid' | 'optedOut' | 'young' | 'unwarmed' | 'fine'
  /** A count, days or a share of a hundred: what the sentence says. */
  n: number
}

type Health = {
  state: HealthState
  /** From 0 to 100. */
  score: number
  /** New conversations of one day. */
  perDay: number
  /** How much longer the gaps of campaigns are. */
  slowdown: number
  reasons: Reason[]
}

/** From which age on, in days, how many people may be written to who never wrote. */
export const WARM_UP = [
  { age: 0, perDay: 20 },
  { age: 2, perDay: 30 },
  { age: 4, perDay: 50 },
  { age: 7, perDay: 100 },
  { age: 14, perDay: 200 },
  { age: 21, perDay: 400 },
  { age: 30, perDay: 1_000 },
] as const
const YOUNG = 7
/** What no number reaches by itself. */
export const FREE = 50_000
const GROWN = WARM_UP.at(-1)!.age
/** What is left of the plan's conversations, and how much longer gaps are. */
const SHARE: Partial<Record<HealthState, number>> = { locked: 0, risk: 0.1, tired: 0.5 }
const SLOWDOWN: Partial<Record<HealthState, number>> = { locked: 4, risk: 4, tired: 2 }
const [RISK, TIRED] = [40, 70]
/** Fewer conversations say nothing of people's answers. */
const TELLING = 20
const WEEK = 7

const sum = (days: Day[], key: keyof DayCounts) => days.reduce((all, day) => all + day[key], 0)
/** From nothing at one share to all of it at another. */
const rising = (share: number, from: number, to: number, most: number) =>
  Math.round(most * Math.min(1, Math.max(0, (share - from) / (to - from))))
const before = (date: string, days: number) => new Date(Date.parse(`${date}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

/** What the plan of a new number allows on a day of its life. */
const planned = (age: number | null) => WARM_UP.findLast(step => step.age <= (age ?? GROWN))?.perDay ?? WARM_UP[0].perDay
/** Without the plan only what speaks against a number limits it. */
const allowed = (state: HealthState, age: number | null, warmsUp: boolean) =>
  !warmsUp && SHARE[state] === undefined ? FREE : Math.floor(planned(warmsUp ? age : GROWN) * (SHARE[state] ?? 1))
export const isYoung = ({ age }: Pick<Facts, 'age'>) => age !== null && age < GROWN

/** What speaks against a number, and how much of a hundred it takes. */
function charges({ days, today, capStatus }: Facts): (Reason & { points: number })[] {
  const past = days.filter(({ day }) => day < today)
  const week = days.filter(({ day }) => day > before(today, WEEK))
  // Whoever was written to today has had no time to answer.
  const [begun, answered] = [sum(past, 'begun'), sum(past, 'answered')]
  const replies = begun ? answered / begun : 1
  const [invalid, optedOut] = [sum(days, 'invalid'), sum(days, 'optedOut')]
  const tried = sum(days, 'begun') + invalid
  const refused = sum(week, 'refused')
  const locks = sum(days, 'locks')
  const share = (part: number) => Math.min(100, Math.round((100 * part) / Math.max(1, tried)))
  return [
    { code: 'capped', n: 0, points: capStatus === 'CAPPED' ? 30 : 0 },
    { code: 'capNear', n: 0, points: { FIRST_WARNING: 15, SECOND_WARNING: 30 }[capStatus as string] ?? 0 },
    { code: 'refused', n: refused, points: Math.min(60, 10 * refused) },
    { code: 'wasLocked', n: locks, points: Math.min(50, 35 * locks) },
    { code: 'fewAnswers', n: Math.round(100 * replies), points: begun >= TELLING ? rising(1 - replies, 0.8, 1, 35) : 0 },
    { code: 'invalid', n: share(invalid), points: tried >= TELLING ? rising(invalid / tried, 0.05, 0.3, 20) : 0 },
    { code: 'optedOut', n: share(optedOut), points: tried >= TELLING ? rising(optedOut / tried, 0.02, 0.1, 20) : 0 },
  ]
}

export function healthOf(facts: Facts): Health {
  const { age, isLocked, capStatus, warmsUp } = facts
  const against = charges(facts).filter(({ points }) => points > 0)
  const score = Math.max(0, 100 - against.reduce((all, { points }) => all + points, 0))
  const warms = warmsUp && isYoung(facts)
  const state: HealthState = isLocked
    ? 'locked'
    : score < RISK
      ? 'risk'
      : score < TIRED
        ? 'tired'
        : warms
          ? age! < YOUNG
            ? 'new'
            : 'warming'
          : 'good'
  const reasons: Reason[] = [
    ...(isLocked ? [{ code: 'locked' as const, n: 0 }] : []),
    ...against.toSorted((a, b) => b.points - a.points).map(({ code, n }) => ({ code, n })),
    ...(isYoung(facts) ? [{ code: warms ? ('young' as const) : ('unwarmed' as const), n: age! }] : []),
  ]
  return {
    state,
    score,
    perDay: capStatus === 'CAPPED' ? 0 : allowed(state, age, warmsUp),
    slowdown: SLOWDOWN[state] ?? 1,
    reasons: reasons.length ? reasons : [{ code: 'fine', n: 0 }],
  }
}

/** Nobody plans further ahead. */
const MOST_DAYS = 3_650

/** How many conversations a number may begin on each of the next days, if it fares as now; a lock and a limit are over some day. */
export function* allowances(facts: Facts): Generator<number> {
  const { state, perDay } = healthOf(facts)
  const begun = facts.days.find(({ day }) => day === facts.today)?.begun ?? 0
  yield Math.max(0, perDay - begun)
  for (let n = 1; n < MOST_DAYS; n++)
    yield allowed(state === 'locked' ? 'risk' : state, facts.age === null ? null : facts.age + n, facts.warmsUp)
}
