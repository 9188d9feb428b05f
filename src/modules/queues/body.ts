import * as v from 'valibot'
import { LongText, Ref, Whole } from '#kernel/fields'
import { Schedules } from '../companies/body'

export const QueueBody = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(2, 'ERR_QUEUE_INVALID_NAME'), v.maxLength(50, 'ERR_QUEUE_INVALID_NAME')),
  color: v.pipe(v.string(), v.regex(/^#([\da-f]{3}|[\da-f]{6})$/i, 'ERR_QUEUE_INVALID_COLOR'), v.metadata({ input: 'color' })),
  greetingMessage: v.optional(LongText(4000)),
  outOfHoursMessage: v.optional(LongText(4000)),
  orderQueue: v.optional(Whole(-10_000, 10_000)),
  promptId: Ref('prompts'),
  integrationId: Ref('integrations'),
  schedules: v.optional(Schedules),
})
