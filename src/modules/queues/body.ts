import * as v from 'valibot'
import { Reference } from '#kernel/ids'

const order = v.optional(
  v.nullable(
    v.pipe(
      v.union([v.literal(''), v.pipe(v.number(), v.integer(), v.minValue(-10_000), v.maxValue(10_000))]),
      v.transform(place => (place === '' ? null : place)),
    ),
  ),
)
const text = v.optional(v.pipe(v.string(), v.maxLength(4000)))
const clock = v.pipe(v.string(), v.regex(/^$|^([01]\d|2[0-3]):[0-5]\d$/))

export const QueueBody = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(2, 'ERR_QUEUE_INVALID_NAME'), v.maxLength(50, 'ERR_QUEUE_INVALID_NAME')),
  color: v.pipe(v.string(), v.regex(/^#([\da-f]{3}|[\da-f]{6})$/i, 'ERR_QUEUE_INVALID_COLOR')),
  greetingMessage: text,
  outOfHoursMessage: text,
  orderQueue: order,
  integrationId: Reference,
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
