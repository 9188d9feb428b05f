import * as v from 'valibot'
import { AS_DAY, CivilDate, isCivilDate, OrEmpty, Phone, Ref, RequiredLong } from '#kernel/fields'
import { ExceptionsBody } from '../plans/body'
import { Email, Password, PersonName } from '../users/body'

/** From Monday on, as forms show a week; the names that clients of the family send. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const Clock = v.pipe(v.string(), v.regex(/^$|^([01]\d|2[0-3]):[0-5]\d$/))
const label = v.optional(v.pipe(v.string(), v.maxLength(60)), '')

const Hours = v.pipe(
  v.object({
    /** How the day is called where it is shown: 'Segunda-feira', or the name of a holiday. */
    weekday: label,
    weekdayEn: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.toLowerCase(), v.picklist(WEEKDAYS))]), ''),
    startTime: Clock,
    endTime: Clock,
    /** A special date, which stands in place of its weekday. */
    date: v.optional(CivilDate),
  }),
  v.check(({ weekdayEn, date }) => weekdayEn !== '' || date !== undefined, 'Informe o dia'),
  v.check(({ startTime, endTime }) => (startTime === '') === (endTime === ''), 'Informe o início e o fim'),
)

/** When a queue or a company serves; what the rows mean: `hours.ts`. */
export const Schedules = v.pipe(v.array(Hours), v.maxLength(200))

/** A name of the time zone database; an offset is none, since it knows no daylight saving. */
const isTimeZone = (name: string) => {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** The hours of a company, and the time zone of its clock. */
export const CompanyHoursBody = v.object({
  schedules: v.optional(Schedules),
  timeZone: v.optional(v.pipe(v.string(), v.maxLength(60), v.check(isTimeZone, 'Fuso horário desconhecido'))),
})

const RECURRENCES = ['', 'MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const

/** A switch as forms of the family send one: also as text, and empty where it is off. */
const Switch = v.pipe(
  v.union([v.boolean(), v.null(), v.picklist(['true', 't', '1', 'false', 'f', '0', ''])]),
  v.transform(on => on === true || on === 'true' || on === 't' || on === '1'),
)
/** A civil date, or a moment of it; nothing is no end at all. */
const DueDate = v.pipe(
  v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(40))),
  v.transform(text => text || null),
  v.nullable(
    v.pipe(
      v.string(),
      v.regex(/^[12]\d{3}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/, 'Informe o dia'),
      v.check(text => isCivilDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)), 'Informe o dia'),
    ),
  ),
  v.metadata(AS_DAY),
)
/** A company with its first administrator, who has its name and address. Without a password nobody knows theirs until one is set. */
export const CompanyBody = v.object({
  name: PersonName,
  email: Email,
  password: v.optional(OrEmpty(Password)),
  phone: Phone,
  planId: Ref('plans'),
  recurrence: v.optional(
    v.pipe(
      v.nullable(v.picklist(RECURRENCES)),
      v.transform(recurrence => recurrence ?? ''),
    ),
  ),
  dueDate: v.optional(DueDate),
  isDemo: v.optional(Switch, false),
  status: v.optional(Switch, true),
  campaignsEnabled: v.optional(Switch),
})

/** What changes of a company: the password is its administrator's alone. */
const { password: _, ...kept } = CompanyBody.entries
/** How long a demonstration lasts unless it is said, and how long it can be read after its end. */
export const DEMO_DAYS = 14
export const DEMO_KEPT_DAYS = 7
export const CompanyPatch = v.object({
  ...v.partial(v.object({ ...kept, status: Switch, isDemo: Switch })).entries,
  email: v.optional(OrEmpty(Email)),
  exceptions: v.optional(ExceptionsBody),
})

/** Whose it is from now on, and by which plan of theirs; without a reseller, the house's. */
export const MoveBody = v.object({ resellerId: Ref('resellers'), planId: Ref('plans') })

/** Idempotent by `from`, the due date that was seen: asked twice, one period is added. */
export const PeriodBody = v.object({ from: CivilDate })

/** How long an operator stays in a company, in minutes. */
export const STAYS = [15, 30, 60] as const
export const EntryBody = v.object({
  reason: v.pipe(RequiredLong(500), v.minLength(10, 'Mensagem muito curta')),
  minutes: v.optional(v.picklist(STAYS), 30),
})
