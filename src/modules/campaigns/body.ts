import * as v from 'valibot'
import { Flag, LongText, OneOf, Ref } from '#kernel/fields'

const message = v.optional(LongText(4000, 'A mensagem é longa demais'), '')

/** No calendar of hours is counted out for longer. */
const FAR = Date.UTC(2200, 0)
export const isPlannable = (text: string) => Date.parse(text) < FAR && isOnCalendar(/^\d{4}-\d\d-\d\d/.exec(text)?.[0])
/** The 31st of February is read as the 3rd of March. */
const isOnCalendar = (date: string | undefined) =>
  date === undefined || (!Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date))

/** When it begins, or never by itself: a moment, or what a field of date and time of older clients sends, a time on the company's clock. */
const Moment = v.optional(
  v.pipe(
    v.nullable(v.union([v.literal(''), v.pipe(v.string(), v.maxLength(40), v.check(isPlannable, 'date'))])),
    v.transform(text => text || null),
    v.metadata({ examples: [null] }),
  ),
)
/** A date and a time as a clock shows them, without what names the place on the globe. */
export const WALL = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(\.\d+)?)?$/

const texts = {
  message1: message,
  message2: message,
  message3: message,
  message4: message,
  message5: message,
  confirmationMessage1: message,
  confirmationMessage2: message,
  confirmationMessage3: message,
  confirmationMessage4: message,
  confirmationMessage5: message,
}
export const NUMBERS = [1, 2, 3, 4, 5] as const

/** Messages sent in turn to the people of a list, each of them perhaps after a question that was answered. */
export const CampaignBody = v.object({
  name: v.pipe(v.string('Required'), v.trim(), v.minLength(1, 'Required'), v.minLength(2, 'Too Short!'), v.maxLength(50, 'Too Long!')),
  ...texts,
  /** Asks first, and sends the message to those who answer. */
  confirmation: v.optional(Flag, false),
  scheduledAt: Moment,
  whatsappId: Ref('connections'),
  contactListId: Ref('contact_lists'),
  /** Files that follow the message. */
  fileListId: Ref('file_lists'),
  /** Where conversations begin that answer it. */
  queueId: Ref('queues'),
})
/** With a tag in the place of a list, as clients of this family send it: a list is made of its contacts. */
export const NewCampaign = v.object({
  ...CampaignBody.entries,
  tagListId: v.optional(
    v.pipe(
      v.unknown(),
      v.transform(id => (/^\d{1,15}$/.test(String(id)) ? Number(id) : undefined)),
      v.metadata({ examples: [null] }),
    ),
  ),
})

export const STATUSES = ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] as const
type Status = (typeof STATUSES)[number]

const HOUR_MS = 3600_000
/** How long an unanswered question keeps its campaign open. */
export const ANSWER_HOURS = 48
/** What of a campaign may be changed: all of it, its messages alone, or nothing. */
export function editable({ status, scheduledAt }: { status: Status; scheduledAt: Date | string | null }, now = Date.now()) {
  if (status === 'CANCELADA') return 'messages' as const
  const isFar = scheduledAt !== null && new Date(scheduledAt).getTime() - now > HOUR_MS
  return status === 'INATIVA' || (status === 'PROGRAMADA' && isFar) ? ('all' as const) : ('nothing' as const)
}
export const MESSAGE_FIELDS = Object.keys(texts) as (keyof typeof texts)[]
/** As they are stored, or as a form holds them. */
export type Texts = { [field in (typeof MESSAGE_FIELDS)[number]]?: string | null }
const said = (text: string | null | undefined) => text?.trim() ?? ''
/** The question before a message: its own, else the first that there is. */
export const questionBefore = (texts: Texts, n: (typeof NUMBERS)[number]) =>
  said(texts[`confirmationMessage${n}`]) || (NUMBERS.map(n => said(texts[`confirmationMessage${n}`])).find(Boolean) ?? '')

/** The texts of a campaign that say something, each with its question. */
export const textsOf = (texts: Texts) =>
  NUMBERS.flatMap(n => {
    const text = said(texts[`message${n}`])
    return text ? [{ text, question: questionBefore(texts, n) }] : []
  })

type Sent = Texts & {
  confirmation: boolean
  whatsappId?: number | null
  contactListId?: number | null
  fileListId?: number | null
  mediaPath?: string | null
}
/** What keeps a campaign from being sent, as fields. */
export function missingOf(campaign: Sent) {
  const texts = textsOf(campaign)
  return [
    !campaign.whatsappId && 'whatsappId',
    !campaign.contactListId && 'contactListId',
    !texts.length && !campaign.mediaPath && !campaign.fileListId && 'message1',
    campaign.confirmation && !texts.some(({ question }) => question) && 'confirmationMessage1',
  ].filter(field => field !== false)
}
/** Fields of a cancelled campaign that may be changed: its messages, and its number where that was deleted. */
export const openFields = ({ whatsappId }: { whatsappId: number | null }): (keyof typeof texts | 'whatsappId')[] =>
  whatsappId === null ? [...MESSAGE_FIELDS, 'whatsappId'] : MESSAGE_FIELDS

const INTERVALS = [0, 5, 10, 15, 20] as const
const LONGER = [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120] as const
const Key = v.pipe(v.string(), v.trim(), v.regex(/^[\p{L}\p{N}_]{1,30}$/u, 'variable'))
const Clock = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
const Weekday = v.object({ isOn: v.boolean(), from: Clock, to: Clock })

/** How fast campaigns are sent, when, and what their texts may name. */
export const CampaignSettings = v.object({
  /** Seconds between two messages of a number. */
  messageInterval: OneOf(INTERVALS),
  /** After so many messages it rests; 0 never. */
  longerIntervalAfter: OneOf(LONGER),
  /** Seconds of a rest. */
  greaterInterval: OneOf(LONGER),
  variables: v.pipe(
    v.array(v.object({ key: Key, value: v.pipe(v.string(), v.maxLength(500)) })),
    v.maxLength(50),
    v.check(all => new Set(all.map(({ key }) => key)).size === all.length, 'Esta chave já existe'),
  ),
  /** From Monday on, the hours in which campaigns are sent. */
  days: v.pipe(
    v.array(Weekday),
    v.length(7),
    v.check(days => days.every(({ isOn, from, to }) => !isOn || from < to), 'Informe o início e o fim'),
    v.check(days => days.some(({ isOn }) => isOn), 'Escolha pelo menos um dia'),
  ),
  /** Whoever answers with one of these alone gets no campaign any more. */
  optOutWords: v.pipe(
    v.array(v.pipe(v.string(), v.trim(), v.minLength(2, 'Too Short!'), v.maxLength(30, 'Too Long!'))),
    v.minLength(1),
    v.maxLength(20),
  ),
  optOutReply: v.pipe(v.string(), v.maxLength(500)),
})
export type CampaignSettings = v.InferOutput<typeof CampaignSettings>
export const CampaignSettingsBody = v.object({ settings: v.partial(CampaignSettings) })
export { INTERVALS, LONGER }

/** Parts of a report: all, or those of whom something is so. */
export const VIEWS = ['all', 'waiting', 'asking', 'delivered', 'read', 'answered', 'failed', 'stopped', 'optedOut'] as const
export type View = (typeof VIEWS)[number]
