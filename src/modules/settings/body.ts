import * as v from 'valibot'

export const SettingBody = v.object({
  value: v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String), v.maxLength(1000)),
})
