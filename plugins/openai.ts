import { type Chat, definePlugin, type Host, type Message } from '../src/plugin'
import { Failure } from './openai/failure'
import { fileText, type Memory, memoryOf } from './openai/memory'
import { type ChatMessage, type Provider, providerOf } from './openai/provider'
import { settings, type Settings, WRITTEN } from './openai/settings'
import { spoken } from './openai/speech'
import { systemText, unmarked } from './openai/system-text'
import { type Leave, toolsOf } from './openai/tools'

/** All that an answer may take, below the 30 s after which the plugin is stopped. */
const DEADLINE_MS = 24_000
const TEST_MS = 13_000
/** How often a model may use its tools before it has to answer. */
const MAX_ROUNDS = 4

/** Answers as a model does, of OpenAI or of another provider that speaks the same: what goes wrong leaves the conversation to a person. */
export default definePlugin({
  name: 'openai',
  title: 'OpenAI',
  version: '1.0.0',
  api: 1,
  hosts: ['setting:baseUrl', 'api.openai.com', '*.tts.speech.microsoft.com'],
  settings,
  async reply(message, chat, settings, host) {
    const memory = await memoryOf(host)
    // Whoever has the conversation next remembers nothing of this one: it is left when all was kept.
    const leave = await converse(message, chat, settings, host, memory).finally(memory.save)
    await leave?.()
  },
  async test(settings, host) {
    const provider = await providerOf(settings, host, AbortSignal.timeout(TEST_MS))
    const { described } = await toolsOf(NOBODY, settings.queueId)
    const contact = { id: 0, name: '', number: '' }
    const messages: ChatMessage[] = [
      { role: 'system', content: systemText(settings, { contact, language: 'pt' }) },
      { role: 'user', content: 'Olá! Esta é uma mensagem de teste.' },
    ]
    const { text, tokens } = await provider.complete(messages, described)
    return { reply: text, detail: `${settings.model}, ${tokens} tokens` }
  },
})

/** Answers one message; resolves to how the conversation is left, where it is. */
async function converse(message: Message, chat: Chat, settings: Settings, host: Host, memory: Memory): Promise<Leave | undefined> {
  await mustAfford(settings, host, memory)
  const provider = await providerOf(settings, host, AbortSignal.timeout(DEADLINE_MS), memory.refused)
  const tools = await toolsOf(chat, settings.queueId)
  const messages: ChatMessage[] = [
    { role: 'system', content: systemText(settings, message) },
    ...memory.told(await chat.history(settings.maxMessages)),
    { role: 'user', content: await wordsOf(message, provider, memory) },
  ]
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { text, calls, tokens } = await provider.complete(messages, tools.described)
    await memory.add(tokens)
    const outcomes = []
    for (const call of calls) outcomes.push(await tools.run(call))
    const leaving = outcomes.find(outcome => 'leave' in outcome)
    const said = unmarked(text)
    if (leaving || !calls.length) {
      if (!text && !leaving) throw new Failure('ERR_AI_ANSWER')
      if (said.text) await deliver(said.text, chat, settings, provider, host, memory)
      return leaving?.leave ?? (said.wantsPerson ? () => chat.handOff(settings.queueId) : undefined)
    }
    messages.push({ role: 'assistant', content: text || null, tool_calls: calls })
    for (const [at, call] of calls.entries())
      messages.push({ role: 'tool', tool_call_id: call.id, content: (outcomes[at] as { result: string }).result })
  }
  throw new Failure('ERR_AI_ANSWER')
}

async function mustAfford({ ticketTokens, monthlyTokens }: Settings, host: Host, { tokens }: Memory) {
  if (ticketTokens && tokens >= ticketTokens) throw new Failure('ERR_AI_BUDGET')
  if (monthlyTokens && (await host.spend(0)) >= monthlyTokens) throw new Failure('ERR_AI_BUDGET')
}

/** What a customer wrote, or said in a voice note. */
async function wordsOf({ text, media, at }: Message, provider: Provider, memory: Memory) {
  if (!media) return text
  if (!media.mimetype.startsWith('audio/')) return fileText(media.mimetype, text)
  const bytes = await media.read()
  if (!bytes) throw new Failure('ERR_NO_MEDIA_FOUND')
  const words = await provider.hear(new Uint8Array(bytes), media.mimetype)
  memory.heard('customer', at.getTime(), words)
  return words
}

async function deliver(text: string, chat: Chat, settings: Settings, provider: Provider, host: Host, memory: Memory) {
  const sound = settings.voice === WRITTEN ? undefined : await spoken(text, settings, provider, host)
  if (!sound) return chat.say(text)
  try {
    await chat.sendMedia({ data: sound, mimetype: 'audio/ogg', name: 'resposta.ogg', voice: true })
    memory.heard('company', Date.now(), text)
  } catch {
    // Sound that is none. If a person has taken the conversation, or nothing can be stored, the text is refused as well.
    host.log.warn('the spoken answer could not be sent')
    await chat.say(text)
  }
}

const nothing = async () => {}
/** Whom a test talks to. */
const NOBODY: Chat = {
  ...{ say: nothing, sendMedia: nothing, typing: nothing, transfer: nothing, handOff: nothing, close: nothing },
  history: async () => [],
  queues: async () => [],
  isOpen: async () => true,
  tag: async () => false,
  menu: async () => false,
}
