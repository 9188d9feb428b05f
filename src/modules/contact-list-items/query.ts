import * as v from 'valibot'
import { Page } from '#kernel/http/paging'
import { Filter } from '#kernel/noun/routes'

/** What a list is narrowed by; left empty a filter is none. */
const SITUATIONS = ['valid', 'unchecked', 'invalid', 'noNumber', 'optedOut'] as const
export type Situation = (typeof SITUATIONS)[number]
export const ItemQuery = v.object({
  ...Page.entries,
  contactListId: Filter,
  situation: v.optional(
    v.union([
      v.pipe(
        v.literal(''),
        v.transform(() => undefined),
      ),
      v.picklist(SITUATIONS),
    ]),
  ),
})
