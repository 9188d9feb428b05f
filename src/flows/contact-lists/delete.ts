import { transaction, type Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { contactLists } from '#modules/contact-lists'
import { purge } from '../purge'

/** Deletes a list with its people: gone for everybody at once, and row by row after. */
export const deleteContactList = (ctx: Ctx, contactListId: number) =>
  transaction(ctx, async ctx => {
    await contactLists.remove(ctx, contactListId)
    await jobs.enqueue(ctx, purge, { contactListId })
  })
