import { ask, type Call } from './call'
import { type Case, cases } from './cases'
import { dataSet } from './dataset/folder'
import { dataset, reference } from './dataset/rows'
import { drive, type Load } from './drive'
import type { Bench, Tell } from './figures'
import { median, percentiles, rounded } from './measure'
import { ADMIN, AGENT, openDataSet, type Served } from './dataset/product'
import { quantile } from './usage'

const WIDTH = 32
const WRITES_PER_SECOND = 20
const SECONDS = 3
const SECONDS_ALONE = 2
/** From here on a figure says more of the driver than of the product. */
const BUSY = 0.9
const AS_FAST = { atLeast: 0.8 }

/** Tells how fast something is answered, one by one and 32 at once, after making sure that the answers are whole. */
async function measure(shop: Served, tell: Tell, one: Case) {
  for (let i = 0; i < 10; i++) if (!one.holds(await ask(shop, one.call(i)))) throw new Error(`${one.call(i).path} answered something else`)
  return timed(shop, tell, one)
}

async function timed(shop: Served, tell: Tell, { name, call, goals = {}, seconds = SECONDS }: Omit<Case, 'holds'>) {
  let asked = 0
  const next = () => call(asked++)
  const alone = await drive(shop, 1, SECONDS_ALONE, next)
  const many = await drive(shop, WIDTH, seconds, next)
  const busy = many.driver > BUSY ? '; the driver had no more to give' : ''
  const detail = `${rounded(alone.perSecond)}/s, p99 ${rounded(quantile(alone.times, 0.99), 1)} ms`
  tell({ name: `${name}: one by one, p50`, value: median(alone.times), unit: 'ms', detail })
  if (goals.p95Alone) tell({ name: `${name}: one by one, p95`, value: quantile(alone.times, 0.95), unit: 'ms', goal: goals.p95Alone })
  tell({
    name: `${name}: ${WIDTH} at once`,
    value: many.perSecond,
    unit: '/s',
    goal: goals.perSecond,
    detail: `${percentiles(many.times)}${busy}`,
  })
  tell({ name: `${name}: ${WIDTH} at once, p99`, value: quantile(many.times, 0.99), unit: 'ms', goal: goals.p99 })
  tell({ name: `${name}: processor`, value: many.cpuMs, unit: 'ms each' })
  return { many, alone }
}

const reply = (ids: number[], token: string, i: number, prefix: string): Call => ({
  method: 'POST',
  path: `/messages/${ids[i % ids.length]}`,
  token,
  body: { body: `Resposta ${i}`, clientId: `${prefix}-${i}` },
})

/** Does something while people write: what the product keeps from one answer to the next must not outlive a message. */
async function whileWriting<T>(shop: Served, write: (i: number) => Call, work: () => Promise<T>) {
  const writes: Promise<unknown>[] = []
  const writer = setInterval(() => {
    const written = ask(shop, write(writes.length))
    // Told below.
    written.catch(() => {})
    writes.push(written)
  }, 1000 / WRITES_PER_SECOND)
  try {
    return await work()
  } finally {
    clearInterval(writer)
    await Promise.all(writes)
  }
}

/** Messages until the answer says that they are durable; afterwards they must all be there. */
async function replies(shop: Served, tell: Tell, ids: number[], token: string) {
  const count = async (id: number) => (await ask(shop, { path: `/messages/${id}?markRead=false`, token })).count!
  const stored = async () => (await Promise.all(ids.map(count))).reduce((sum, one) => sum + one, 0)
  const before = await stored()
  const { many, alone } = await timed(shop, tell, {
    name: 'POST /messages',
    call: i => reply(ids, token, i, 'resposta'),
    goals: { perSecond: { atLeast: 2500 } },
  })
  const answered = many.answered + alone.answered
  const rows = (await stored()) - before
  // What was in flight when the driver stopped may be there too.
  if (rows < answered || rows > answered + WIDTH + 1) throw new Error(`${answered} messages were accepted, ${rows} are there`)
}

export const http: Bench = async (tell, options) => {
  const data = dataset(reference(options.scale))
  const shop = await openDataSet(await dataSet(options))
  try {
    const admin = await shop.signIn(ADMIN)
    const loads = new Map<string, Load>()
    const asked = cases(data, admin, await shop.signIn(AGENT))
    // Code that is new to the engine is slow: nothing counts before all of it was asked for.
    for (const { call, seconds = 1 } of asked) await drive(shop, WIDTH, seconds, call)
    for (const one of asked) loads.set(one.name, (await measure(shop, tell, one)).alone)
    const ratio = (name: string, of: string, to: string) =>
      tell({ name, value: median(loads.get(to)!.times) / median(loads.get(of)!.times), unit: '×', goal: AS_FAST })
    const largest = 'GET /messages of the largest ticket'
    ratio('the largest ticket beside a small one', largest, 'GET /messages of a small ticket')
    ratio('its last page beside its first', `${largest}, the last full page`, largest)
    ratio('the last page of closed tickets beside the first', 'GET /tickets, closed, the last full page', 'GET /tickets, closed')
    const ids = data.tickets.flatMap(({ id, status }) => (status === 'open' ? [id] : [])).slice(0, 200)
    for (const { name, call, goals } of asked.filter(one => one.alsoWhileWriting)) {
      const busy = { name: `${name}, beside ${WRITES_PER_SECOND} messages a second`, call, goals }
      await whileWriting(
        shop,
        i => reply(ids, admin, i, name),
        () => timed(shop, tell, busy),
      )
    }
    await replies(shop, tell, ids, admin)
  } finally {
    await shop.close()
  }
}
