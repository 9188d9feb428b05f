import * as v from 'valibot'
import type { Host, Message } from '../../src/plugin'
import { chosen, choicesOf } from './choices'
import type { Settings } from './settings'

const MAX_ANSWER = 1_000_000
const REQUEST_MS = 10_000

const Answer = v.object({
  messages: v.array(v.object({ content: v.optional(v.unknown()) })),
  input: v.nullish(v.object({ items: v.optional(v.unknown()) })),
})
const Id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(500))
const Started = v.object({ ...Answer.entries, sessionId: Id, resultId: v.nullish(Id) })
export type Answer = v.InferOutput<typeof Answer>

type Kept = { sessionId: string; resultId?: string; at: number; choices: string[] }
export type Customer = Pick<Message['contact'], 'name' | 'number'>
export type Clock = { left(): number }

const isLive = ({ at }: Kept, minutes: number) => minutes === 0 || Date.now() - at <= minutes * 60_000
const waitsSilently = ({ messages, input }: Answer) => !messages.length && input != null && !choicesOf(input).length

/** What the flow says to a customer's words, in the session that it has with the customer, or in a new one. */
export async function converse(words: string, customer: Customer, settings: Settings, host: Host, clock: Clock): Promise<Answer> {
  const typebot = typebotOf(settings, host, clock)
  const kept = await host.memory.get<Kept>()
  const keep = async ({ sessionId, resultId }: Pick<Kept, 'sessionId' | 'resultId'>, answer: Answer) => {
    await host.memory.set({ sessionId, resultId, at: Date.now(), choices: choicesOf(answer.input) } satisfies Kept)
    return answer
  }
  try {
    const answer = kept && isLive(kept, settings.typebotExpires) && (await typebot.proceed(kept.sessionId, chosen(words, kept.choices)))
    if (answer) return await keep(kept, answer)
    const { sessionId, resultId, ...first } = await typebot.start(words, customer, kept?.resultId)
    // A first input that stands behind something else has not got the words yet.
    const second = waitsSilently(first) && (await typebot.proceed(sessionId, words))
    return await keep({ sessionId, resultId: resultId ?? undefined }, second || first)
  } catch (error) {
    await host.memory.clear()
    throw error
  }
}

export function typebotOf({ urlN8N, typebotSlug }: Settings, host: Host, clock: Clock) {
  const base = `${urlN8N.replace(/\/+$/, '')}/api/v1`
  const post = (path: string, body: object) =>
    host.fetch(`${base}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      maxBytes: MAX_ANSWER,
      timeoutMs: Math.max(1, Math.min(REQUEST_MS, clock.left())),
    })
  return {
    /** `resultId` lets a flow that remembers people know the customer again. */
    async start(message: string, { name, number }: Customer, resultId?: string) {
      const prefilledVariables = { number, pushName: name }
      const body = { isStreamEnabled: false, message, resultId, isOnlyRegistering: false, prefilledVariables }
      return parsed(Started, await post(`typebots/${encodeURIComponent(typebotSlug)}/startChat`, body))
    },
    /** Undefined when Typebot knows no such session, or no longer. */
    async proceed(sessionId: string, message: string) {
      const response = await post(`sessions/${encodeURIComponent(sessionId)}/continueChat`, { message })
      return (await isUnknown(response)) ? undefined : parsed(Answer, response)
    },
  }
}

const isUnknown = async (response: Response) =>
  response.status === 404 || (!response.ok && /session (not found|expired)/i.test(await response.clone().text()))

/** Errors say nothing of what came: people read them. */
async function parsed<S extends v.GenericSchema>(schema: S, response: Response): Promise<v.InferOutput<S>> {
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const result = v.safeParse(schema, await response.json().catch(() => undefined))
  if (!result.success) throw new Error(`HTTP ${response.status}, no answer of Typebot`)
  return result.output
}
