import * as v from 'valibot'
import { MAX_TEXT } from '../messages/body'
import { NOTE_MAX } from '../ticket-notes/body'

/** All of it; what is empty is no draft any more. `version` is that of the draft on which it was written, 0 where none was known. */
export const DraftBody = v.object({
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  text: v.pipe(v.string(), v.maxLength(MAX_TEXT, 'A mensagem é longa demais')),
  note: v.pipe(v.string(), v.maxLength(NOTE_MAX, 'Too Long!')),
})
