import * as v from 'valibot'
import { Count, LongText, Ref, Refs } from '#kernel/fields'
import { Reference } from '#kernel/ids'
import { Schedules } from '../companies/body'
import { TestBody as IntegrationTest } from '../integrations/body'
import { PromptBody, TestBody as PromptTest } from '../prompts/body'

const MAX_WORDS = 50
const words = v.optional(LongText(4000))
const robot = { promptId: Ref('prompts'), integrationId: Ref('integrations') }

const isInThisCentury = (at: string) => Math.abs(new Date(at).getUTCFullYear() - 2050) <= 50

/** A conversation that is tried: a form as it stands, over what is saved, and what the customer writes, one message after the other. */
export const TryBody = v.object({
  words: v.pipe(v.array(v.pipe(v.string(), v.maxLength(4000))), v.maxLength(MAX_WORDS)),
  /** When it is written, as an instant or by the clock of the company; now, when nothing is said. */
  at: v.optional(
    v.pipe(v.string(), v.union([v.pipe(v.string(), v.isoTimestamp()), v.pipe(v.string(), v.isoDateTime())]), v.check(isInThisCentury)),
  ),
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

/** The next words of a conversation with a robot as its form stands; what was said in it before, the product remembers for a while. */
const said = {
  talk: v.pipe(v.string(), v.uuid()),
  words: v.pipe(v.string(), v.trim(), v.nonEmpty('Required'), v.maxLength(4000, 'Too Long!')),
}
const { text: _, ...integration } = IntegrationTest.entries
export const IntegrationTalk = v.object({ ...integration, ...said })
export const PromptTalk = v.object({ ...PromptTest.entries, queueId: v.optional(v.nullable(PromptBody.entries.queueId)), ...said })
export type IntegrationTalk = v.InferOutput<typeof IntegrationTalk>
export type PromptTalk = v.InferOutput<typeof PromptTalk>
