import { join } from 'node:path'
import { until } from '../tests/until'
import type { Told } from './crowd'
import type { Bench } from './figures'
import { percentiles, rounded } from './measure'
import { accountsOf, numbersFrom, openProduct } from './receivers'
import { between, quantile, usageOf } from './usage'

const SOCKETS = 1000
const CROWDS = 2
const AGENTS = 19
const PATIENCE_MS = 120_000
const PASSWORD = 'uma-senha-boa'
const [ACCOUNT] = accountsOf(1)
const PHONES = numbersFrom(5511900000001, 20)

type Product = Awaited<ReturnType<typeof openProduct>>

/** An administrator, and agents who see what waits. */
async function signInAll({ client }: Product) {
  const tokens = [client.token()]
  for (let i = 1; i <= AGENTS; i++) {
    const email = `agente${i}@loja.example`
    await client.post('/users', { name: `Agente ${i}`, email, password: PASSWORD, allTicket: 'enabled' })
    const session = await client.post<{ token: string }>('/auth/login', { email, password: PASSWORD })
    tokens.push(session.token)
  }
  return tokens
}

/** Many windows in a few processes; what they heard is known exactly. */
function openCrowd(url: string, tokens: string[]) {
  let ready = 0
  let lost = ''
  let counts: { messages: number; tickets: number }[] = []
  const heard = new Map<string, number[]>()
  const spawn = () =>
    Bun.spawn([process.execPath, join(import.meta.dir, 'crowd.ts'), JSON.stringify({ url, tokens, sockets: SOCKETS / CROWDS })], {
      stdio: ['ignore', 'inherit', 'inherit'],
      ipc(told: Told) {
        if ('heard' in told) heard.set(told.heard, [...(heard.get(told.heard) ?? []), told.at])
        else if ('ready' in told) ready++
        else if ('lost' in told) lost = told.lost
        else counts.push(told)
      },
    })
  const children = Array.from({ length: CROWDS }, spawn)
  return {
    opened: () => until(() => ready === CROWDS || lost, PATIENCE_MS, `${SOCKETS} sockets`),
    /** When the last socket heard a message, on the clock that all processes share. */
    async last(text: string) {
      await until(() => heard.get(text)?.length === CROWDS || lost, PATIENCE_MS, `all sockets heard ${text}`)
      if (lost) throw new Error(`a socket was lost: ${lost}`)
      return Math.max(...heard.get(text)!)
    },
    async heard() {
      counts = []
      for (const child of children) child.send('count')
      await until(() => counts.length === CROWDS, PATIENCE_MS, 'the count')
      const sum = (of: 'messages' | 'tickets') => counts.reduce((total, count) => total + count[of], 0)
      return { messages: sum('messages'), tickets: sum('tickets') }
    },
    async close() {
      for (const child of children) child.kill()
      await Promise.all(children.map(child => child.exited))
    },
  }
}

/** Writes to the account one by one or all at once, until everything `arrived`; what that took of the product. */
async function write({ control, pid }: Product, texts: string[], atOnce: boolean, arrived: (text: string) => Promise<unknown>) {
  const sentAt = new Map<string, number>()
  const before = await usageOf(pid())
  for (const [i, text] of texts.entries()) {
    sentAt.set(text, performance.timeOrigin + performance.now())
    await control.send({ from: PHONES[i % PHONES.length]!, to: ACCOUNT!, type: 'text', text })
    if (!atOnce) await arrived(text)
  }
  for (const text of texts) await arrived(text)
  return { ...between(before, await usageOf(pid())), sentAt }
}

export const fanout: Bench = async (tell, { scale }) => {
  const texts = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name} ${i + 1}`)
  const count = Math.max(20, Math.round(100 * scale))
  const product = await openProduct(1)
  let crowd: ReturnType<typeof openCrowd> | undefined
  try {
    let stored = 0
    const alone = async (list: string[], atOnce: boolean) => {
      const first = stored
      stored += list.length
      return write(product, list, atOnce, text =>
        until(() => product.stored() > first + (atOnce ? list.length - 1 : list.indexOf(text)), PATIENCE_MS, 'the row'),
      )
    }
    await alone(texts('antes', PHONES.length * 20), true)
    const [few, many] = [await alone(texts('um', count), false), await alone(texts('junto', count), true)]
    const residentBefore = (await usageOf(product.pid())).residentMb

    crowd = openCrowd(product.client.url(), await signInAll(product))
    await crowd.opened()
    const resident = (await usageOf(product.pid())).residentMb
    const times: number[] = []
    const heardBy = async (list: string[], atOnce: boolean) => {
      const used = await write(product, list, atOnce, crowd!.last)
      for (const text of list) times.push((await crowd!.last(text)) - used.sentAt.get(text)!)
      return used
    }
    const one = await heardBy(texts('todos', count), false)
    const single = times.splice(0)
    const burst = await heardBy(texts('todos juntos', count), true)
    const expected = SOCKETS * count * 2
    await until(async () => (await crowd!.heard()).tickets >= expected, PATIENCE_MS, 'every event')
    const heard = await crowd.heard()
    if (heard.messages !== expected || heard.tickets !== expected)
      throw new Error(`${expected} events of each kind were due, ${heard.messages} and ${heard.tickets} were heard`)

    // A message is two events: its own and its ticket's.
    const events = count * 2
    const goal = { atMost: 2 }
    const per = (name: string, own: typeof one, without: typeof one) =>
      tell({
        name: `an event to ${rounded(SOCKETS)} sockets, ${name}`,
        value: (own.loopMs - without.loopMs) / events,
        unit: 'ms of the loop',
        goal,
        detail: `${rounded((own.cpuMs - without.cpuMs) / events, 2)} ms of processor, ${rounded((own.systemMs - without.systemMs) / events, 2)} of them the kernel's; a message without sockets ${rounded(without.loopMs / count, 2)} ms`,
      })
    per('one message at a time', one, few)
    per(`${count} messages at once`, burst, many)
    tell({
      name: `until the last of ${rounded(SOCKETS)} sockets heard, p99`,
      value: quantile(single, 0.99),
      unit: 'ms',
      detail: `${percentiles(single)}, of ${count} at once ${percentiles(times)}; heard exactly once by all: ${rounded(heard.messages + heard.tickets)} events`,
    })
    tell({
      name: `resident, ${rounded(SOCKETS)} sockets`,
      value: resident,
      unit: 'MB',
      detail: `${rounded(residentBefore)} MB before, ${rounded((await usageOf(product.pid())).residentMb)} MB after the events`,
    })
  } finally {
    await crowd?.close()
    await product.close()
  }
}
