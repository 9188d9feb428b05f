import { transaction, type Ctx } from '#kernel/context'
import { tags, type TagChange } from '#modules/tags'
import { ticketActivities } from '#modules/ticket-activities'
import { tickets } from '#modules/tickets'

/** Does something to the tags of a ticket, and writes down what of them is another. */
async function written<T>(ctx: Ctx, ticketId: number, work: () => Promise<T>): Promise<T> {
  const before = await tags.namesOn(ctx, ticketId)
  const done = await work()
  await ticketActivities.retagged(ctx, ticketId, before, await tags.namesOn(ctx, ticketId))
  return done
}

/** Replaces a ticket's tags, or changes some of them. */
export const retag = (ctx: Ctx, ticketId: number, change: number[] | TagChange) =>
  transaction(ctx, async ctx => {
    const ticket = await tickets.load(ctx, ticketId)
    await written(ctx, ticketId, () => (Array.isArray(change) ? tags.replace(ctx, ticketId, change) : tags.amend(ctx, ticketId, change)))
    await tickets.announce(ctx, ticket)
    return tickets.view(ctx, ticket)
  })

/** Puts one tag on a ticket, as a board moves it. */
export const attachTag = (ctx: Ctx, ticketId: number, tagId: number) =>
  transaction(ctx, async ctx => {
    const ticket = await tickets.load(ctx, ticketId)
    const link = await written(ctx, ticketId, () => tags.attach(ctx, ticketId, tagId))
    await tickets.announce(ctx, ticket)
    return link
  })

/** Takes a ticket off the board. */
export const leaveBoard = (ctx: Ctx, ticketId: number) =>
  transaction(ctx, async ctx => {
    const ticket = await tickets.load(ctx, ticketId)
    await written(ctx, ticketId, () => tags.leaveBoard(ctx, ticketId))
    await tickets.announce(ctx, ticket)
  })
