import type { Ctx } from '#kernel/context'
import { contactLists } from '#modules/contact-lists'
import { toHolders } from '#modules/rights'

declare module '#kernel/context' {
  interface Events {
    /** Many people of a list are others now: whoever shows it reads it anew. */
    [items: `ContactListItem-${number}`]: { action: 'reload'; records: [] }
  }
}

/** Tells that many of a list changed at once, and what it counts. */
export async function tellItems(ctx: Ctx, listId: number) {
  ctx.publish(`ContactListItem-${listId}`, { action: 'reload', records: [] }, toHolders('campaigns:use')(ctx))
  await contactLists.tellCounts(ctx, listId)
}
