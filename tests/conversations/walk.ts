import type { Connected } from '../crash/connected'
import type { Ticket } from '../crash/client'
import { until, within } from '../until'
import type { Place } from './town'
import { stepsOf, TEXTS, type Row, type Step } from './world'

/** Of which a process that begins again takes much, on a machine that is busy. */
const PATIENCE_MS = 100_000

/** A text to be heard that begins so is what the heard one ends with. */
const ENDS = '~'
const matches = (heard: string, expected: string) => (expected.startsWith(ENDS) ? heard.endsWith(expected.slice(1)) : heard === expected)

type Rings = (phone: string) => Promise<void>
/** Tells when a phone gets a message: three hundred of them are too many to ask again and again. */
export function doorbell({ control }: Connected): Rings {
  const waiting = new Map<string, PromiseWithResolvers<void>>()
  control.onChange(change => {
    if (change.kind !== 'message' && change.kind !== 'entry') return
    waiting.get(change.phone)?.resolve()
    waiting.delete(change.phone)
  })
  return phone => (waiting.get(phone) ?? waiting.set(phone, Promise.withResolvers<void>()).get(phone)!).promise
}

/**
 * A customer who walks through one row. `upTo` the moment the process dies, and `onward` from there; one who is `spared` is through before
 * it does.
 */
export function walker(shop: Connected, place: Place, row: Row, phone: string, isSpared: boolean, rings: Rings) {
  const { control } = shop
  const { client, account, world } = place
  const [about, talk] = row
  const steps = stepsOf(talk, { ...TEXTS, ...world.texts })
  control.addPhone({ phone, name: 'Helena Prado' })
  const group = world.isGroup ? control.createGroup({ subject: about, creator: phone, participants: [account] }).id : undefined
  const chat = group ?? account
  const name = `${world.about}: ${about}${isSpared ? '' : ' (killed)'}`

  const transcript = () => control.transcript({ phone, chat })
  const heard = () =>
    transcript().flatMap(({ from, text, media, type }) => (from === phone ? [] : text || (media?.fileName ?? `(${type})`)))
  /** What has to be heard up to now. */
  const expected: string[] = []
  /** Something was said of which no answer tells that it arrived. */
  let unanswered = ''

  const number = group?.replace(/@.*/, '') ?? phone
  async function ticket() {
    const found = await until(() => client.newestOf(number), PATIENCE_MS, `${name}: a ticket`)
    return found as Ticket & { contactId: number; lastMessage: string }
  }
  async function settled() {
    if (unanswered)
      await until(async () => (await ticket()).lastMessage.startsWith(unanswered), PATIENCE_MS, `${name}: ${unanswered} arrived`)
    unanswered = ''
    return ticket()
  }

  const change = async (body: object) => client.put(`/tickets/${(await settled()).id}`, body)
  const steer = async (body: object) => client.put(`/tickets/${(await settled()).id}/bot`, body)
  const acts: Record<string, (words: string) => unknown> = {
    accept: () => change({ status: 'open', userId: client.user.id }),
    close: () => change({ status: 'closed' }),
    'quick close': () => change({ status: 'closed', justClose: true }),
    'no robot': async () => client.put(`/contacts/${(await settled()).contactId}`, { disableBot: true }),
    pause: minutes => steer({ pauseMinutes: Number(minutes) }),
    resume: () => steer({ pauseMinutes: 0 }),
    'give back': () => steer({ giveBack: true }),
    to: queue => change({ queueId: place.queues.get(queue) }),
    /** As the dialog does for whom no person was chosen. */
    'hand to': queue => change({ queueId: place.queues.get(queue), status: 'pending', userId: null }),
    say: async body => client.post(`/messages/${(await settled()).id}`, { body, clientId: `dela-${crypto.randomUUID()}` }),
    async phone(text) {
      await settled()
      await control.send({ from: account, to: group ?? phone, type: 'text', text })
      unanswered = text
    },
    call: () => control.call({ from: phone, to: account, seconds: 0 }),
    picture: caption => control.send({ from: phone, to: chat, type: 'image', ...(caption && { caption }) }),
    /** What a timer does is waited for. */
    moved: () =>
      until(
        async () => (await client.ask<{ queueId: number | null }>(`/tickets/${(await ticket()).id}`)).queueId,
        PATIENCE_MS,
        `${name}: moved`,
      ),
    closed: () =>
      until(async () => (await client.ask<Ticket>(`/tickets/${(await ticket()).id}`)).status === 'closed', PATIENCE_MS, `${name}: closed`),
  }

  async function say({ kind, words, answers }: Step) {
    if (kind === 'says') {
      await control.send({ from: phone, to: chat, type: 'text', text: words })
      unanswered = answers.length ? '' : words
    }
    if (kind === 'act') {
      const verb = Object.keys(acts)
        .toSorted((a, b) => b.length - a.length)
        .find(one => words === one || words.startsWith(`${one} `))
      if (!verb) throw new Error(`${name}: nobody can ${words}`)
      await acts[verb]!(words.slice(verb.length + 1))
    }
  }
  const hear = async ({ answers }: Step) => {
    expected.push(...answers)
    const why = () => `${name}: waited for ${expected[heard().length]}, the last was ${heard().at(-1)}`
    while (heard().length < expected.length) await within(PATIENCE_MS, rings(phone), why)
  }
  const walk = async (some: Step[]) => {
    for (const step of some) {
      await say(step)
      await hear(step)
    }
  }

  const dies = steps.findIndex(step => step.dies)
  const isTimed = steps[dies]!.kind === 'pause'
  return {
    name,
    phone,
    number,
    place,
    /** Time that passes for this customer while the process is dead. */
    minutes: isTimed ? Number(/^(\d+) (?:min|h)$/.exec(steps[dies]!.words)?.[1] ?? 0) * (steps[dies]!.words.endsWith('h') ? 60 : 1) : 0,
    isTimed,
    async upTo() {
      await walk(steps.slice(0, isSpared ? undefined : dies))
      if (isTimed && unanswered) await settled()
    },
    /** The words after which nobody knows what became of them. */
    async lastWords() {
      if (!isSpared && !isTimed) await say(steps[dies]!)
    },
    async onward() {
      if (isSpared) return
      await hear(steps[dies]!)
      await walk(steps.slice(dies + 1))
    },
    /** What was heard, and what should have been: the same text where it is as it should be. */
    heard: () => heard().map((text, at) => (expected[at] !== undefined && matches(text, expected[at]) ? expected[at] : text)),
    expected: () => expected,
    copies: () =>
      transcript()
        .filter(entry => entry.copies > 1)
        .map(entry => entry.text),
  }
}
export type Walker = ReturnType<typeof walker>
