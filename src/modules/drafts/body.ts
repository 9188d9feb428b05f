import * as v from 'valibot'
import { MAX_TEXT } from '../messages/body'
import { NOTE_MAX } from '../ticket-notes/body'

/** All of it; what is empty is no draft any more. */
export const DraftBody = v.object({
  text: v.pipe(v.string(), v.maxLength(MAX_TEXT, 'A mensagem é longa demais')),
  note: v.pipe(v.string(), v.maxLength(NOTE_MAX, 'Too Long!')),
})
