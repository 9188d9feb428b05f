import * as v from 'valibot'
import { Count, Flag, LongText, Ref, Refs, Text, Whole } from '#kernel/fields'
import { Reference } from '#kernel/ids'

const MAX = 100_000
/** A token sends for whoever has it: a short one would be guessed. */
export const TOKEN_MIN = 16
const message = v.optional(LongText(4000))
// What nothing reads yet has no form; older clients store it.
const none = { input: 'none' } as const
const text = v.optional(v.pipe(Text(4000), v.metadata(none)))
const amount = v.optional(v.pipe(Count(MAX), v.metadata(none)))

export const ConnectionBody = v.object({
  name: v.pipe(v.string('Obrigatório'), v.trim(), v.minLength(2, 'Too Short!'), v.maxLength(50, 'Too Long!')),
  sandbox: v.optional(Flag),
  isDefault: v.optional(Flag),
  queueIds: Refs('queues'),
  greetingMessage: message,
  complationMessage: message,
  integrationId: Ref('integrations'),
  expiresTicket: v.optional(Count(MAX)),
  expiresInactiveMessage: message,
  farewellMessage: text,
  outOfHoursMessage: text,
  ratingMessage: text,
  /** Never shown again, so '' says nothing of the one that is stored; null removes it. */
  token: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(200),
        v.check(token => token === '' || token.length >= TOKEN_MIN, 'Use pelo menos 16 caracteres'),
        v.transform(token => token || undefined),
        v.metadata({ input: 'secret' }),
      ),
    ),
  ),
  transferQueueId: v.pipe(Reference, v.metadata(none)),
  timeToTransfer: v.optional(v.pipe(Whole(0, MAX), v.metadata(none))),
  maxUseBotQueues: amount,
  timeUseBotQueues: amount,
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
