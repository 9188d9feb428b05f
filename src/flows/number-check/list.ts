import { transaction, type Ctx } from '#kernel/context'
import { people } from '#modules/contact-list-items'
import { contactLists } from '#modules/contact-lists'
import { tellItems } from '../contact-lists/told'
import { enqueueCheck, stopCheck, type Numbers } from './kind'

/** Has the numbers of a list checked; part of the caller's transaction. */
export async function checkNumbers(ctx: Ctx, listId: number) {
  if (!(await contactLists.find(ctx, listId))?.isCheckStopped) await enqueueCheck(ctx, { listId })
}

/** Goes on with those whom nobody asked about; when all were, asks once more about those who were said to have no account. */
export const recheckNumbers = (ctx: Ctx, listId: number) =>
  transaction(ctx, async ctx => {
    await contactLists.load(ctx, listId)
    if (!(await people.unchecked(ctx, listId, 1)).length) await people.recheck(ctx, listId)
    await contactLists.patch(ctx, listId, { isCheckStopped: false })
    await checkNumbers(ctx, listId)
    await tellItems(ctx, listId)
    return contactLists.get(ctx, listId)
  })

/** Ends the check of a list, until somebody goes on with it: people who come into it meanwhile wait as well. */
export const stopNumbers = (ctx: Ctx, listId: number) =>
  transaction(ctx, async ctx => {
    await contactLists.load(ctx, listId)
    await contactLists.patch(ctx, listId, { isCheckStopped: true })
    await stopCheck(ctx, String(listId))
    await contactLists.tellCounts(ctx, listId)
    return contactLists.get(ctx, listId)
  })

/** The people of a list; whom a contact of the company tells to be on WhatsApp comes with the lid. */
export const numbersOfList = (listId: number): Numbers => ({
  async next(ctx, limit) {
    const list = await contactLists.find(ctx, listId)
    return list && !list.isCheckStopped ? people.unchecked(ctx, listId, limit) : undefined
  },
  async store(ctx, answers) {
    for (const { one, answer } of answers) await people.checked(ctx, one.id, answer)
    await tellItems(ctx, listId)
  },
})
