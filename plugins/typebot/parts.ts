import * as v from 'valibot'
import type { Answer } from './answer'
import { choicesOf } from './choices'
import { plain } from './rich-text'
import type { Settings } from './settings'

const MAX_PARTS = 20
/** Of one message of WhatsApp. */
const MAX_TEXT = 65_536
const REFUSED = 'Invalid message. Please, try again.'

const Id = v.pipe(v.number(), v.integer(), v.minValue(1))
const Command = v.union([v.object({ stopBot: v.literal(true) }), v.object({ queueId: Id, userId: v.optional(Id) })])
type Command = v.InferOutput<typeof Command>
export type Part = { text: string } | { url: string } | { command: Command }

/** An answer as it is said: at most 20 messages, the choices last. */
export function partsOf({ messages, input }: Answer, { typebotUnknownMessage }: Pick<Settings, 'typebotUnknownMessage'>): Part[] {
  const choices = choicesOf(input).map(choice => `▶️ ${choice}`)
  const said = messages.flatMap(({ content }) => partOf(content)).map(part => understood(part, typebotUnknownMessage))
  const parts = [...said.slice(0, MAX_PARTS - Math.min(1, choices.length)), ...written(choices.join('\n'))]
  return parts.length ? parts : written(typebotUnknownMessage)
}

const written = (text: string): Part[] => (text ? [{ text: text.slice(0, MAX_TEXT).toWellFormed() }] : [])
const understood = (part: Part, unknown: string): Part => (unknown && 'text' in part && part.text === REFUSED ? { text: unknown } : part)

function partOf(content: unknown): Part[] {
  const { richText, url } = (content ?? {}) as { richText?: unknown; url?: unknown }
  if (typeof url === 'string' && url) return [{ url }]
  const text = plain(richText)
  const command = commandOf(text)
  return command ? [{ command }] : written(text)
}

/** `#{"stopBot":true}` and its like are meant for us; whatever else begins so is said. */
function commandOf(text: string): Command | undefined {
  if (!text.startsWith('#')) return undefined
  try {
    return v.parse(Command, JSON.parse(text.slice(1)))
  } catch {
    return undefined
  }
}
