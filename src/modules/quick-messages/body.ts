import * as v from 'valibot'
import { Flag } from '#kernel/fields'

const required = (max: number) =>
  v.pipe(
    v.string('Obrigatório'),
    v.trim(),
    v.minLength(1, 'Obrigatório'),
    v.minLength(3, 'ERR_QUICKMESSAGE_INVALID_NAME'),
    v.maxLength(max, 'Too Long!'),
  )

export const QuickMessageBody = v.object({
  /** What is typed after the slash; one that was typed too is not part of it. */
  shortcode: v.pipe(
    v.string('Obrigatório'),
    v.transform(text => text.replace(/^[\s/]+/, '')),
    required(40),
  ),
  message: v.pipe(required(4000), v.metadata({ input: 'longText', max: 4000 })),
  /** Shared with the whole company. */
  geral: v.optional(Flag),
})
