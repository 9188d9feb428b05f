import * as v from 'valibot'

export const ListName = v.pipe(
  v.string('Required'),
  v.trim(),
  v.minLength(1, 'Required'),
  v.minLength(2, 'Too Short!'),
  v.maxLength(50, 'Too Long!'),
)
export const ContactListBody = v.object({ name: ListName })

/** What became of a campaign's contacts, as lists are made of them. */
export const OUTCOMES = ['delivered', 'read', 'answered', 'failed'] as const
