import * as v from 'valibot'
import { RowId } from '#kernel/ids'

export const NOTE_MIN = 2
export const NOTE_MAX = 5_000

export const Note = v.pipe(
  v.string('Obrigatório'),
  v.trim(),
  v.minLength(NOTE_MIN, 'ERR_TICKETNOTE_INVALID_NAME'),
  v.maxLength(NOTE_MAX, 'Too Long!'),
  v.metadata({ input: 'longText', max: NOTE_MAX }),
)

export const TicketNoteBody = v.object({
  note: Note,
  ticketId: RowId,
  /** Whom it is about, as clients name it beside the ticket, which says it already. */
  contactId: v.optional(RowId),
  /** Colleagues whom it names, to be told. */
  mentions: v.optional(v.pipe(v.array(RowId), v.maxLength(20))),
  /** Idempotency key: what is written twice under it, because an answer was lost, is one note. */
  clientId: v.optional(v.pipe(v.string(), v.minLength(8), v.maxLength(64))),
})
export const TicketNotePatch = v.object({ note: v.optional(Note) })
