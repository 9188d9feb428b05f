import * as v from 'valibot'
import { OrEmpty } from '#kernel/fields'
import type { BodyBounds } from '#kernel/http/limits'
import { RowId } from '#kernel/ids'

const FILE_LIMIT = 6_000_000
/** Of a message that may bring a file. */
export const FILE_BODY: BodyBounds = { bytes: FILE_LIMIT + 64_000, values: 1_000 }
const Digits = v.pipe(
  v.string(),
  v.transform(text => text.replace(/\D/g, '')),
  v.regex(/^\d{8,15}$/, 'number'),
)
const words = (max: number) => v.pipe(v.string(), v.trim(), v.minLength(1, 'Required'), v.maxLength(max, 'Too Long!'))
export const Line = v.object({ id: RowId })
export const Phone = v.object({ id: RowId, phone: Digits })
export const File = v.object({ ...Phone.entries, message: words(64) })

/** With a number: the phone whose owner types the pairing code. */
export const LinkBody = v.object({ number: v.optional(Digits) })
export const PhoneBody = v.object({ phone: v.optional(OrEmpty(Digits)), name: words(50) })
export const PhonePatch = v.object({
  name: v.optional(words(50)),
  online: v.optional(v.boolean()),
  autoRead: v.optional(v.boolean()),
  available: v.optional(v.boolean()),
})
const quote = v.optional(words(64))
export const MessageBody = v.variant('type', [
  v.object({ type: v.literal('text'), text: words(4000), quote }),
  v.object({
    type: v.picklist(['image', 'video', 'audio', 'voice', 'document', 'sticker']),
    /** Base64; without it a small sample is sent. */
    file: v.optional(v.pipe(v.string(), v.maxLength(FILE_LIMIT, 'Too Long!'), v.regex(/^[\w+/]*={0,2}$/))),
    mimetype: v.optional(words(120)),
    fileName: v.optional(words(200)),
    caption: v.optional(words(1000)),
    seconds: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(3600))),
    quote,
  }),
  v.object({
    type: v.literal('location'),
    latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
    longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
    name: v.optional(words(200)),
    address: v.optional(words(300)),
    quote,
  }),
  v.object({
    type: v.literal('contact'),
    contacts: v.pipe(v.array(v.object({ name: words(100), phone: Digits })), v.minLength(1), v.maxLength(10)),
    quote,
  }),
  v.object({ type: v.literal('reaction'), message: words(64), emoji: v.pipe(v.string(), v.maxLength(16)) }),
  v.object({ type: v.literal('edit'), message: words(64), text: words(4000) }),
  v.object({ type: v.literal('delete'), message: words(64) }),
])
export const TypingBody = v.object({ state: v.picklist(['composing', 'recording', 'paused']) })
export const CallBody = v.object({ video: v.optional(v.boolean()) })
export const FaultBody = v.object({ failNext: v.boolean() })
