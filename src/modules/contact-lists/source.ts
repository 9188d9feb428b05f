import * as v from 'valibot'
import { day, TagList } from '#kernel/http/paging'
import { RowId } from '#kernel/ids'
import { ListName, OUTCOMES } from './body'

const either = (yes: string, no: string) =>
  v.optional(
    v.pipe(
      v.picklist([yes, no]),
      v.transform(text => text === yes),
    ),
  )

/** The filters of the page of contacts, as it sends them. Groups are in no list. */
const Contacts = v.object({
  dateStart: day,
  dateEnd: day,
  tags: TagList,
  email: either('with', 'without'),
  disableBot: either('true', 'false'),
  whatsapp: v.optional(v.picklist(['valid', 'invalid', 'unchecked'])),
  open: either('true', 'false'),
})

/** People who are known already, as a list: those of a tag, of a filter of contacts, or of what became of a campaign. */
export const ListSource = v.object({
  name: ListName,
  tagId: v.optional(RowId),
  contacts: v.optional(Contacts),
  campaignId: v.optional(RowId),
  outcome: v.optional(v.picklist(OUTCOMES), 'delivered'),
})
export type ListSource = v.InferOutput<typeof ListSource>
