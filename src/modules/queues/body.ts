import * as v from 'valibot'
import { LongText, Ref, Text, Whole } from '#kernel/fields'

const clock = v.pipe(v.string(), v.regex(/^$|^([01]\d|2[0-3]):[0-5]\d$/))

export const QueueBody = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(2, 'ERR_QUEUE_INVALID_NAME'), v.maxLength(50, 'ERR_QUEUE_INVALID_NAME')),
  color: v.pipe(v.string(), v.regex(/^#([\da-f]{3}|[\da-f]{6})$/i, 'ERR_QUEUE_INVALID_COLOR'), v.metadata({ input: 'color' })),
  greetingMessage: v.optional(LongText(4000)),
  // Nothing sends it yet, so no form asks for it; older clients store it.
  outOfHoursMessage: v.optional(v.pipe(Text(4000), v.metadata({ input: 'none' }))),
  orderQueue: v.optional(Whole(-10_000, 10_000)),
  integrationId: Ref('integrations'),
  schedules: v.optional(
    v.pipe(
      v.array(
        v.object({
          weekday: v.pipe(v.string(), v.maxLength(30)),
          weekdayEn: v.pipe(v.string(), v.maxLength(12)),
          startTime: clock,
          endTime: clock,
        }),
      ),
      v.maxLength(7),
    ),
  ),
})
