import * as v from 'valibot'

/** So many bytes, as browsers write them. */
const bytes = (text: RegExp, example: string) => v.pipe(v.string(), v.regex(text), v.metadata({ examples: [example] }))

export const PushSubscriptionBody = v.object({
  endpoint: v.pipe(v.string(), v.maxLength(1_000), v.url('address'), v.metadata({ examples: ['https://push.exemplo.com/aparelho'] })),
  keys: v.object({
    p256dh: bytes(/^[\w-]{87}=?$/, 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes(/^[\w-]{22}(==)?$/, 'BTBZMqHH6r4Tts7J_aSIgg'),
  }),
})
