import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { plugin as provide } from 'bun'
import * as valibot from 'valibot'
import { plugins as builtIn } from '#kernel/process/embedded'
import * as api from '../plugin'
import type { Attachment, Chat, Happened, Host, Message, Plugin } from '../plugin'
import { rpcOver, MAX_CROSSING, type Packet } from './rpc'
import { describe, issuesOf, pluginOf } from './description'

const MAX_NOTE = 2_000

type Use = <T>(name: string, ...args: unknown[]) => Promise<T>
type SentMessage = Omit<Message, 'media'> & { media: Omit<NonNullable<Message['media']>, 'read'> | null }
type Answer = { status: number; statusText: string; headers: [string, string][]; body: Uint8Array<ArrayBuffer> }

/** Runs in the child process of one plugin (a file, or a built-in one by its name): serves RPC of the product, and ends with it. */
export function runPlugin(source: string) {
  // The OOM killer and the scheduler take this process before the product.
  writeFile('/proc/self/oom_score_adj', '1000').catch(() => {})
  setPriority(5)
  provideModules()
  const loaded = load(source)
  loaded.catch(() => {})

  const verbs: Record<string, (plugin: Plugin, ...args: never[]) => unknown> = {
    describe,
    issues: (plugin, _task: number, settings: object) => issuesOf(plugin, settings),
    reply: (plugin, task: number, { media, ...message }: SentMessage, settings: object) => {
      const use = useOf(task)
      const received = { ...message, media: media && { ...media, read: () => use<Uint8Array<ArrayBuffer> | null>('read') } }
      return plugin.reply(received, chatOver(use), accepted(plugin, settings), hostOver(use))
    },
    heard: (plugin, task: number, event: Happened, settings: object) =>
      plugin.heard?.(event, accepted(plugin, settings), hostOver(useOf(task))),
    test: (plugin, task: number, settings: object, text?: string) => plugin.test?.(accepted(plugin, settings), hostOver(useOf(task)), text),
  }
  const product = rpcOver(
    packet => void process.send!(packet),
    async (verb, args) => (verb === 'ping' ? process.memoryUsage.rss() : verbs[verb]!(await loaded, ...(args as never[]))),
  )
  /** Calls of the host API, for one task. */
  function useOf(task: number): Use {
    return async function use(name, ...args) {
      if (sizeOf(args) > MAX_CROSSING) throw new Error(`more than ${MAX_CROSSING / 1e6} MB at once`)
      return product.call('use', task, name, args)
    }
  }

  process.on('message', packet => void product.receive(packet as Packet))
  process.on('disconnect', () => process.exit())
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => void product.call('failed', Bun.inspect(error).slice(0, MAX_NOTE)).catch(() => {}))
}

const load = async (source: string) => pluginOf(Object.hasOwn(builtIn, source) ? await builtIn[source]!() : await imported(source))

/** A file that is not of the product: what is wrong with it is said where it stands. */
const imported = (source: string) =>
  import(source).catch((error: unknown) => {
    const places = error instanceof AggregateError ? (error.errors as Misread[]) : [error as Misread]
    throw new Error(places.slice(0, 5).map(misread).join('; '), { cause: error })
  })
type Misread = { message: string; code?: string; position?: { line: number; column: number } | null }
const misread = ({ message, code, position }: Misread) =>
  code === 'ERR_MODULE_NOT_FOUND'
    ? `${message}: only valibot and balcao/plugin are there, everything else is bundled into the file`
    : position
      ? `line ${position.line}, column ${position.column}: ${message}`
      : message

/** Modules that a plugin file outside of the binary can import by name; it must bundle everything else. */
const provideModules = () =>
  provide({
    name: 'modules for plugins',
    setup(build) {
      build.module('valibot', () => ({ exports: valibot, loader: 'object' }))
      build.module('balcao/plugin', () => ({ exports: api, loader: 'object' }))
    },
  })

function accepted({ settings }: Plugin, given: unknown) {
  const result = valibot.safeParse(settings, given)
  if (!result.success) throw new Error('ERR_VALIDATION')
  return result.output
}

function sizeOf(value: unknown): number {
  if (value instanceof Uint8Array || typeof value === 'string') return value.length
  return value && typeof value === 'object' ? Object.values(value).reduce<number>((sum, one) => sum + sizeOf(one), 0) : 0
}

const chatOver = (use: Use): Chat => ({
  say: text => use('say', text),
  sendMedia: async ({ data, ...file }: Attachment) => {
    if (!(data instanceof Uint8Array)) throw new TypeError('the data of a file are a Uint8Array')
    await use('sendMedia', { ...file, data })
  },
  typing: ms => use('typing', ms),
  history: (limit, takenBack) => use('history', limit, takenBack),
  queues: () => use('queues'),
  isOpen: () => use('isOpen'),
  tag: name => use('tag', name),
  transfer: (queueId, userId) => use('transfer', queueId, userId),
  handOff: queueId => use('handOff', queueId),
  close: () => use('close'),
  menu: () => use('menu'),
})

function hostOver(use: Use): Host {
  const logAt = (level: string) => (message: string, extra?: object) => void use('log', level, message, extra).catch(() => {})
  return {
    fetch: (url, init) => fetchOver(use, url, init),
    log: { info: logAt('info'), warn: logAt('warn'), error: logAt('error') },
    memory: { get: () => use('recall'), set: value => use('remember', value), clear: () => use('forget') },
    spend: tokens => use('spend', tokens),
  }
}

async function fetchOver(use: Use, url: string, { method, headers, body, signal, maxBytes, timeoutMs }: Parameters<Host['fetch']>[1] = {}) {
  // A Response serializes each kind of body, and knows its content type.
  const serialized = new Response(body)
  const type = serialized.headers.get('content-type')
  const sent = new Headers(headers)
  if (type && !sent.has('content-type')) sent.set('content-type', type)
  signal?.throwIfAborted()
  const aborted = new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  const init = { method, headers: [...sent], body: body == null ? undefined : await serialized.bytes(), maxBytes, timeoutMs }
  const { status, body: bytes, ...answer } = await Promise.race([use<Answer>('fetch', String(url), init), aborted])
  return new Response([101, 204, 205, 304].includes(status) ? null : bytes, { status, ...answer })
}
