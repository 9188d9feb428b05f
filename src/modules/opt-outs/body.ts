import * as v from 'valibot'

/** Somebody who gets no campaign, whichever list they stand in. The number may be written with signs. */
export const OptOutBody = v.object({
  number: v.pipe(
    v.string('Required'),
    v.trim(),
    v.minLength(1, 'Required'),
    v.regex(/^[\d\s()+.-]*$/, 'Invalid number format. Only numbers is allowed.'),
    v.minLength(8, 'Too Short!'),
    v.maxLength(30, 'Too Long!'),
  ),
  name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(50, 'Too Long!')), ''),
})
