import * as v from 'valibot'
import { Flag, Moment } from '#kernel/fields'
import { day, pageNumber, searchParam } from '#kernel/http/paging'
import { RowId } from '#kernel/ids'

export const MAX_TEXT = 65_536
export const MAX_FILES = 30
const Text = v.pipe(v.string(), v.maxLength(MAX_TEXT, 'A mensagem é longa demais'))
export const Uid = v.object({ id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) })

const cursor = v.optional(Uid.entries.id)
const quotedMsg = v.optional(v.nullable(v.object({ id: v.pipe(v.string(), v.maxLength(200)) })))
/** The names that robots, rules and campaigns give their words hold a colon, and are no client's to take: what is named twice is said once. */
const ClientId = v.pipe(v.string(), v.maxLength(64), v.regex(/^(?!turn-)[^:]*$/))
const clientId = v.optional(v.nullable(v.pipe(ClientId, v.minLength(8))))
/** When it was written, of what waited in a client since: too late, it is refused. */
const writtenAt = v.optional(Moment)
/** When its writer sent it: what the customer wrote since, and nobody read, stays unread and waits for an answer. */
const sentAt = v.optional(Moment)

export const MessageBody = v.object({
  body: v.pipe(
    Text,
    v.check(text => text.trim() !== '', 'Escreva uma mensagem'),
  ),
  quotedMsg,
  clientId,
  writtenAt,
  sentAt,
})
/** One message to one contact; clients ask once for each pair. */
export const ForwardBody = v.object({
  messageId: Uid.entries.id,
  contactId: RowId,
  /** Whether its words begin with the name of who forwards them. */
  signMessage: v.optional(Flag),
  clientId,
})
const MAX_CARDS = 10
export const LocationBody = v.object({
  latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ''),
  clientId,
})
/** People of the company's own contacts. */
export const ContactsBody = v.object({ contactIds: v.pipe(v.array(RowId), v.minLength(1), v.maxLength(MAX_CARDS)), clientId })
export const EditBody = v.object({
  body: v.pipe(
    Text,
    v.check(text => text.trim() !== '', 'Escreva uma mensagem'),
  ),
})
export const ReactionBody = v.object({ type: v.pipe(v.string(), v.maxLength(16)) })

/** An upload is named by its address too: one that is repeated is known before anything of it is read. */
export const UploadQuery = v.object({ clientId: v.optional(ClientId) })
/** The fields of an upload, all of them text; `body` is a caption for each file, or one for the first. */
export const UploadFields = v.object({
  body: v.optional(
    v.union([
      v.pipe(v.array(Text), v.maxLength(MAX_FILES)),
      v.pipe(
        Text,
        v.transform(text => [text]),
      ),
    ]),
    [],
  ),
  clientId: v.optional(
    v.union([
      v.pipe(v.array(ClientId), v.maxLength(MAX_FILES)),
      v.pipe(
        ClientId,
        v.transform(id => [id]),
      ),
    ]),
    [],
  ),
  ptt: v.optional(
    v.pipe(
      v.string(),
      v.transform(value => value === 'true'),
    ),
    'false',
  ),
  writtenAt,
  sentAt,
  quotedMsg: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(100_000),
      v.transform(text => {
        try {
          return (JSON.parse(text) as { id?: unknown } | null)?.id
        } catch {
          return undefined
        }
      }),
      v.optional(v.pipe(v.string(), v.maxLength(200))),
    ),
  ),
})

export const MessageQuery = v.object({
  pageNumber,
  /** A page that stands around, before or after a message instead of a numbered one. */
  around: cursor,
  before: cursor,
  after: cursor,
  /** A page around the first message from a civil day of the company on; its answer names that message. */
  aroundDate: day,
  /** The same from a moment on, as the beginning of a day where the reader is. */
  aroundTime: v.optional(Moment),
  /** A page around the moment at which a note was written. */
  aroundNote: v.optional(RowId),
  markRead: v.optional(
    v.pipe(
      v.string(),
      v.transform(value => value !== 'false'),
    ),
    'true',
  ),
  /** With the messages of the contact's earlier tickets. */
  history: v.optional(
    v.pipe(
      v.string(),
      v.transform(value => value === 'true'),
    ),
    'false',
  ),
})

/** What is looked for in one conversation. */
export const SearchQuery = v.object({ searchParam })

/** What was said, in pieces from the oldest message on, or from above one. */
export const TranscriptQuery = v.object({
  after: cursor,
  /** In every ticket of the contact that one sees. */
  all: v.pipe(
    v.optional(v.picklist(['true', 'false']), 'false'),
    v.transform(value => value === 'true'),
  ),
})

/** What was exchanged with a contact, by kind: a page from the newest on, or from below a message. */
export const SharedQuery = v.object({ kind: v.optional(v.picklist(['pictures', 'files', 'links']), 'pictures'), before: cursor })
