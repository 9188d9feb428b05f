import * as v from 'valibot'
import { Reference, RowId } from '#kernel/ids'

const text = v.optional(
  v.pipe(
    v.nullable(v.pipe(v.string(), v.maxLength(4000))),
    v.transform(value => value ?? ''),
  ),
)
/** Forms of older clients send numbers as text, and an empty field as ''. */
const amount = v.optional(
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{0,6}$/), v.transform(Number))]),
    v.integer(),
    v.minValue(0),
    v.maxValue(100_000),
  ),
)

export const ConnectionBody = v.object({
  name: v.pipe(v.string('Obrigatório'), v.trim(), v.minLength(2, 'Too Short!'), v.maxLength(50, 'Too Long!')),
  isDefault: v.optional(v.boolean()),
  sandbox: v.optional(v.boolean()),
  greetingMessage: text,
  farewellMessage: text,
  complationMessage: text,
  outOfHoursMessage: text,
  ratingMessage: text,
  queueIds: v.optional(v.pipe(v.array(RowId), v.maxLength(200))),
  token: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(200),
        v.transform(token => token || null),
      ),
    ),
  ),
  transferQueueId: Reference,
  timeToTransfer: v.optional(v.nullable(amount)),
  integrationId: Reference,
  maxUseBotQueues: amount,
  timeUseBotQueues: amount,
  expiresTicket: amount,
  expiresInactiveMessage: text,
})

export const PairingBody = v.object({
  number: v.optional(
    v.pipe(
      v.string(),
      v.transform(number => number.replace(/\D/g, '')),
      v.regex(/^\d{8,15}$/, 'ERR_WAPP_INVALID_CONTACT'),
    ),
  ),
})
