import type { Ctx } from '#kernel/context'
import { closedPeriod, companies, type Company, type Hours } from '#modules/companies'
import { connections, type Connection } from '#modules/connections'
import { queueOptions, withWayBack } from '#modules/queue-options'
import { queues } from '#modules/queues'
import { settings } from '#modules/settings'
import { ticketBots } from '#modules/ticket-bots'
import type { AuthorizedTicket } from '#modules/tickets'
import type { Setup, Topic } from './decide'
import { helperAt } from './helpers'

const MINUTE_MS = 60_000

type Rules = Pick<
  Connection,
  'greetingMessage' | 'outOfHoursMessage' | 'integrationId' | 'promptId' | 'maxUseBotQueues' | 'timeUseBotQueues'
>
type Queue = Topic & { outOfHoursMessage: string; schedules: Hours[] }
/** Where a setup comes from: rows, or a form over them. */
type Source = {
  company: Company
  connection: Rules
  offered: readonly Topic[]
  queue(id: number): Promise<Queue | undefined>
  /** Whether the customer heard of this closed period already. */
  told(period: string): Promise<boolean>
}

/** What a connection and its company decide by. Rows are read when a decision asks for them, most ask for few. */
export async function setupFrom(ctx: Ctx, { company, connection, offered, queue, told }: Source): Promise<Setup> {
  const { language, timeZone } = company
  return {
    language,
    greeting: connection.greetingMessage,
    robot: connection,
    queues: await Promise.all(offered.map(one => helperAt(ctx, one))),
    singleQueueGreets: () => settings.committed(ctx, 'sendGreetingMessageOneQueues').then(value => value === 'enabled'),
    maxUses: connection.maxUseBotQueues,
    menuRestsMs: connection.timeUseBotQueues * MINUTE_MS,
    queue: async id => {
      const found = await queue(id)
      return found && helperAt(ctx, found)
    },
    options: (queueId, parentId) => queueOptions.children(ctx, queueId, parentId),
    option: id => queueOptions.find(ctx, id),
    async closed(queueId, at) {
      const kind = await settings.committed(ctx, 'scheduleType')
      if (kind === 'company') {
        const period = closedPeriod(company.schedules, timeZone, at)
        return period === null ? null : { period, text: connection.outOfHoursMessage, told: await told(period) }
      }
      const one = kind === 'queue' && queueId !== null ? await queue(queueId) : undefined
      const closed = one ? closedPeriod(one.schedules, timeZone, at) : null
      if (!one || closed === null) return null
      const words = one.outOfHoursMessage.trim()
      const period = `${one.id}:${closed}`
      return { period, text: words && offered.length > 1 ? withWayBack(words, language) : words, told: await told(period) }
    },
  }
}

export const setupOf = async (ctx: Ctx, connection: Connection, ticket: AuthorizedTicket): Promise<Setup> =>
  setupFrom(ctx, {
    company: await companies.committed(ctx),
    connection,
    offered: await connections.offeredQueues(ctx, connection.id),
    queue: id => queues.find(ctx, id),
    told: period => ticketBots.toldOf(ctx, ticket, period),
  })
