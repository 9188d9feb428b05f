import type { Control } from '../src/sandbox/network'
import { until } from '../tests/until'
import { openAgent } from './agent'
import type { Bench } from './figures'
import { median, percentiles, rounded } from './measure'
import { accountsOf, numbersFrom, openProduct } from './receivers'
import { slope } from './slope'
import { between, quantile, usageOf, type Usage } from './usage'

const CONNECTIONS = 50
const PHONES = numbersFrom(5511900000001, 4 * CONNECTIONS)
const ACCOUNTS = accountsOf(CONNECTIONS)
const PER_SECOND = 20
/** Said in haste before anything is measured: until SQLite's page caches are full, they grow. */
const FILL = { count: 30_000, perSecond: 150 }
/** Of so many messages the last is ours. */
const TURNS = 6
/** Of so many rounds one message carries a picture, each time another. */
const PICTURES = 25
const SAMPLE_SECONDS = 10
const HOUR_MS = 3_600_000
/** What the caches take at first says nothing about a day. */
const SETTLING = 0.2
const LATE_MS = 60_000
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

type Product = Awaited<ReturnType<typeof openProduct>>
type Sample = Usage & { heapMb: number }

/** What was said on one side and has yet to be heard on the other. */
function way() {
  const under = new Map<string, number>()
  const times: number[] = []
  const unexpected: string[] = []
  return {
    times,
    unexpected,
    missing: () => [...under.keys()],
    say(text: string) {
      under.set(text, performance.now())
    },
    hear(text: string) {
      const at = under.get(text)
      if (at === undefined) return void unexpected.push(text)
      under.delete(text)
      times.push(performance.now() - at)
    },
  }
}

/** A picture's message goes by its caption. */
const write = (control: Control, turn: number, text: string, picture: boolean) => {
  const [from, to] = [PHONES[turn % PHONES.length]!, ACCOUNTS[turn % ACCOUNTS.length]!]
  return control.send({ from, to, ...(picture ? { type: 'image', caption: text } : { type: 'text', text }) })
}

function answer(text: string, picture: boolean) {
  if (!picture) return { body: text }
  const form = new FormData()
  form.append('medias', new File([PICTURE], 'foto.png', { type: 'image/png' }))
  form.append('body', text)
  return form
}

/** An agent who has a ticket of everyone, and both directions of what is said. */
async function openConversations({ control, client, stored }: Product) {
  const [inbound, outbound] = [way(), way()]
  await Promise.all(PHONES.map((_, i) => write(control, i, 'Bom dia', false)))
  await until(() => stored() === PHONES.length, LATE_MS, 'a message of everyone')
  const tickets = new Map((await client.tickets()).map(({ id, contact }) => [contact.number, id]))
  for (const id of tickets.values()) await client.put(`/tickets/${id}`, { status: 'open', userId: client.user.id })
  const agent = await openAgent(client.url(), ({ body, fromMe }) => fromMe || inbound.hear(body))
  const deafen = control.onChange(change => {
    if (change.kind === 'message' && !change.entry.fromMe && tickets.has(change.phone)) outbound.hear(change.entry.text)
  })
  return {
    inbound,
    outbound,
    /** Five customers write, then one of them is answered. */
    turn(i: number) {
      const round = Math.floor(i / TURNS)
      const picture = round % PICTURES === i % TURNS
      const isAnswer = i % TURNS === TURNS - 1
      const text = `${isAnswer ? 'resposta' : 'pergunta'} ${i}`
      if (isAnswer) outbound.say(text)
      else inbound.say(text)
      return isAnswer
        ? agent.ask(`/messages/${tickets.get(PHONES[round % PHONES.length]!)}`, 'POST', answer(text, picture))
        : write(control, i, text, picture)
    },
    close() {
      deafen()
      agent.close()
    },
  }
}

async function sampleOf({ client, pid }: Product): Promise<Sample> {
  const metrics = await fetch(`${client.url()}/metrics`).then(response => response.text())
  const heap = /^nodejs_heap_size_used_bytes (\S+)/m.exec(metrics)?.[1]
  return { ...(await usageOf(pid())), heapMb: Number(heap) / 2 ** 20 }
}

