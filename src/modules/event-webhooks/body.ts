import * as v from 'valibot'
import { Flag, OrEmpty, Required, Secret } from '#kernel/fields'

/**
 * One secret, or several while they are changed. What is after whsec_ and no base64, of 12 bytes at least, would be a short or an empty key,
 * which anybody signs with.
 */
const isKey = (secret: string) => (secret.startsWith('whsec_') ? /^whsec_[\w+/-]{16,}={0,2}$/.test(secret) : secret.length >= 16)
const Key = v.pipe(
  Secret(1_000),
  v.check(secrets => secrets.trim().split(/\s+/).every(isKey), 'Use pelo menos 16 caracteres'),
  v.metadata({ examples: ['um-segredo-bem-comprido'] }),
)

export const EventWebhookBody = v.object({
  name: Required(60),
  url: v.pipe(
    Required(2_000),
    v.url('address'),
    v.regex(/^https?:\/\//, 'address'),
    v.metadata({ examples: ['https://exemplo.com/eventos'] }),
  ),
  secret: Key,
  tickets: v.optional(Flag, true),
  messages: v.optional(Flag, true),
  contacts: v.optional(Flag, true),
  ratings: v.optional(Flag, true),
  // A sample calls nobody.
  enabled: v.optional(v.pipe(Flag, v.metadata({ examples: [false] })), true),
})
/** A secret that is left empty stays as it is. */
export const EventWebhookPatch = v.object({ ...v.partial(EventWebhookBody).entries, secret: v.optional(OrEmpty(Key)) })
