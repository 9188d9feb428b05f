import type { AuthorizedTicket } from '../src/modules/tickets'
import { SYSTEM } from '../src/modules/rights'
import { tickets } from '../src/modules/tickets'
import { customerOf, worldOf } from '../src/flows/conversation/stories.fixture'
import { say } from '../src/flows/say'
import { openOffice } from '../tests/factories'
import type { Bench } from './figures'
import { median, rounded } from './measure'

const CUSTOMERS = 200
/** Enough for the engine to compile what runs with every message. */
const WARM_UP = 6
const ROUNDS = 15
/** Milliseconds of processor. */
const GOAL = { atMost: 0.3 }

/**
 * What who answers costs, in this process and from the source, since storing a message costs ten times as much and half of that is the
 * disk's: bursts of the same words to conversations that a person has and to such that a menu has, in turns.
 */
export const deciding: Bench = async (tell, { scale }) => {
  const count = Math.max(20, Math.round(CUSTOMERS * scale))
  const office = await openOffice()
  const { norte } = office
  const options = [{ title: 'Internet' }, { title: 'Boleto' }]
  const queues = [{ name: 'Suporte do banco de provas', greetingMessage: 'Diga', options }, { name: 'Vendas do banco de provas' }]
  const place = await worldOf(norte, { maxUseBotQueues: 0, queues })
  const customers = () => Array.from({ length: count }, () => customerOf(office, norte, place))
  const [served, inMenu] = [customers(), customers()]
  const burst = (of: typeof served, text: string) => Promise.all(of.map(one => one.says(text)))
  async function costOf(work: () => Promise<unknown>) {
    Bun.gc(true)
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000 / count
  }

  try {
    await burst(served, 'oi')
    await burst(inMenu, 'oi')
    const ids = await Promise.all(served.map(async one => (await one.ticket()).id))
    const { id: userId } = norte.staff.admin
    await office.store.db.$client.execute({
      sql: "update tickets set user_id = ?, status = 'open' where id in (select value from json_each(?))",
      args: [userId, JSON.stringify(ids)],
    })
    const own: AuthorizedTicket[] = await Promise.all(ids.map(id => tickets.load(norte.ctx, id)))
    const speak = () => Promise.all(own.map(ticket => say({ ...norte.ctx, actor: SYSTEM }, ticket, { text: 'Olá' })))

    const costs: Record<'stored' | 'quiet' | 'storedAndSaid' | 'answered', number[]> = {
      stored: [],
      quiet: [],
      storedAndSaid: [],
      answered: [],
    }
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const quiet = async () => {
        // Of what is no choice the first is told so, and the second falls silent.
        await burst(inMenu, '77')
        await burst(inMenu, '77')
        return costOf(() => burst(inMenu, '78'))
      }
      const measured = {
        stored: await costOf(() => burst(served, '78')),
        quiet: await quiet(),
        storedAndSaid: await costOf(() => Promise.all([burst(served, '#'), speak()])),
        answered: await costOf(() => burst(inMenu, '#')),
      }
      if (round >= 0) for (const [name, cost] of Object.entries(measured)) costs[name as keyof typeof costs].push(cost)
    }
    const beyond = (all: number[], without: number[]) => median(all.map((cost, at) => cost - without[at]!))
    const detail = (all: number[], without: number[]) =>
      `${rounded(median(all), 2)} − ${rounded(median(without), 2)} ms, median of ${ROUNDS} pairs of ${count} messages`
    tell({
      name: 'deciding that nothing is said, beyond storing the message',
      value: beyond(costs.quiet, costs.stored),
      unit: 'ms of processor',
      goal: GOAL,
      detail: detail(costs.quiet, costs.stored),
    })
    tell({
      name: 'deciding what is said, beyond storing the message and saying it',
      value: beyond(costs.answered, costs.storedAndSaid),
      unit: 'ms of processor',
      goal: GOAL,
      detail: detail(costs.answered, costs.storedAndSaid),
    })
  } finally {
    await office.close()
  }
}
