import * as v from 'valibot'
import { day, Page, TagList } from '#kernel/http/paging'

/** Left empty a filter is none. */
const none = v.pipe(
  v.literal(''),
  v.transform(() => undefined),
)
const either = (yes: string, no: string) =>
  v.optional(
    v.union([
      none,
      v.pipe(
        v.picklist([yes, no]),
        v.transform(text => text === yes),
      ),
    ]),
  )

/** What a list of contacts is narrowed by; all of it together. */
export const ContactQuery = v.object({
  ...Page.entries,
  /** Made on this day, or from one to another, on the company's clock. */
  date: day,
  dateStart: day,
  dateEnd: day,
  /** Tags of theirs or of their tickets: each of them. */
  tags: TagList,
  email: either('with', 'without'),
  disableBot: either('true', 'false'),
  isGroup: either('true', 'false'),
  whatsapp: v.optional(v.union([none, v.picklist(['valid', 'invalid', 'unchecked'])])),
  /** Has a ticket that has not ended. */
  open: either('true', 'false'),
})
export type ContactFilter = v.InferOutput<typeof ContactQuery>
