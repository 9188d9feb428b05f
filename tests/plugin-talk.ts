import { afterAll, beforeEach } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { guardedFetch } from '#kernel/http/guarded-fetch'
import { openLog } from '#kernel/process/log'
import type { Attachment, Chat, Host, Message } from '../src/plugin'
import { openPlugins } from '../src/plugins/host'

const PATIENCE_MS = 15_000
const NOBODY: Message = {
  id: '',
  text: '',
  media: null,
  at: new Date(),
  contact: { id: 1, name: 'Helena Prado', number: '5511987654321' },
  ticket: { id: 1, uuid: 'u', queueId: null },
  language: 'pt',
  raw: {},
}

type Options = {
  /** Where a request for an address goes: the test's resolver. */
  resolve?: (url: URL) => string
  /** How long one that may take so many milliseconds is waited for. */
  patience?: (ms: number | undefined) => number | undefined
  allowed: string[]
  settings?: object
}

/** A plugin in its own process, before peers on this machine, with a conversation that is kept in lists. */
export async function talkWith(name: string, { resolve = String, patience = ms => ms, allowed, settings: usual = {} }: Options) {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`))
  const guarded = guardedFetch(destination => allowed.includes(destination))
  // Whom a plugin declares is asked of the name, and not of the peer behind it.
  const fetch: typeof guarded = (url, init) => {
    const peer = new URL(resolve(new URL(url)))
    return guarded(peer.href, {
      ...init,
      timeoutMs: patience(init?.timeoutMs),
      mayReach: at => init?.mayReach?.(at.host === peer.host ? new URL(url) : at) ?? true,
    })
  }
  const plugins = await openPlugins({ folder, fetch, secret: 'installation', log: openLog('silent') })
  const nothing = {
    events: [] as string[],
    files: [] as Attachment[],
    logs: '',
    memory: undefined as object | undefined,
    spent: 0,
    refuses: '',
  }
  const kept = { ...nothing, queues: [] as { id: number; name: string }[], tags: [] as string[] }
  beforeEach(() => void Object.assign(kept, { ...nothing, events: [], files: [], queues: [], tags: [] }))
  afterAll(async () => {
    plugins.close()
    await rm(folder, { recursive: true })
  })

  const does =
    (verb: string) =>
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
    async menu() {
      await does('menu')()
      return kept.queues.length > 1
    },
    async sendMedia(file) {
      await does('sendMedia')(file.mimetype, file.name, file.caption)
      kept.files.push(file)
    },
    history: async () => [],
    queues: async () => kept.queues,
    isOpen: async () => true,
    tag: async tag => kept.tags.includes(tag),
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
    spend: async tokens => (kept.spent += tokens),
  }
  let ids = 0
  const plugin = plugins.of(name)!
  const ours = plugin.forCompany(1)
  return {
    plugin,
    chat,
    host,
    kept,
    /** One message of a customer; resolves to what was done, and why it failed. */
    async says(text: string, settings: object = {}, more: Partial<Message> = {}) {
      kept.events.length = 0
      const message = { ...NOBODY, id: `IN${++ids}`, ...more, text }
      const failed = await ours.reply(message, chat, { ...usual, ...settings }, host, PATIENCE_MS).then(
        () => [],
        (error: Error) => [`failed: ${error.message}`],
      )
      return [...kept.events, ...failed]
    },
    tries: (settings: object = {}, text?: string) => ours.test({ ...usual, ...settings }, host, PATIENCE_MS, text),
    issues: (settings: object = {}) => ours.issues({ ...usual, ...settings }),
  }
}
