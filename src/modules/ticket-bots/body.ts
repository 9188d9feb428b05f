import * as v from 'valibot'
import { Count, LongText, Ref, Refs } from '#kernel/fields'
import { Reference } from '#kernel/ids'
import { Schedules } from '../companies/body'

const MAX_WORDS = 50
const words = v.optional(LongText(4000))
const robot = { promptId: Ref('prompts'), integrationId: Ref('integrations') }

const isInThisCentury = (at: string) => Math.abs(new Date(at).getUTCFullYear() - 2050) <= 50

/** A conversation that is tried: a form as it stands, over what is saved, and what the customer writes, one message after the other. */
export const TryBody = v.object({
  words: v.pipe(v.array(v.pipe(v.string(), v.maxLength(4000))), v.maxLength(MAX_WORDS)),
  /** When it is written; now, when nothing is said. */
  at: v.optional(v.pipe(v.string(), v.isoTimestamp(), v.check(isInThisCentury))),
  connectionId: Reference,
  connection: v.optional(
    v.object({
      ...robot,
      queueIds: Refs('queues'),
      greetingMessage: words,
      outOfHoursMessage: words,
      maxUseBotQueues: v.optional(Count(100_000)),
      timeUseBotQueues: v.optional(Count(100_000)),
    }),
  ),
  queueId: Reference,
  queue: v.optional(
    v.object({
      ...robot,
      name: v.optional(v.pipe(v.string(), v.maxLength(50))),
      greetingMessage: words,
      outOfHoursMessage: words,
      schedules: v.optional(Schedules),
    }),
  ),
})
export type Try = v.InferOutput<typeof TryBody>
