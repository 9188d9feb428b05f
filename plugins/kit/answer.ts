import * as v from 'valibot'

/** Limits of one answer: who is written to reads no more, and nobody waits for it to be read. */
export const MAX_PARTS = 20
const MAX_TEXT = 10_000

const Id = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const Name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))
/** A queue by its id, or by the name that people read. */
const Queue = v.union([Id, Name])
const Address = v.pipe(v.string(), v.maxLength(2_000), v.url(), v.regex(/^https?:\/\//))

const Action = v.variant('type', [
  v.strictObject({ type: v.literal('say'), text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_TEXT)) }),
  v.strictObject({
    type: v.literal('media'),
    url: Address,
    name: v.optional(Name),
    caption: v.optional(v.pipe(v.string(), v.maxLength(1_000))),
    voice: v.optional(v.boolean()),
  }),
  v.strictObject({ type: v.literal('tag'), name: Name }),
  v.strictObject({ type: v.literal('transfer'), queue: Queue, userId: v.optional(Id) }),
  v.strictObject({ type: v.literal('hand_off'), queue: v.optional(Queue) }),
  v.strictObject({ type: v.literal('close') }),
])
export type Action = v.InferOutput<typeof Action>

/** Nothing of a conversation is the robot's after it. */
export const isLeaving = ({ type }: Action) => type === 'transfer' || type === 'hand_off' || type === 'close'
const Actions = v.pipe(v.array(Action), v.maxLength(MAX_PARTS))

/** Why an answer is not followed: a code that people read a sentence for, and the place in it, never what stood there. */
export class AnswerError extends Error {
  constructor(code: 'ERR_ANSWER_INVALID' | 'ERR_ANSWER_NOT_JSON' | 'ERR_ANSWER_QUEUE', path?: string) {
    super(path ? `${code}: ${path}` : code)
  }
}
const refused = (path: string) => new AnswerError('ERR_ANSWER_INVALID', path)

/**
 * What an answer asks for. Texts are taken from { text }, { messages: [{ text }] } or a list of them, whatever else stands beside: many
 * programs answer with a word of their own. Who writes `actions` means this product, and is told where they are wrong.
 */
export function actionsOf(body: string, isJson: boolean): Action[] {
  const answer = parsed(body)
  if (answer === undefined && isJson && body.trim()) throw new AnswerError('ERR_ANSWER_NOT_JSON')
  const texts = textsOf(answer).map((text): Action => ({ type: 'say', text }))
  if (!hasActions(answer)) return texts
  const all = [...texts, ...checked(answer.actions)]
  // What is cut off would be the end: a transfer, perhaps.
  if (all.length > MAX_PARTS) throw refused('actions')
  return all
}

const hasActions = (answer: unknown): answer is { actions: unknown } =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer) && 'actions' in answer

/** A list of actions that somebody wrote. */
export function checked(given: unknown): Action[] {
  const result = v.safeParse(Actions, given)
  if (!result.success) throw refused(['actions', v.getDotPath(result.issues[0])].filter(Boolean).join('.'))
  const actions = result.output
  const left = actions.findIndex(isLeaving)
  if (left >= 0 && left < actions.length - 1) throw refused(`actions.${left + 1}`)
  return actions
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Lists within lists, as deep as a program makes them that means to say something. */
const MAX_DEPTH = 8

function textsOf(answer: unknown, depth = 0): string[] {
  if (depth > MAX_DEPTH) return []
  if (Array.isArray(answer)) return answer.flatMap(part => (typeof part === 'string' ? spoken(part) : textsOf(part, depth + 1)))
  if (!answer || typeof answer !== 'object') return []
  const { text, messages } = answer as { text?: unknown; messages?: unknown }
  return [...(typeof text === 'string' ? spoken(text) : []), ...(Array.isArray(messages) ? textsOf(messages, depth + 1) : [])]
}
const spoken = (text: string) => (text.trim() ? [text] : [])
