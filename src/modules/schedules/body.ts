import * as v from 'valibot'
import { Flag, isCivilDate, Ref, RequiredRef } from '#kernel/fields'

/** How often a message is said again: at the same time of day on the company's clock, each time. */
export const RULES = ['none', 'daily', 'weekdays', 'weekly', 'monthly', 'yearly'] as const
export type Rule = (typeof RULES)[number]

const MOMENT = /^20\d\d-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)?$/
/** Whether it names the place on the globe too, and so one moment; otherwise it is what a clock shows. */
export const isAbsolute = (moment: string) => /(Z|[+-]\d\d:?\d\d)$/.test(moment)
const isMoment = (text: string) => {
  if (text === '') return true
  const wall = text.slice(0, 16)
  const isOnClock = MOMENT.test(text) && !Number.isNaN(Date.parse(`${wall}Z`)) && new Date(`${wall}Z`).toISOString().startsWith(wall)
  // Its seconds and its zone may be none.
  return isOnClock && !Number.isNaN(Date.parse(isAbsolute(text) ? text : `${text}Z`))
}
/** A civil date of this century. */
export const isDate = (text: string) => text.startsWith('20') && isCivilDate(text)

/** When it is said: a moment, or a time as forms write it, which is one on the company's clock. */
const Moment = v.pipe(
  v.string('Obrigatório'),
  v.minLength(1, 'Obrigatório'),
  v.check(isMoment, 'Informe data e hora'),
  v.metadata({ examples: ['2090-01-01T12:00'] }),
)

/** The last day of what is repeated; left empty it has none. */
const Until = v.pipe(
  v.nullable(v.string()),
  v.transform(text => text || null),
  v.nullable(v.pipe(v.string(), v.check(isDate, 'Informe o dia'))),
)

export const ScheduleBody = v.object({
  body: v.pipe(
    v.string('Obrigatório'),
    v.trim(),
    v.minLength(1, 'Obrigatório'),
    v.minLength(5, 'Mensagem muito curta'),
    v.maxLength(4000, 'Too Long!'),
    v.metadata({ input: 'longText', max: 4000 }),
  ),
  contactId: RequiredRef('contacts'),
  sendAt: Moment,
  /** The connection to write from; without one, whichever is the company's default then. */
  whatsappId: Ref('connections'),
  /** The author's name stands above the text. */
  signMessage: v.optional(Flag, false),
  /** A conversation that begins with it is open with its author; otherwise nobody waits for it until the customer writes. */
  openTicket: v.optional(Flag, true),
  recurrence: v.optional(v.picklist(RULES), 'none'),
  recurrenceUntil: v.optional(Until),
})
