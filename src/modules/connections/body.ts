import * as v from 'valibot'
import { Count, Flag, Text, Whole } from '#kernel/fields'
import { Reference, RowId } from '#kernel/ids'

const MAX = 100_000
const text = v.optional(Text(4000))
const amount = v.optional(Count(MAX))

export const ConnectionBody = v.object({
  name: v.pipe(v.string('Obrigatório'), v.trim(), v.minLength(2, 'Too Short!'), v.maxLength(50, 'Too Long!')),
  isDefault: v.optional(Flag),
  sandbox: v.optional(Flag),
  greetingMessage: text,
  farewellMessage: text,
  complationMessage: text,
  outOfHoursMessage: text,
  ratingMessage: text,
  queueIds: v.optional(v.pipe(v.array(RowId), v.maxLength(200))),
  /** Never shown again, so '' says nothing of the one that is stored; null removes it. */
  token: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(200),
        v.transform(token => token || undefined),
      ),
    ),
  ),
  transferQueueId: Reference,
  timeToTransfer: v.optional(Whole(0, MAX)),
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
