import type { Chat, Host, Message, Plugin, TestResult } from '../plugin'
import { issuesOf, type Description } from './description'
import type { PluginSupervisor } from './supervisor'
import type { HostApi } from './process'

const ISSUES_MS = 10_000

/** A plugin as the product uses it: what it does happens in its own process, and what it needs is lent to it call by call. */
export const pluginProxy = (description: Description, process: PluginSupervisor, builtIn?: Plugin) => ({
  ...description,
  builtIn: Boolean(builtIn),
  /** What is wrong with settings, field by field. A built-in plugin need not be started for that. */
  issues: async (settings: object): Promise<ReturnType<typeof issuesOf>> =>
    builtIn ? issuesOf(builtIn, settings) : process.run(ISSUES_MS, {}, 'issues', settings),
  reply: ({ media, ...message }: Message, chat: Chat, settings: object, host: Host, ms: number) =>
    process.run<void>(
      ms,
      { ...chat, ...lentBy(host), read: async () => media?.read() },
      'reply',
      { ...message, media: media && { mimetype: media.mimetype, fileName: media.fileName } },
      settings,
    ),
  test: (settings: object, host: Host, ms: number) => process.run<TestResult | undefined>(ms, lentBy(host), 'test', settings),
  leave: process.leave,
})
export type PluginProxy = ReturnType<typeof pluginProxy>

const lentBy = ({ fetch, log, memory }: Host): HostApi => ({
  async fetch(url: string, init: RequestInit) {
    const response = await fetch(url, init)
    const { status, statusText, headers } = response
    return { status, statusText, headers: [...headers], body: await response.bytes() }
  },
  log: (level: keyof Host['log'], message: string, extra?: object) => log[level](message, extra),
  recall: memory.get,
  remember: memory.set,
  forget: memory.clear,
})
