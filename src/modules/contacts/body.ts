import * as v from 'valibot'
import { Flag, Mail, Refs } from '#kernel/fields'
import { Reference } from '#kernel/ids'
import { dialled } from './spellings'

const fields = {
  name: v.pipe(v.string('Required'), v.trim(), v.minLength(1, 'Required'), v.minLength(2, 'Too Short!'), v.maxLength(50, 'Too Long!')),
  number: v.pipe(
    v.string('Required'),
    v.trim(),
    v.minLength(1, 'Required'),
    v.regex(/^\d*$/, 'Invalid number format. Only numbers is allowed.'),
    v.minLength(8, 'Too Short!'),
    v.maxLength(50, 'Too Long!'),
  ),
  email: Mail('Invalid email'),
  disableBot: v.optional(Flag),
  active: v.optional(Flag),
  extraInfo: v.optional(
    v.pipe(
      v.array(
        v.object({
          id: Reference,
          name: v.pipe(v.string(), v.trim(), v.minLength(1, 'Required'), v.maxLength(60)),
          value: v.pipe(v.string(), v.maxLength(500)),
        }),
      ),
      v.maxLength(50),
    ),
  ),
  /** The contact's own, beside those of its tickets. */
  tagIds: Refs('tags', 50),
}

/** What is left out is required too: the second text is said of a missing key. */
export const ContactBody = v.object(fields, 'Required')

/** The tags of a cell, between commas, semicolons or bars. */
const TagNames = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(1_000),
    v.transform(cell => [...new Set(cell.split(/[,;|]/).flatMap(name => name.trim() || []))]),
    v.maxLength(50),
    v.check(names => names.every(name => name.length >= 3), 'Mensagem muito curta'),
    v.check(names => names.every(name => name.length <= 60), 'Too Long!'),
  ),
)
const { tagIds: _, ...person } = ContactBody.entries

/** The digits of the longest number that can be called (E.164); two that stand in one cell are more. */
const LONGEST = 15
const Dialled = v.pipe(v.string('Required'), v.transform(dialled), ContactBody.entries.number, v.maxLength(LONGEST, 'Too Long!'))
/** A person in a row of a spreadsheet, the number as people write it. */
export const ImportedBody = v.object({ ...person, number: Dialled, tags: TagNames }, 'Required')
/** As much of one as a list of contacts keeps. */
export const ImportedPerson = v.object({ name: person.name, number: Dialled, email: person.email }, 'Required')
