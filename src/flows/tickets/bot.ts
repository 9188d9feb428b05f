import { transaction, type Ctx } from '#kernel/context'
import { integrations } from '#modules/integrations'
import { prompts } from '#modules/prompts'
import { ticketBots } from '#modules/ticket-bots'
import { tickets, type AuthorizedTicket, type BotChange } from '#modules/tickets'
import { mustStand } from './conflict'
import { giveBack } from './give-back'
import { move } from './move'

type Bot = { useIntegration?: boolean; integrationId?: number | null; promptId?: number | null; chatbot?: boolean }

const MINUTE_MS = 60_000

/** Which robot answers in a ticket, and whether one does. */
export const setBot = (ctx: Ctx, ticket: AuthorizedTicket, bot: Bot) =>
  transaction(ctx, async ctx => {
    await integrations.mustOwn(ctx, bot.integrationId)
    await prompts.mustOwn(ctx, bot.promptId)
    return move(ctx, await tickets.reload(ctx, ticket), bot)
  })

/**
 * What a person wants of the robots of a conversation: that they rest for some minutes, none of them meaning no more, or that they begin
 * anew with the customer's next message.
 */
export const steerBot = (ctx: Ctx, ticket: AuthorizedTicket, change: BotChange) =>
  transaction(ctx, async ctx => {
    const before = await tickets.load(ctx, ticket.id)
    const { pauseMinutes, giveBack: isGivenBack, expected } = change
    if (expected) await mustStand(ctx, before, expected, isGivenBack ? { status: 'pending', userId: null } : {})
    const bot = await ticketBots.of(ctx, before.id)
    if (!isGivenBack) {
      if (pauseMinutes === undefined) return before
      const pausedUntil = pauseMinutes ? new Date(Date.now() + pauseMinutes * MINUTE_MS) : null
      await ticketBots.save(ctx, { ...bot, pausedUntil })
      await tickets.announce(ctx, before)
      return before
    }
    // The loop breaker begins to count anew, too: a person has looked.
    const resumed = { ...ticketBots.fresh(before.id), closedPeriod: bot.closedPeriod, holder: 'resumed', reason: 'resumed' } as const
    const after = before.status === 'closed' ? before : await giveBack(ctx, before)
    await ticketBots.save(ctx, resumed)
    return after
  })
