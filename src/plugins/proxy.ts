import type { GuardedFetch } from '#kernel/http/guarded-fetch'
import type { Chat, Happened, Host, Message, Plugin, TestResult } from '../plugin'
import { issuesOf, type Description } from './description'
import type { PluginPool } from './pool'
import type { HostApi } from './process'

const ISSUES_MS = 10_000
/** Bytes of an answer that a plugin may fetch. */
const MAX_FETCHED = 10_000_000
/** Less than an answer has, so that its plugin can still say that nothing came. */
const MAX_FETCH_MS = 25_000

/**
 * A plugin as the product calls it for a company: the work is an RPC to the company's process of it, which calls back the host API that it
 * is given for that task.
 */
export const pluginProxy = (description: Description, pool: PluginPool, builtIn?: Plugin) => ({
  ...description,
  builtIn: Boolean(builtIn),
  forCompany: (companyId: number) => ({
    /** Issues of settings by field, undefined when they are valid. A built-in plugin is validated without starting its process. */
    issues: async (settings: object): Promise<ReturnType<typeof issuesOf>> =>
      builtIn ? issuesOf(builtIn, settings) : pool.of(companyId).run(ISSUES_MS, {}, 'issues', settings),
    reply: ({ media, ...message }: Message, chat: Chat, settings: object, host: Host, ms: number) =>
      pool
        .of(companyId)
        .run<void | 'idle'>(
          ms,
          { ...chat, ...hostApiOf(host, reachOf(description.hosts, settings)), read: async () => media?.read() },
          'reply',
          { ...message, media: media && { mimetype: media.mimetype, fileName: media.fileName, caption: media.caption } },
          settings,
        ),
    heard: (event: Happened, settings: object, host: Host, ms: number) =>
      pool.of(companyId).run<void>(ms, hostApiOf(host, reachOf(description.hosts, settings)), 'heard', event, settings),
    test: (settings: object, host: Host, ms: number, text?: string) =>
      pool.of(companyId).run<TestResult | undefined>(ms, hostApiOf(host, reachOf(description.hosts, settings)), 'test', settings, text),
  }),
  leave: pool.leave,
  note: pool.note,
  lines: pool.lines,
  state: pool.state,
  restart: pool.restart,
})
export type PluginProxy = ReturnType<typeof pluginProxy>

/** Whether an address is one of those that a plugin declares. */
function reachOf(hosts: string[], settings: object) {
  const hostIn = (field: string) => {
    const address = (settings as Record<string, unknown>)[field]
    return typeof address === 'string' && URL.canParse(address) ? new URL(address).hostname : undefined
  }
  const names = hosts.map(host => (host.startsWith('setting:') ? hostIn(host.slice('setting:'.length)) : host))
  return ({ hostname }: URL) =>
    names.some(name => name === '*' || name === hostname || (name?.startsWith('*.') && hostname.endsWith(name.slice(1))))
}

/** What a process sends may be no number at all, which is below nothing. */
const atMost = (most: number, given = most) => (given <= most ? given : most)

const hostApiOf = ({ fetch, log, memory, spend }: Host, mayReach: (url: URL) => boolean): HostApi => ({
  // Nothing else of an init: it may name a socket of this machine, or a proxy, past the guard.
  async fetch(url: string, { method, headers, body, ...init }: NonNullable<Parameters<Host['fetch']>[1]>) {
    const timeoutMs = init.timeoutMs === undefined ? undefined : atMost(MAX_FETCH_MS, init.timeoutMs)
    const guarded: GuardedFetch = fetch
    const response = await guarded(url, { method, headers, body, mayReach, timeoutMs, maxBytes: atMost(MAX_FETCHED, init.maxBytes) })
    const { status, statusText } = response
    return { status, statusText, headers: [...response.headers], body: await response.bytes() }
  },
  log: (level: keyof Host['log'], message: string, extra?: object) => log[level](message, extra),
  recall: memory.get,
  remember: memory.set,
  forget: memory.clear,
  spend,
})
