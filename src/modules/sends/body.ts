import * as v from 'valibot'
import { Ref } from '#kernel/fields'
import { MAX_TEXT } from '../messages/body'

export { Uid } from '../messages/body'

/** A phone number in whatever spelling, as its digits; programs that keep it as a number send one. */
const Number = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.integer(), v.transform(String))], 'Required'),
  v.maxLength(50, 'Too Long!'),
  v.regex(/^\+?[\d\s().-]*$/, 'Invalid number format. Only numbers is allowed.'),
  v.transform(text => text.replace(/\D/g, '')),
  v.minLength(8, 'Too Short!'),
  v.maxLength(15, 'Too Long!'),
)
const Text = v.pipe(v.string(), v.maxLength(MAX_TEXT, 'A mensagem é longa demais'))
/** A form has it as text; null is off. */
const Flag = v.pipe(
  v.union([v.boolean(), v.null(), v.picklist(['true', 'false'])]),
  v.transform(value => String(value) === 'true'),
)
const entries = {
  number: Number,
  /** Ends the conversation with it, whoever has it. */
  closeTicket: v.optional(Flag, false),
  /** Where a conversation that begins with it waits. */
  queueId: Ref('queues'),
}

export const SendBody = v.object({
  ...entries,
  body: v.pipe(
    Text,
    v.check(text => text.trim() !== '', 'Escreva uma mensagem'),
  ),
})
/** The fields beside the files of a form; the text goes with the first file. */
export const SendFields = v.object({ ...entries, body: v.optional(Text, '') })
/** Made up by the program; the same key is the same request for a week. */
export const IdempotencyKey = v.nullable(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/)))
