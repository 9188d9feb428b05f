import { afterAll, beforeEach } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { guardedFetch } from '#kernel/http/guarded-fetch'
import { openLog } from '#kernel/process/log'
import type { Attachment, Chat, Host, Message } from '../../src/plugin'
import { openPlugins } from '../../src/plugins/host'
import { startTypebot } from '../../tests/peers/typebot'

const PATIENCE_MS = 10_000

/** The plugin in its own process, before a Typebot on this machine, with a conversation that is kept in lists. */
export async function openTypebot() {
  const typebot = startTypebot('vendas norte')
  const folder = await mkdtemp(join(tmpdir(), 'typebot-'))
  const guarded = guardedFetch(destination => destination === typebot.destination)
  const waits = { scale: 1, of: [] as number[] }
  const fetch: typeof guarded = (url, init) => {
    waits.of.push(init!.timeoutMs!)
    return guarded(url, { ...init, timeoutMs: init!.timeoutMs! / waits.scale })
  }
  const plugins = await openPlugins({ folder, fetch, secret: 'installation', log: openLog('silent') })
  const plugin = plugins.of('typebot')!
  const kept = { events: [] as string[], files: [] as Attachment[], logs: '', memory: undefined as object | undefined, refuses: '' }
  beforeEach(() => {
    Object.assign(kept, { events: [], files: [], logs: '', memory: undefined, refuses: '' })
    Object.assign(waits, { scale: 1, of: [] })
    typebot.reset()
  })
  afterAll(async () => {
    plugins.close()
    await Promise.all([typebot.stop(), rm(folder, { recursive: true })])
  })

  const does =
    (verb: keyof Chat) =>
    async (...given: (number | string | undefined)[]) => {
      if (verb === kept.refuses) throw new Error('refused')
      kept.events.push([verb, ...given.filter(one => one !== undefined)].join(' '))
    }
  const chat: Chat = {
    say: does('say'),
    typing: does('typing'),
    transfer: does('transfer'),
    handOff: does('handOff'),
    close: does('close'),
    async sendMedia(file) {
      await does('sendMedia')(file.mimetype, file.name)
      kept.files.push(file)
    },
    history: async () => [],
    queues: async () => [],
    isOpen: async () => true,
    tag: async () => false,
  }
  const log = (text: string, extra?: object) => void (kept.logs += JSON.stringify([text, extra]))
  const host: Host = {
    fetch,
    log: { info: log, warn: log, error: log },
    memory: {
      get: async <T extends object>() => kept.memory as T | undefined,
      set: async value => void (kept.memory = value),
      clear: async () => void (kept.memory = undefined),
    },
    spend: async () => 0,
  }
  const usual = { urlN8N: `${typebot.url}/`, typebotSlug: 'vendas norte', typebotDelayMessage: 0, typebotExpires: 60 }
  let ids = 0
  const message: Message = {
    id: '',
    text: 'Bom dia',
    media: null,
    at: new Date(),
    contact: { id: 1, name: 'Helena Prado', number: '5511987654321' },
    ticket: { id: 1, uuid: 'u', queueId: null },
    raw: {},
  }
  const ours = plugin.forCompany(1)

  return {
    typebot,
    plugin,
    chat,
    host,
    kept,
    waits,
    /** One message of a customer; resolves to what was done, and why it failed. */
    async says(text: string, settings: object = {}, more: Partial<Message> = {}) {
      kept.events.length = 0
      const failed = await ours
        .reply({ ...message, id: `IN${++ids}`, ...more, text }, chat, { ...usual, ...settings }, host, PATIENCE_MS)
        .then(
          () => [],
          (error: Error) => [`failed: ${error.message}`],
        )
      return [...kept.events, ...failed]
    },
    tries: (settings: object = {}) => ours.test({ ...usual, ...settings }, host, PATIENCE_MS),
  }
}
