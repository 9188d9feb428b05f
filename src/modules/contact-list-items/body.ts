import * as v from 'valibot'
import { Mail, RequiredRef } from '#kernel/fields'

const empty = v.pipe(
  v.nullable(v.literal('')),
  v.transform(() => ''),
)

/** A person of a list. The number may be written with signs; one without a number is listed, and hears of no campaign. */
export const ContactListItemBody = v.object({
  name: v.pipe(v.string('Required'), v.trim(), v.minLength(1, 'Required'), v.minLength(2, 'Too Short!'), v.maxLength(50, 'Too Long!')),
  number: v.optional(
    v.union([
      empty,
      v.pipe(
        v.string(),
        v.trim(),
        v.regex(/^\+?[\d\s()./-]*$/, 'Invalid number format. Only numbers is allowed.'),
        v.minLength(8, 'Too Short!'),
        v.maxLength(50, 'Too Long!'),
      ),
    ]),
    '',
  ),
  email: v.optional(Mail('Invalid email'), ''),
  contactListId: RequiredRef('contact_lists'),
})