/** What a measure does in an hour, and from the first third of the samples to the last. */
function course(samples: Sample[], of: (sample: Sample) => number) {
  const { rise, error } = slope(samples.map(sample => ({ x: sample.at / HOUR_MS, y: of(sample) })))
  const third = Math.ceil(samples.length / 3)
  const [first, last] = [median(samples.slice(0, third).map(of)), median(samples.slice(-third).map(of))]
  return {
    rise,
    text: `± ${rounded(error, 1)}; median of the first third ${rounded(first, 1)} MB, of the last ${rounded(last, 1)} MB`,
  }
}

export const soak: Bench = async (tell, { minutes }) => {
  const product = await openProduct(CONNECTIONS)
  const failed: string[] = []
  const samples: Sample[] = []
  try {
    // What pairing left behind would hide what the traffic adds.
    await product.restart()
    const conversations = await openConversations(product)
    const { inbound, outbound, turn } = conversations
    const say = (i: number) => void turn(i).catch((error: unknown) => failed.push(String(error)))
    await paced(FILL.count, FILL.perSecond, async i => say(i))
    inbound.times.length = outbound.times.length = 0
    await paced(minutes * 60 * PER_SECOND, PER_SECOND, async i => {
      say(FILL.count + i)
      if (i % (SAMPLE_SECONDS * PER_SECOND) === 0) samples.push(await sampleOf(product))
      if (i % (60 * PER_SECOND) === 0) report(samples, inbound, outbound, failed)
    })
    const heard = () => !inbound.missing().length && !outbound.missing().length
    await until(heard, LATE_MS, 'everything heard').catch(() => undefined)
    samples.push(await sampleOf(product))
    conversations.close()

    const lost = [...inbound.missing(), ...outbound.missing(), ...failed]
    const unexpected = [...inbound.unexpected, ...outbound.unexpected]
    const counted = `${inbound.times.length} in and ${outbound.times.length} out were heard`
    const goal = { atMost: 0 }
    tell({ name: 'lost', value: lost.length, unit: 'messages', goal, detail: [counted, ...lost.slice(0, 5)].join('; ') })
    tell({ name: 'doubled', value: unexpected.length, unit: 'messages', goal, detail: unexpected.slice(0, 5).join('; ') })
    const settled = samples.slice(Math.ceil(samples.length * SETTLING))
    const resident = course(settled, sample => sample.residentMb)
    const heap = course(settled, sample => sample.heapMb)
    tell({ name: 'resident memory grows', value: resident.rise, unit: 'MB/h', goal: { atMost: 1 }, detail: resident.text })
    tell({ name: 'heap grows', value: heap.rise, unit: 'MB/h', detail: heap.text })
    const { ms, cpuMs } = between(settled[0]!, settled.at(-1)!)
    tell({ name: `processor at ${PER_SECOND} messages/s`, value: (cpuMs * 100) / ms, unit: '% of a core' })
    tell({
      name: 'until an agent hears, p99',
      value: quantile(inbound.times, 0.99),
      unit: 'ms',
      goal: { atMost: 50 },
      detail: `${percentiles(inbound.times)}; until a customer has the answer ${percentiles(outbound.times)}`,
    })
  } finally {
    await product.close()
  }
}

async function paced(count: number, perSecond: number, act: (i: number) => Promise<void>) {
  const began = performance.now()
  for (let i = 0; i < count; i++) {
    await Bun.sleep(began + (i * 1000) / perSecond - performance.now())
    await act(i)
  }
}

type Way = ReturnType<typeof way>
function report(samples: Sample[], inbound: Way, outbound: Way, failed: string[]) {
  const { residentMb, heapMb, at } = samples.at(-1)!
  const minute = Math.round((at - samples[0]!.at) / 60_000)
  const missing = inbound.missing().length + outbound.missing().length
  process.stdout.write(
    `  minute ${minute}: resident ${rounded(residentMb, 1)} MB, heap ${rounded(heapMb, 1)} MB; ` +
      `${inbound.times.length} in, ${outbound.times.length} out, ${missing} on their way, ${failed.length} failed\n`,
  )
}
