import * as v from 'valibot'
import { Flag, OneOf, Required, RequiredLong } from '#kernel/fields'

export const AnnouncementBody = v.object({
  title: Required(120),
  text: RequiredLong(2000),
  /** 1 is high, 2 medium, 3 low. */
  priority: v.optional(OneOf([1, 2, 3]), 3),
  /** Whether it is shown. */
  status: v.optional(Flag, true),
})
