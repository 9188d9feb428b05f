import * as v from 'valibot'
import { day as civilDate, IdList, pageNumber, searchParam, TagList } from '#kernel/http/paging'
import { RowId, Reference } from '#kernel/ids'
import { Ahead, Flag, Moment, RequiredWhole, Text } from '#kernel/fields'
import { Note } from '../ticket-notes/body'

const STATUSES = ['open', 'pending', 'closed'] as const
/** When the row that somebody acts on was touched last: what the customer wrote after that, they have not seen. */
const seenAt = v.optional(v.nullable(Moment))
/**
 * Optimistic concurrency: as whoever asks knows the ticket. Where it stands otherwise by now and is not yet as asked for, nothing is done.
 */
const expected = v.optional(v.object({ status: v.optional(v.picklist(STATUSES)), userId: Reference, queueId: Reference }))
/** Also what somebody read meanwhile: asked later than they looked, a page has marked as read what it shows. */
const evenRead = v.optional(Flag)
/** `attending` is an older word for open. */
const Status = v.pipe(
  v.picklist([...STATUSES, 'attending', 'group']),
  v.transform(status => (status === 'attending' ? 'open' : status)),
)
const flag = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(5),
    v.transform(value => value === 'true'),
  ),
)

export const TicketQuery = v.object({
  searchParam,
  pageNumber,
  status: v.optional(
    v.union([
      v.pipe(
        v.literal(''),
        v.transform(() => undefined),
      ),
      Status,
    ]),
  ),
  /** Made, or touched last, on a day of the company. */
  date: civilDate,
  updatedAt: civilDate,
  order: v.optional(v.picklist(['newest', 'oldest', 'waiting', 'unanswered', 'snoozed']), 'newest'),
  showAll: flag,
  /** Only whose customer waits for an answer. */
  unanswered: flag,
  withUnreadMessages: flag,
  /** With those also what was handed to who asks, or came back to them, and was not opened since. */
  orUnopened: flag,
  /** Those that sleep, or those that do not; unasked both. */
  snoozed: flag,
  queueIds: IdList,
  /** Queues that are left out: a new one is shown without having been named. */
  exceptQueueIds: IdList,
  /** These queues alone. */
  queues: IdList,
  tags: TagList,
  users: IdList,
  /** What is searched for was written by the customer, or by the company. */
  writtenBy: v.optional(v.picklist(['customer', 'team'])),
  hasFile: flag,
  /** Days of the company, both of them included. */
  dateFrom: civilDate,
  dateTo: civilDate,
})

const ofReport = v.picklist([...STATUSES, 'group'])
/** One status, or several as JSON text. */
const statuses = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(100),
    v.transform(text => (/^\[.*\]$/.test(text) ? text.slice(1, -1).replaceAll('"', '').split(',') : [text]).filter(Boolean)),
    v.array(ofReport),
  ),
  '',
)

export const ReportQuery = v.object({
  searchParam,
  page: pageNumber,
  pageSize: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{0,3}$/),
      v.transform(size => Number(size) || 20),
      v.maxValue(500),
    ),
    '',
  ),
  contactId: Reference,
  whatsappId: Reference,
  dateFrom: civilDate,
  dateTo: civilDate,
  status: statuses,
  queueIds: IdList,
  tags: TagList,
  users: IdList,
})

/** One lane of the board by its tag, 0 for tickets that are in none; without it all of them in one list. */
export const BoardQuery = v.object({
  lane: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))),
  ...v.pick(TicketQuery, ['searchParam', 'pageNumber', 'queueIds', 'exceptQueueIds', 'users']).entries,
})

/** The other tickets of a contact, from below one of them on. */
export const OthersQuery = v.object({ before: v.optional(RowId) })

export const TicketBody = v.object({
  contactId: RowId,
  queueId: Reference,
  whatsappId: Reference,
  userId: Reference,
  status: v.optional(v.string()),
})

/** Of whom an active ticket is looked for. */
export const ActiveQuery = v.object({ contactId: RowId })

export const TicketPatch = v.object({
  status: v.optional(
    v.pipe(
      v.picklist([...STATUSES, 'attending']),
      v.transform(status => (status === 'attending' ? 'open' : status)),
    ),
  ),
  userId: Reference,
  queueId: Reference,
  whatsappId: Reference,
  useIntegration: v.optional(Flag),
  integrationId: Reference,
  promptId: Reference,
  chatbot: v.optional(Flag),
  /** Nobody is told: the customer of no end and no transfer, and who has it from then on of no transfer, as where something is undone. */
  justClose: v.optional(Flag),
  /** The newest message that whoever resolves has read: what the customer wrote after it is not resolved unread. */
  seen: v.optional(v.nullable(Text(200))),
  /** The same for who resolves from a list. */
  seenAt,
  evenRead,
  /** Without it a person who has the ticket is expected to be the one who had it when the request came. */
  expected,
  /** For whoever gets the ticket: written down in it before it goes. */
  note: v.optional(v.nullable(v.union([v.literal(''), Note]))),
})

const WEEK_MINUTES = 7 * 24 * 60
/** The robots of a ticket rest for so long, 0 to end the rest; or they begin anew. */
export const BotBody = v.object({ pauseMinutes: v.optional(RequiredWhole(0, WEEK_MINUTES)), giveBack: v.optional(Flag), expected })

/** Until when a ticket sleeps at most; without a moment, until the customer writes. */
export const SnoozeBody = v.object({ until: v.nullable(Ahead), seenAt, evenRead })

export const CloseAllBody = v.object({
  status: v.picklist(['open', 'pending']),
  selectedQueueIds: v.optional(v.pipe(v.array(RowId), v.maxLength(500)), []),
  exceptQueueIds: v.optional(v.pipe(v.array(RowId), v.maxLength(500)), []),
})
