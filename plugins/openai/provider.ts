import type OpenAI from 'openai'
import * as v from 'valibot'
import type { Host } from '../../src/plugin'
import { asking, Failure } from './failure'
import type { Settings } from './settings'

export type ChatMessage = OpenAI.Chat.ChatCompletionMessageParam
export type ToolCall = v.InferOutput<typeof Call>
type Request = OpenAI.Chat.ChatCompletionCreateParamsNonStreaming

const TIMEOUT_MS = 20_000
const MAX_ANSWER = 1_000_000
const MAX_SPOKEN = 10_000_000
/** Nobody reads more of one message; an answer beyond it is none. */
const MAX_TEXT = 10_000
const HEARING = 'whisper-1'
const SPEECH = 'gpt-4o-mini-tts'
/** By its ending the provider knows a recording. */
const ENDINGS: Record<string, string> = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/wav': 'wav',
  'audio/webm': 'webm',
}
const OPENAI = 'https://api.openai.com/'

const Call = v.object({
  id: v.string(),
  type: v.literal('function'),
  function: v.object({ name: v.string(), arguments: v.pipe(v.string(), v.maxLength(MAX_TEXT)) }),
})
const Completion = v.object({
  choices: v.pipe(
    v.array(
      v.object({
        message: v.object({
          content: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(MAX_TEXT)))),
          tool_calls: v.optional(v.nullable(v.pipe(v.array(Call), v.maxLength(20)))),
        }),
      }),
    ),
    v.minLength(1),
  ),
  usage: v.optional(v.nullable(v.looseObject({ total_tokens: v.pipe(v.number(), v.minValue(0)) }))),
})
const Transcription = v.object({ text: v.pipe(v.string(), v.trim(), v.maxLength(MAX_TEXT)) })

/** What another spelling or nothing takes the place of, when a model refuses it: models of one provider differ. */
function changed(request: Request, param: string): Request | undefined {
  const { max_tokens, max_completion_tokens, temperature, reasoning_effort, ...rest } = request
  const kept = { ...rest, max_tokens, max_completion_tokens, temperature, reasoning_effort }
  if (param === 'max_tokens' && max_tokens) return { ...kept, max_tokens: undefined, max_completion_tokens: max_tokens }
  if (param === 'max_completion_tokens' && max_completion_tokens)
    return { ...kept, max_completion_tokens: undefined, max_tokens: max_completion_tokens }
  if (param === 'temperature' && temperature !== undefined) return { ...kept, temperature: undefined }
  // Models that think before they answer take tools only where they are told not to.
  if (param === 'reasoning_effort' && reasoning_effort === undefined) return { ...kept, reasoning_effort: 'none' }
}

/** Where a provider does not say what it counted: about four letters a token. */
const estimated = (request: Request, text: string) => Math.ceil((JSON.stringify(request).length + text.length) / 4)

/** The provider for one answer. `refused` is what it did not take until now, so that it is not asked in vain again. */
export async function providerOf(settings: Settings, host: Host, signal: AbortSignal, refused: string[] = []) {
  const { baseUrl, apiKey, model, temperature, maxTokens } = settings
  // It takes some 50 ms and 4 MB, which only an answer is worth: the product itself loads this file to know the settings.
  const { default: Client } = await import('openai')
  const fetchOf = (maxBytes: number) =>
    Object.assign(
      (url: string | URL | globalThis.Request, init?: RequestInit) =>
        host.fetch(url instanceof Request ? url.url : String(url), { ...init, maxBytes, timeoutMs: TIMEOUT_MS }),
      { Response },
    )
  const client = new Client({ apiKey, baseURL: baseUrl, fetch: fetchOf(MAX_ANSWER), maxRetries: 1, logLevel: 'off' })
  const limit = baseUrl.startsWith(OPENAI) ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }

  async function sent(request: Request): Promise<unknown> {
    try {
      return await client.chat.completions.create(request, { signal })
    } catch (error) {
      const { status, param } = error as { status?: unknown; param?: unknown }
      const isNew = status === 400 && typeof param === 'string' && !refused.includes(param)
      const next = isNew ? changed(request, param) : undefined
      if (!next) throw error
      refused.push(param as string)
      return sent(next)
    }
  }

  return {
    refused,
    async complete(messages: ChatMessage[], tools: OpenAI.Chat.ChatCompletionFunctionTool[]) {
      const plain: Request = { model, messages, temperature, ...limit, ...(tools.length && { tools }) }
      const request = refused.reduce((now, param) => changed(now, param) ?? now, plain)
      const answer = await asking(host, 'answer', async () => v.parse(Completion, await sent(request)), signal)
      const { content, tool_calls } = answer.choices[0]!.message
      const text = content?.trim() ?? ''
      return { text, calls: tool_calls ?? [], tokens: answer.usage?.total_tokens ?? estimated(request, text) }
    },
    /** The words of a recording. */
    async hear(bytes: Uint8Array<ArrayBuffer>, mimetype: string) {
      const [type] = mimetype.split(';') as [string]
      const file = new File([bytes], `audio.${ENDINGS[type] ?? 'ogg'}`, { type })
      const answer = () => client.audio.transcriptions.create({ file, model: HEARING }, { signal })
      const heard = await asking(host, 'hearing', async () => v.parse(Transcription, await answer()), signal)
      if (!heard.text) throw new Failure('ERR_AI_ANSWER')
      return heard.text
    },
    async speak(text: string, voice: string) {
      const speaking = client.withOptions({ fetch: fetchOf(MAX_SPOKEN), maxRetries: 0 })
      const answer = () => speaking.audio.speech.create({ model: SPEECH, voice, input: text, response_format: 'opus' }, { signal })
      return asking(host, 'speech', async () => new Uint8Array(await (await answer()).arrayBuffer()), signal)
    },
  }
}
export type Provider = Awaited<ReturnType<typeof providerOf>>
