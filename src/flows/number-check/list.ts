import { transaction, type Ctx } from '#kernel/context'
import { people } from '#modules/contact-list-items'
import { contactLists } from '#modules/contact-lists'
import { tellItems } from '../contact-lists/told'
import { enqueueCheck, type Numbers } from './kind'

/** Has the numbers of a list checked; part of the caller's transaction. */
export const checkNumbers = (ctx: Ctx, listId: number) => enqueueCheck(ctx, { listId })

/** Asks once more about those who were said to have no account. */
export const recheckNumbers = (ctx: Ctx, listId: number) =>
  transaction(ctx, async ctx => {
    await contactLists.load(ctx, listId)
    await people.recheck(ctx, listId)
    await checkNumbers(ctx, listId)
    await tellItems(ctx, listId)
    return contactLists.get(ctx, listId)
  })

/** The people of a list; whom a contact of the company tells to be on WhatsApp comes with the lid. */
export const numbersOfList = (listId: number): Numbers => ({
  next: async (ctx, limit) => ((await contactLists.find(ctx, listId)) ? people.unchecked(ctx, listId, limit) : undefined),
  async store(ctx, answers) {
    for (const { one, answer } of answers) await people.checked(ctx, one.id, answer)
    await tellItems(ctx, listId)
  },
})
