import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createClient } from '@libsql/client'
import { join } from 'node:path'
import type { Ticket } from '../crash/client'
import { openConnected, type Connected } from '../crash/connected'
import { dice } from '../dice'
import { until } from '../until'
import { startPeers } from './peers'
import { found, type Place } from './town'
import type { Tree, World } from './world'

// Customers who write whatever comes to mind to companies that configured whatever came to theirs, as in src/flows/conversation/walks.test.ts,
// but with all there is: the compiled program, its database, a robot in a process of its own, and WhatsApp. A failure names the company's
// seed, by which it walks there again.
const SEEDS = (process.env['SEED'] ?? '12,15,16,20,23,27').split(',').map(Number)
const [CUSTOMERS, MESSAGES] = [3, 6]
const PATIENCE_MS = 60_000
const WORDS = ['oi', '1', '2', '3', '0', '#', '99', 'Fila 1', '2 coisas', '{{name}}', '-1', '1️⃣', '\u0000#', '1'.repeat(200)]

function worldOf(seed: number): World {
  const roll = dice(seed * 7919)
  const chance = (percent: number) => roll(100) < percent
  const words = (text: string) => (chance(70) ? text : '')
  const robot = () => (chance(20) ? 'program' : undefined)
  const trees = (depth: number, path: string): Tree[] =>
    Array.from({ length: roll(3) }, (_, at): Tree => {
      const title = `Opção ${path}${at + 1}`
      return [title, words(`Sobre ${title}`), ...(depth < 2 && chance(40) ? trees(depth + 1, `${path}${at + 1}.`) : [])]
    })
  const queues = Array.from({ length: roll(4) }, (_, at) => ({
    name: `Fila ${at + 1}`,
    greetingMessage: words(`Fila ${at + 1}, oi`),
    outOfHoursMessage: words(`Fila ${at + 1} fechada`),
    ...(chance(20) && { hours: 'closed' as const }),
    ...(chance(60) && { options: trees(0, `${at + 1}.`) }),
    robot: robot(),
  }))
  const scheduleType = ['disabled', 'company', 'queue'][roll(3)]!
  return {
    about: `seed ${seed}`,
    company: {
      scheduleType,
      userRating: chance(50) ? 'enabled' : 'disabled',
      sendGreetingMessageOneQueues: chance(50) ? 'enabled' : 'disabled',
    },
    hours: chance(30) ? ['closed', 'closed'] : ['open', 'open'],
    connection: {
      greetingMessage: words('Olá!') || (queues.length > 1 ? 'Oi' : ''),
      outOfHoursMessage: words('Fechado'),
      maxUseBotQueues: roll(4),
    },
    robot: robot(),
    queues,
    rows: [],
  }
}

const peers = startPeers()
let shop: Connected
const places: Place[] = []
beforeAll(async () => {
  shop = await openConnected({ accounts: [], env: { OUTBOUND_ALLOW: peers.allowed } })
  const all = { users: 10, connections: 10, queues: 100 }
  const { id: planId } = await shop.client.post<{ id: number }>('/plans', { name: 'Tudo', ...all, useIntegrations: true, useOpenAi: true })
  places.push(...(await Promise.all(SEEDS.map((seed, n) => found(shop, peers, planId, worldOf(seed), n)))))
}, 180_000)
afterAll(async () => {
  await shop.close()
  await peers.stop()
})

test('whatever is configured and written, each message has one answer, none is missing that is promised, and somebody can see the ticket', async () => {
  const db = createClient({ url: `file:${join(shop.folder, 'balcao.db')}` })
  const rowOf = async (sql: string, args: (string | number)[]) => (await db.execute({ sql, args })).rows[0]!
  const STATE = `select (select count(*) from messages m join contacts c on c.id = m.chat_id where c.number = ?1 and m.company_id = ?2 and m.from_me = 0) heard,
    (select count(*) from outbox o join contacts c on c.id = o.chat_id where c.number = ?1 and o.company_id = ?2) leaving,
    (select count(*) from jobs where kind = 'robot-turn' and company_id = ?2) turns`
  const broken: string[] = []

  async function walk(place: Place, nth: number) {
    const { control } = shop
    const phone = `55219${place.n}${String(nth).padStart(7, '0')}`
    const roll = dice(SEEDS[place.n]! * 104_729 + nth)
    control.addPhone({ phone, name: 'Helena Prado' })
    const answers = () =>
      control.transcript({ phone, chat: place.account }).flatMap(({ from, text, copies }) => (from === phone ? [] : { text, copies }))
    const { hours, queues = [], robot, company } = place.world
    const isClosed = company?.['scheduleType'] === 'company' && hours?.[0] === 'closed'
    for (let step = 0; step < MESSAGES; step++) {
      const before = answers().length
      const text = step === 0 ? 'oi' : WORDS[roll(WORDS.length)]!
      await control.send({ from: phone, to: place.account, type: 'text', text })
      const settled = async () => {
        const { heard, leaving, turns } = await rowOf(STATE, [phone, place.companyId])
        return Number(heard) === step + 1 && Number(leaving) === 0 && Number(turns) === 0
      }
      await until(settled, PATIENCE_MS, `${place.world.about}: ${text} is answered`)
      const said = answers()
        .slice(before)
        .map(one => one.text)
      const holds = (what: string, is: boolean) => {
        if (!is) broken.push(`${place.world.about}, customer ${nth}, message ${step + 1} (${text}): ${what}: ${JSON.stringify(said)}`)
      }
      holds('no text is said twice', new Set(said).size === said.length)
      holds('a greeting and what it leads to at most', said.length <= 3)
      holds('nothing is said without words', !said.some(one => !one?.trim()))
      if (step === 0 && !isClosed && robot) holds('the robot of the connection begins', said.join() === `eco: ${text}`)
      if (step === 0 && !isClosed && !robot && queues.length > 1)
        holds('the queues are offered', said.length === 1 && said[0]!.includes('*[ 2 ]*'))
      if (step === 0 && isClosed && place.world.connection?.outOfHoursMessage)
        holds('it is told that it is closed', said.join() === 'Fechado')
      if (step > 0 && robot && !isClosed) holds('the robot that has it goes on, alone', said.length === 1 && said[0]!.startsWith('eco: '))
    }
    if (answers().some(({ copies }) => copies > 1)) broken.push(`${place.world.about}, customer ${nth}: something arrived twice`)
    const shown = (await place.client.newestOf(phone)) as (Ticket & { queueId: number | null }) | undefined
    const isSeen = shown && (shown.queueId === null || [...place.queues.values()].includes(shown.queueId))
    if (!isSeen) broken.push(`${place.world.about}, customer ${nth}: nobody sees the ticket`)
  }

  await Promise.all(places.flatMap(place => Array.from({ length: CUSTOMERS }, (_, nth) => walk(place, nth))))
  db.close()
  expect(broken).toEqual([])
}, 180_000)
