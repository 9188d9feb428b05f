import * as v from 'valibot'

/** From Monday on, as forms show a week; the names that clients of the family send. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const Clock = v.pipe(v.string(), v.regex(/^$|^([01]\d|2[0-3]):[0-5]\d$/))
const isCivilDate = (text: string) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
const label = v.optional(v.pipe(v.string(), v.maxLength(60)), '')

const Hours = v.pipe(
  v.object({
    /** How the day is called where it is shown: 'Segunda-feira', or the name of a holiday. */
    weekday: label,
    weekdayEn: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.toLowerCase(), v.picklist(WEEKDAYS))]), ''),
    startTime: Clock,
    endTime: Clock,
    /** A special date, which stands in place of its weekday. */
    date: v.optional(v.pipe(v.string(), v.regex(/^[12]\d{3}-\d\d-\d\d$/, 'Informe o dia'), v.check(isCivilDate, 'Informe o dia'))),
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
