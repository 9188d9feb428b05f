import { transaction, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { jobs } from '#kernel/jobs/jobs'
import { campaigns } from '#modules/campaigns'
import { contactLists } from '#modules/contact-lists'
import { purge } from '../purge'

/** Deletes a list with its people: gone for everybody at once, and row by row after. */
export const deleteContactList = (ctx: Ctx, contactListId: number) =>
  transaction(ctx, async ctx => {
    await contactLists.load(ctx, contactListId)
    const using = await campaigns.activeOf(ctx, { contactListId })
    if (using.length) throw new AppError('ERR_LIST_IN_USE', 409, { campaign: using[0]!.name })
    await contactLists.remove(ctx, contactListId)
    await jobs.enqueue(ctx, purge, { contactListId })
  })
