import * as v from 'valibot'

/** Somebody who gets no campaign, whichever list they stand in. */
export const OptOutBody = v.object({
  number: v.pipe(
    v.string('Required'),
    v.trim(),
    v.minLength(8, 'Too Short!'),
    v.maxLength(30, 'Too Long!'),
    v.metadata({ examples: ['5511912345678'] }),
  ),
  name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(50, 'Too Long!')), ''),
})
