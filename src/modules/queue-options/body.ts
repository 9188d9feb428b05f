import * as v from 'valibot'
import { LongText, Required, RequiredRef, RequiredWhole } from '#kernel/fields'
import { RowId } from '#kernel/ids'

/** Of one queue, on all levels; and how deep they go. */
export const MAX_OPTIONS = 1_000
/** Side by side, so that a menu is one message that can be read. */
export const MAX_SIBLINGS = 50
export const MAX_DEPTH = 20

/** The option above it. The first level has none: null, or -1 where clients of the family ask for it. */
const Parent = v.pipe(
  v.nullable(v.union([v.literal(''), v.literal(-1), v.literal('-1'), RowId])),
  v.transform(id => (typeof id === 'number' && id > 0 ? id : null)),
  v.metadata({ input: 'none', examples: [null] }),
)

/** What a customer types to choose it: its place among those beside it, the last one if there are fewer. */
const OptionNumber = v.pipe(RequiredWhole(1, MAX_OPTIONS), v.metadata({ input: 'none' }))

export const QueueOptionBody = v.object({
  title: Required(100),
  message: v.optional(LongText(4000)),
  option: v.optional(OptionNumber),
  queueId: RequiredRef('queues'),
  parentId: v.optional(Parent, null),
})

/** An option stays where it is in the tree; `option` moves it among those beside it. */
export const QueueOptionPatch = v.object({
  title: v.optional(Required(100)),
  message: v.optional(LongText(4000)),
  option: v.optional(OptionNumber),
})
