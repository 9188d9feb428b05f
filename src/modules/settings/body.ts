import * as v from 'valibot'

/** What is accepted says the registry, key by key. Null takes a secret away, and goes back to what is inherited. */
export const SettingBody = v.object({ value: v.nullable(v.union([v.pipe(v.string(), v.maxLength(1000)), v.number(), v.boolean()])) })
