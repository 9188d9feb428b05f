import { transaction, type Ctx } from '#kernel/context'
import { integrations } from '#modules/integrations'
import { prompts } from '#modules/prompts'
import { tickets, type AuthorizedTicket } from '#modules/tickets'
import { move } from './move'

type Bot = { useIntegration?: boolean; integrationId?: number | null; promptId?: number | null; chatbot?: boolean }

/** Which robot answers in a ticket, and whether one does. */
export const setBot = (ctx: Ctx, ticket: AuthorizedTicket, bot: Bot) =>
  transaction(ctx, async ctx => {
    await integrations.mustOwn(ctx, bot.integrationId)
    await prompts.mustOwn(ctx, bot.promptId)
    return move(ctx, await tickets.reload(ctx, ticket), bot)
  })
