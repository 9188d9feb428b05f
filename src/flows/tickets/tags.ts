import { transaction, type Ctx } from '#kernel/context'
import { tags } from '#modules/tags'
import { tickets } from '#modules/tickets'

/** Replaces a ticket's tags. */
export const retag = (ctx: Ctx, ticketId: number, tagIds: number[]) =>
  transaction(ctx, async ctx => {
    const ticket = await tickets.load(ctx, ticketId)
    await tags.replace(ctx, ticketId, tagIds)
    await tickets.announce(ctx, ticket)
    return tickets.view(ctx, ticket)
  })

/** Puts one tag on a ticket, as a board moves it. */
export const attachTag = (ctx: Ctx, ticketId: number, tagId: number) =>
  transaction(ctx, async ctx => {
    const ticket = await tickets.load(ctx, ticketId)
    const link = await tags.attach(ctx, ticketId, tagId)
    await tickets.announce(ctx, ticket)
    return link
  })

/** Takes a ticket off the board. */
export const leaveBoard = (ctx: Ctx, ticketId: number) =>
  transaction(ctx, async ctx => {
    const ticket = await tickets.load(ctx, ticketId)
    await tags.leaveBoard(ctx, ticketId)
    await tickets.announce(ctx, ticket)
  })
