import { afterAll, beforeEach } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { guardedFetch } from '#kernel/http/guarded-fetch'
import { openLog } from '#kernel/process/log'
import type { Attachment, Chat, Host, Message, Said } from '../../src/plugin'
import { openPlugins } from '../../src/plugins/host'
import { startAzureSpeech } from '../../tests/peers/azure-speech'
import { startOpenai } from '../../tests/peers/openai'
import { keepSecrets } from '../../tests/secrets'

export const KEY = 'sk-canario-da-chave-da-api'
export const VOICE_KEY = 'canario-da-chave-da-voz'
const FAILURE_MS = 10_000

/** The plugin in its own process, before providers on this machine, with a conversation that is kept in lists. */
export async function openAi() {
  keepSecrets('key of a provider', [KEY, VOICE_KEY])
  const openai = startOpenai(KEY)
  const sound = { now: (): Response => new Response(null, { status: 503 }) }
  const azure = startAzureSpeech(VOICE_KEY, () => sound.now())
  const folder = await mkdtemp(join(tmpdir(), 'openai-'))
  const guarded = guardedFetch(destination => [openai.destination, azure.destination].includes(destination))
  const asked: string[] = []
  const fetch: typeof guarded = (url, init) => {
    asked.push(new URL(url).host)
    // Azure's name leads here, as a resolver would have it.
    const address = url.replace('https://brazilsouth.tts.speech.microsoft.com', `http://${azure.destination}`)
    return guarded(address, { ...init, timeoutMs: talk.isImpatient ? init!.timeoutMs! / 20 : init!.timeoutMs })
  }
  const plugins = await openPlugins({ folder, fetch, secret: 'installation', log: openLog('silent') })
  const kept = {
    logs: [] as string[],
    events: [] as string[],
    files: [] as Attachment[],
    memory: undefined as object | undefined,
    spent: 0,
  }
  const talk = {
    history: [] as Said[],
    queues: [] as { id: number; name: string }[],
    isOpen: true,
    tags: [] as string[],
    isImpatient: false,
  }

  beforeEach(() => {
    Object.assign(kept, { logs: [], events: [], files: [], memory: undefined, spent: 0 })
    Object.assign(talk, { history: [], queues: [], isOpen: true, tags: [], isImpatient: false })
    openai.asked.length = openai.received.length = openai.heard.length = openai.spoke.length = azure.spoken.length = asked.length = 0
    openai.answer = () => ({ content: 'Olá!' })
  })
  afterAll(async () => {
    plugins.close()
    await Promise.all([openai.stop(), azure.stop(), rm(folder, { recursive: true })])
  })

  const note = async (event: string) => void kept.events.push(event)
  const chat: Chat = {
    say: text => note(`say ${text}`),
    sendMedia: async file => (kept.files.push(file), note(`send ${file.mimetype}`)),
    history: async limit => talk.history.slice(-limit!),
    queues: async () => talk.queues,
    isOpen: async () => talk.isOpen,
    tag: async name => (await note(`tag ${name}`), talk.tags.includes(name)),
    typing: async () => {},
    // As in the product, whoever has it next remembers nothing.
    transfer: queueId => ((kept.memory = undefined), note(`transfer ${queueId}`)),
    handOff: queueId => note(`hand off ${queueId}`),
    close: () => note('close'),
    menu: async () => false,
  }
  const logAt = (level: string) => (text: string, extra?: object) => void kept.logs.push(JSON.stringify({ level, text, ...extra }))
  const host: Host = {
    fetch,
    log: { info: logAt('info'), warn: logAt('warn'), error: logAt('error') },
    memory: {
      get: async <T extends object>() => kept.memory as T | undefined,
      set: async value => void (kept.memory = value),
      clear: async () => void (kept.memory = undefined),
    },
    spend: async tokens => (kept.spent += tokens),
  }
  const plugin = plugins.of('openai')!.forCompany(1)
  const usual = { apiKey: KEY, baseUrl: openai.baseUrl, prompt: 'Você atende a Norte Fibra.', queueId: 7 }
  const message: Message = {
    id: 'IN1',
    text: 'Bom dia',
    media: null,
    at: new Date(1_000),
    contact: { id: 1, name: 'Helena Prado', number: '5511987654321' },
    ticket: { id: 1, uuid: 'u', queueId: null },
    language: 'pt',
    raw: {},
  }

  return {
    openai,
    azure,
    sound,
    asked,
    kept,
    talk,
    /** One message of a customer; resolves to why it failed, or to nothing. */
    says: (more: Partial<Message> = {}, settings: object = {}) =>
      plugin.reply({ ...message, ...more }, chat, { ...usual, ...settings }, host, FAILURE_MS).then(
        () => undefined,
        (error: Error) => error.message,
      ),
    tries: (settings: object = {}) => plugin.test({ ...usual, ...settings }, host, FAILURE_MS),
    voiceNote: {
      text: 'Áudio',
      media: { mimetype: 'audio/ogg; codecs=opus', fileName: null, caption: null, read: async () => new Uint8Array([1, 2, 3]) },
    },
  }
}
