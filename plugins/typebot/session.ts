import * as v from 'valibot'
import type { Host, Message } from '../../src/plugin'
import { Answer, Granted, Started, takenBy, type Taking } from './answer'
import { chosen, choicesOf } from './choices'
import { type Part, partsOf } from './parts'
import type { Settings } from './settings'

const MAX_ANSWER = 1_000_000
const REQUEST_MS = 10_000
/** Of a memory: an answer that is longer is asked for again. */
const MAX_KEPT = 65_536

type Kept = {
  /** A session is of one flow: another integration of this type may follow, or this one lead elsewhere. */
  flow: string
  sessionId: string
  resultId?: string
  at: number
  choices: string[]
  /** What the flow takes a file as, if it does. */
  takes?: Taking[]
  /** What was said last: a message that is asked for once more after a stop must not go on in the flow twice. */
  last?: { messageId: string; parts: Part[] }
}
/** What the flow is told: words, the address of a file, or a file with words. */
type Heard = string | { type: 'text'; text: string; attachedFileUrls: string[] } | { type: 'audio'; url: string }
type Customer = Pick<Message['contact'], 'name' | 'number'>
export type Clock = { left(): number }

const isLive = ({ at }: Kept, minutes: number) => minutes === 0 || Date.now() - at <= minutes * 60_000
const waitsSilently = ({ messages, input }: Answer) => !messages.length && input != null && !choicesOf(input).length

/** What the flow says to a message, in the session that it has with the customer, or in a new one. */
export async function converse(message: Message, words: string, settings: Settings, host: Host, clock: Clock): Promise<Part[]> {
  const typebot = typebotOf(settings, host, clock)
  const flow = `${settings.urlN8N} ${settings.typebotSlug}`
  const remembered = await host.memory.get<Kept>()
  const kept = remembered?.flow === flow ? remembered : undefined
  if (kept?.last?.messageId === message.id) return kept.last.parts

  async function keep({ sessionId, resultId }: { sessionId: string; resultId?: string | null }, answer: Answer) {
    const session: Kept = {
      flow,
      sessionId,
      resultId: resultId ?? undefined,
      at: Date.now(),
      choices: choicesOf(answer.input),
      takes: takenBy(answer),
    }
    const parts = partsOf(answer, settings)
    const whole: Kept = { ...session, last: { messageId: message.id, parts } }
    await host.memory.set(JSON.stringify(whole).length > MAX_KEPT ? session : whole)
    return parts
  }
  /** A file in the flow's own storage, where it takes one, or the words. */
  async function heard({ sessionId, choices, takes = [] }: Kept): Promise<Heard> {
    const { media } = message
    const taking = media && takes.find(one => one !== 'audio' || media.mimetype.startsWith('audio/'))
    const url = taking && (await typebot.upload(sessionId, media))
    if (!url) return chosen(words, choices)
    if (taking === 'audio') return { type: 'audio', url }
    return taking === 'file' ? url : { type: 'text', text: media.caption ?? '', attachedFileUrls: [url] }
  }
  try {
    const answer = kept && isLive(kept, settings.typebotExpires) && (await typebot.proceed(kept.sessionId, await heard(kept)))
    if (answer) return await keep(kept, answer)
    const { sessionId, resultId, ...first } = await typebot.start(words, message.contact, kept?.resultId)
    // A first input that stands behind something else has not got the words yet.
    const second = waitsSilently(first) && (await typebot.proceed(sessionId, words))
    return await keep({ sessionId, resultId }, second || first)
  } catch (error) {
    await host.memory.clear()
    throw error
  }
}

export function typebotOf({ urlN8N, typebotSlug }: Settings, host: Host, clock: Clock) {
  const base = `${urlN8N.replace(/\/+$/, '')}/api`
  const post = (path: string, body: object, version = 'v1') =>
    host.fetch(`${base}/${version}/${path}`, {
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
    async proceed(sessionId: string, message: Heard) {
      const response = await post(`sessions/${encodeURIComponent(sessionId)}/continueChat`, { message })
      return (await isUnknown(response)) ? undefined : parsed(Answer, response)
    },
    /** Where the storage of the flow keeps a file now; undefined when it has none, or the file did not come. */
    async upload(sessionId: string, { mimetype, fileName, read }: NonNullable<Message['media']>) {
      const data = await read()
      if (!data) return undefined
      const name = fileName ?? `arquivo.${mimetype.split(/[/;+]/)[1]}`
      const granted = await post('generate-upload-url', { sessionId, fileName: name, fileType: mimetype }, 'v2')
      if (!granted.ok) return undefined
      const { presignedUrl, formData, fileUrl } = await parsed(Granted, granted)
      const form = new FormData()
      for (const [field, value] of Object.entries(formData)) form.append(field, value)
      form.append('file', new File([data], name, { type: mimetype }))
      const stored = await host.fetch(presignedUrl, { method: 'POST', body: form, timeoutMs: Math.max(1, clock.left() - REQUEST_MS) })
      return stored.ok ? fileUrl : undefined
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
