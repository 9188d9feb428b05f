import * as v from 'valibot'
import { Count, Flag, LongText, Ref, Refs, Whole } from '#kernel/fields'

const MAX = 100_000
/** A token sends for whoever has it: a short one would be guessed. */
export const TOKEN_MIN = 16
const message = v.optional(v.pipe(LongText(4000), v.metadata({ rows: 3 })))

export const ConnectionBody = v.object({
  name: v.pipe(v.string('Obrigatório'), v.trim(), v.minLength(2, 'Too Short!'), v.maxLength(50, 'Too Long!')),
  sandbox: v.optional(Flag),
  isDefault: v.optional(Flag),
  warmsUp: v.optional(Flag),
  ignoresHealth: v.optional(Flag),
  queueIds: Refs('queues'),
  greetingMessage: message,
  complationMessage: message,
  ratingMessage: message,
  farewellMessage: message,
  outOfHoursMessage: message,
  promptId: Ref('prompts'),
  integrationId: Ref('integrations'),
  maxUseBotQueues: v.optional(Count(MAX)),
  timeUseBotQueues: v.optional(Count(MAX)),
  transferQueueId: Ref('queues'),
  /** Minutes. */
  timeToTransfer: v.optional(Whole(0, MAX)),
  /** Hours. */
  expiresTicket: v.optional(Count(MAX)),
  expiresInactiveMessage: message,
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
