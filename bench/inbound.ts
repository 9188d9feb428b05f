import type { Control } from '../src/sandbox/network'
import { until } from '../tests/until'
import { openAgent } from './agent'
import type { Bench, Goal } from './figures'
import { percentiles, rounded } from './measure'
import { accountsOf, numbersFrom, openBare, openProduct, type Receiver } from './receivers'
import { between, quantile, usageOf } from './usage'

const CONNECTIONS = 50
const CONTACTS = 300
const GROUPS = { count: 10, members: 6 }
const SETTLE_MS = 120_000
const PACE = { perSecond: 100, seconds: 10, goalMs: 50 }
const GOAL_PER_CORE = 1500
const GOAL_OF_NEW = 500
/** Before anything is counted: code that is new to the engine is slow. Each burst comes from contacts that are new. */
const WARM_UP = { messages: 20 * CONTACTS, burstsOfNew: 3 }

type Write = (message: { at: number; text: string }) => Promise<unknown>
type Case = { name: string; count: number; accounts: string[]; goal?: Goal; write(control: Control): Write }

/** Each contact writes to one account; those of a case that came before are known by then. */
function direct(name: string, connections: number, count: number, goal?: Goal): Case {
  const accounts = accountsOf(connections)
  const phones = numbersFrom(5511900000000 + connections * 10_000, CONTACTS)
  return {
    name: `${name}, ${connections} ${connections === 1 ? 'connection' : 'connections'}`,
    count,
    accounts,
    goal,
    write:
      control =>
      ({ at, text }) =>
        control.send({ from: phones[at % CONTACTS]!, to: accounts[at % connections]!, type: 'text', text }),
  }
}

/** A group of each of the first accounts, its members in turn. */
function groups(name: string, count: number): Case {
  const accounts = accountsOf(GROUPS.count)
  const members = (group: number) => numbersFrom(5511970000000 + group * 100, GROUPS.members)
  return {
    name,
    count,
    accounts,
    write(control) {
      const known = control.state().groups
      const ids = accounts.map((account, i) => {
        const subject = `Grupo ${i}`
        for (const phone of members(i)) control.addPhone({ phone })
        const [creator, ...others] = members(i)
        const group = known.find(one => one.subject === subject)
        return (group ?? control.createGroup({ subject, creator: creator!, participants: [...others, account] })).id
      })
      return ({ at, text }) => {
        const group = at % GROUPS.count
        const from = members(group)[Math.floor(at / GROUPS.count) % GROUPS.members]!
        return control.send({ from, to: ids[group]!, type: 'text', text })
      }
    },
  }
}

const casesOf = (scale: number): Case[] => {
  const many = Math.max(CONTACTS, Math.round(3000 * scale))
  return [
    ...[1, 10, CONNECTIONS].flatMap(connections => [
      direct(`${CONTACTS} new contacts`, connections, CONTACTS, { atLeast: GOAL_OF_NEW }),
      direct(`${CONTACTS} known contacts`, connections, many, { atLeast: GOAL_PER_CORE }),
    ]),
    groups('groups, first messages', GROUPS.count * GROUPS.members),
    groups('groups', Math.round(many / 3)),
  ]
}

/** The messages are encrypted beforehand and let go at once, so that the sandbox holds nobody up. */
export async function measure(receiver: Receiver, { accounts, count, write }: Case) {
  const { control, stored } = receiver
  const settled = () => accounts.every(account => control.state().phones.find(phone => phone.number === account)?.devices[0]?.queued === 0)
  const say = write(control)
  await until(settled, SETTLE_MS, 'a quiet line')
  for (const account of accounts) control.fault({ account, hold: true })
  await Promise.all(Array.from({ length: count }, (_, at) => say({ at, text: `Mensagem ${at + 1}` })))
  const all = stored() + count
  const before = await usageOf(receiver.pid())
  for (const account of accounts) control.fault({ account, hold: false })
  await until(() => stored() >= all, SETTLE_MS, `${count} messages stored`)
  return between(before, await usageOf(receiver.pid()))
}

type Measured = Awaited<ReturnType<typeof measure>>
const perCore = (count: number, { cpuMs }: Measured) => (count * 1000) / cpuMs
const describe = (count: number, { ms, cpuMs, ownCpuMs }: Measured) =>
  `${rounded((count * 1000) / ms)}/s, ${rounded(cpuMs / count, 2)} ms of processor each; the sandbox used ${rounded((ownCpuMs * 100) / ms)} % of a core`

/** All cases, after bursts that nobody counts. */
async function measureAll(receiver: Receiver, scale: number) {
  const measured = new Map<string, Measured>()
  await measure(receiver, direct('', 2, Math.round(WARM_UP.messages * scale)))
  for (let i = 1; i <= WARM_UP.burstsOfNew; i++) await measure(receiver, direct('', 2 + i, CONTACTS))
  for (const one of casesOf(scale)) measured.set(one.name, await measure(receiver, one))
  return measured
}

type Product = Awaited<ReturnType<typeof openProduct>>

/** Paced traffic: from the customer's send until an agent's socket hears of the row. */
async function paced({ control, client }: Product, count: number) {
  const sentAt = new Map<string, number>()
  const times: number[] = []
  const agent = await openAgent(client.url(), ({ body }) => {
    const at = sentAt.get(body)
    if (at) times.push(performance.now() - at)
  })
  const write = direct('', 10, 0).write(control)
  const began = performance.now()
  for (let at = 0; at < count; at++) {
    await Bun.sleep(began + (at * 1000) / PACE.perSecond - performance.now())
    const text = `compasso ${at}`
    sentAt.set(text, performance.now())
    void write({ at, text })
  }
  await until(() => times.length >= count, SETTLE_MS, 'an agent heard everything')
  agent.close()
  return times
}

async function bareMeasured(scale: number) {
  const bare = await openBare(CONNECTIONS)
  try {
    return await measureAll(bare, scale)
  } finally {
    await bare.close()
  }
}

export const inbound: Bench = async (tell, { scale }) => {
  const bare = await bareMeasured(scale)
  const product = await openProduct(CONNECTIONS)
  try {
    const measured = await measureAll(product, scale)
    for (const { name, count, goal } of casesOf(scale)) {
      const [own, alone] = [measured.get(name)!, bare.get(name)!]
      tell({ name, value: perCore(count, own), unit: '/s a core', goal, detail: describe(count, own) })
      tell({
        name: `${name}, of Baileys alone`,
        value: (alone.cpuMs * 100) / own.cpuMs,
        unit: '%',
        detail: `Baileys alone: ${rounded(perCore(count, alone))}/s a core; ${describe(count, alone)}`,
      })
    }
    const count = Math.round(PACE.perSecond * PACE.seconds * scale)
    const before = await usageOf(product.pid())
    const times = await paced(product, count)
    const used = between(before, await usageOf(product.pid()))
    tell({
      name: `${PACE.perSecond}/s, until an agent hears, p99`,
      value: quantile(times, 0.99),
      unit: 'ms',
      goal: { atMost: PACE.goalMs },
      detail: `${percentiles(times)} of ${times.length}; ${describe(count, used)}`,
    })
  } finally {
    await product.close()
  }
}
