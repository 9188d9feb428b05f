import * as v from 'valibot'
import { Flag } from '#kernel/fields'

const required = (max: number) => v.pipe(v.string('Obrigatório'), v.trim(), v.minLength(1, 'Obrigatório'), v.maxLength(max, 'Too Long!'))

export const AnnouncementBody = v.object({
  title: required(120),
  text: v.pipe(required(2000), v.metadata({ input: 'longText' })),
  /** 1 is high, 2 medium, 3 low. */
  priority: v.pipe(v.union([v.picklist(['1', '2', '3']), v.picklist([1, 2, 3])], 'Obrigatório'), v.transform(Number)),
  /** Whether it is active. */
  status: v.optional(Flag, true),
})
