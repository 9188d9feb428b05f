import type { Shop } from '../tests/crash/shop'
import { atOnce, cpuMs, percentiles, rounded, say } from './measure'

const WIDTH = 32

async function measure(shop: Shop, name: string, count: number, work: (i: number) => Promise<unknown>) {
  const cpu = await cpuMs(shop)
  const { times, perSecond } = await atOnce(WIDTH, count, work)
  say(
    `${name}, ${WIDTH} at once`,
    `${rounded(perSecond)}/s, ${percentiles(times)}; ${rounded(((await cpuMs(shop)) - cpu) / count, 2)} ms of processor each`,
  )
}

export async function http(shop: Shop) {
  const { client } = shop
  const ids = (await client.tickets()).map(ticket => ticket.id)
  const ticket = (i: number) => ids[i % ids.length]!
  await measure(shop, 'GET /tickets', 500, () => client.ask('/tickets?showAll=true&pageNumber=1'))
  await measure(shop, 'GET /messages/:ticketId', 1000, i => client.ask(`/messages/${ticket(i)}?pageNumber=1&markRead=false`))
  await measure(shop, 'POST /messages/:ticketId until 200', 1000, i =>
    client.post(`/messages/${ticket(i)}`, { body: `Resposta ${i}`, clientId: `resposta-${i}` }),
  )
}
