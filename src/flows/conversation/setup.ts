import type { Ctx } from '#kernel/context'
import { closedPeriod, companies } from '#modules/companies'
import { connections, type Connection } from '#modules/connections'
import { queueOptions, withWayBack } from '#modules/queue-options'
import { queues } from '#modules/queues'
import { settings } from '#modules/settings'
import { ticketBots } from '#modules/ticket-bots'
import type { AuthorizedTicket } from '#modules/tickets'
import type { Setup } from './decide'

const MINUTE_MS = 60_000

/** What a connection and its company decide by. Rows are read when a decision asks for them, most ask for few. */
export async function setupOf(ctx: Ctx, connection: Connection, ticket: AuthorizedTicket): Promise<Setup> {
  const company = await companies.get(ctx)
  const offered = (await connections.queuesOf(ctx.db, [connection.id])).get(connection.id) ?? []
  return {
    language: company.language,
    greeting: connection.greetingMessage,
    robot: connection,
    queues: offered,
    singleQueueGreets: await settings.enabled(ctx, 'sendGreetingMessageOneQueues'),
    maxUses: connection.maxUseBotQueues,
    menuRestsMs: connection.timeUseBotQueues * MINUTE_MS,
    queue: id => queues.find(ctx, id),
    options: (queueId, parentId) => queueOptions.children(ctx, queueId, parentId),
    option: id => queueOptions.find(ctx, id),
    async closed(queueId, at) {
      const kind = await settings.value(ctx, 'scheduleType')
      if (kind === 'company') {
        const period = closedPeriod(company.schedules, company.timeZone, at)
        return period === null ? null : { period, text: connection.outOfHoursMessage, told: await ticketBots.toldOf(ctx, ticket, period) }
      }
      const queue = kind === 'queue' && queueId !== null ? await queues.find(ctx, queueId) : undefined
      const period = queue && closedPeriod(queue.schedules, company.timeZone, at)
      if (!queue || !period) return null
      const words = queue.outOfHoursMessage.trim()
      const text = words && offered.length > 1 ? withWayBack(words, company.language) : words
      const named = `${queue.id}:${period}`
      return { period: named, text, told: await ticketBots.toldOf(ctx, ticket, named) }
    },
  }
}
