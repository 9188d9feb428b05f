import * as v from 'valibot'
import { type Action, checked } from '../kit/answer'
import type { Detected } from './agent'

const Texts = v.object({ text: v.object({ text: v.array(v.string()) }) })
const Replies = v.object({
  quickReplies: v.object({ title: v.optional(v.string(), ''), quickReplies: v.optional(v.array(v.string()), []) }),
})
const Image = v.object({ image: v.object({ imageUri: v.string(), accessibilityText: v.optional(v.string()) }) })
const Card = v.object({
  card: v.object({
    title: v.optional(v.string(), ''),
    subtitle: v.optional(v.string(), ''),
    imageUri: v.optional(v.string()),
    buttons: v.optional(v.array(v.object({ text: v.string() })), []),
  }),
})
const Payload = v.object({ payload: v.record(v.string(), v.unknown()) })

const choices = (title: string, items: string[]) => [title, ...items.map(item => `▶️ ${item}`)].filter(Boolean).join('\n')
const say = (text: string): Action[] => (text.trim() ? [{ type: 'say', text: text.trim() }] : [])
const picture = (url: string, caption?: string): Action => ({ type: 'media', url, caption })

/** One rich message of an agent as WhatsApp can show it. Those of other platforms, and kinds that it does not know, say nothing. */
function actionsOf(message: unknown): Action[] {
  if (v.is(Texts, message)) return say(message.text.text[0] ?? '')
  if (v.is(Payload, message)) return message.payload['actions'] === undefined ? [] : checked(message.payload['actions'])
  const replies = v.safeParse(Replies, message)
  if (replies.success) return say(choices(replies.output.quickReplies.title, replies.output.quickReplies.quickReplies))
  const image = v.safeParse(Image, message)
  if (image.success) return [picture(image.output.image.imageUri, image.output.image.accessibilityText)]
  const card = v.safeParse(Card, message)
  if (!card.success) return []
  const { title, subtitle, imageUri, buttons } = card.output.card
  const words = choices(
    [title, subtitle].filter(Boolean).join('\n'),
    buttons.map(button => button.text),
  )
  return imageUri ? [picture(imageUri, words)] : say(words)
}

/** What an agent says and asks for. A payload with `actions` is written as the answer of a webhook is. */
export function read({ fulfillmentMessages, fulfillmentText, intent, diagnosticInfo }: Detected) {
  const ours = fulfillmentMessages.filter(({ platform = 'PLATFORM_UNSPECIFIED' }) => platform === 'PLATFORM_UNSPECIFIED')
  const found = ours.flatMap(actionsOf)
  return {
    actions: found.length ? found : say(fulfillmentText),
    isMiss: intent?.isFallback ?? true,
    isEnd: (intent?.endInteraction || diagnosticInfo?.end_conversation) ?? false,
    wantsPerson: intent?.liveAgentHandoff ?? false,
  }
}
