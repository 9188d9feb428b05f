import * as v from 'valibot'
import { ContactBody } from './body'
import { dialled } from './spellings'

/** The tags of a cell, between commas, semicolons or bars. */
const TagNames = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(1_000),
    v.transform(cell => [...new Set(cell.split(/[,;|]/).flatMap(name => name.trim() || []))]),
    v.maxLength(50),
    v.everyItem(name => name.length >= 3, 'Mensagem muito curta'),
    v.everyItem(name => name.length <= 60, 'Too Long!'),
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
