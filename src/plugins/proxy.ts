import type { Chat, Host, Message, Plugin, TestResult } from '../plugin'
import { issuesOf, type Description } from './description'
import type { PluginSupervisor } from './supervisor'
import type { HostApi } from './process'

const ISSUES_MS = 10_000

/** A plugin as the product calls it: the work is an RPC to its process, which calls back the host API that it is given for that task. */
export const pluginProxy = (description: Description, process: PluginSupervisor, builtIn?: Plugin) => ({
  ...description,
  builtIn: Boolean(builtIn),
  /** Issues of settings by field, undefined when they are valid. A built-in plugin is validated without starting its process. */
  issues: async (settings: object): Promise<ReturnType<typeof issuesOf>> =>
    builtIn ? issuesOf(builtIn, settings) : process.run(ISSUES_MS, {}, 'issues', settings),
  reply: ({ media, ...message }: Message, chat: Chat, settings: object, host: Host, ms: number) =>
    process.run<void>(
      ms,
      { ...chat, ...hostApiOf(host), read: async () => media?.read() },
      'reply',
      { ...message, media: media && { mimetype: media.mimetype, fileName: media.fileName } },
      settings,
    ),
  test: (settings: object, host: Host, ms: number) => process.run<TestResult | undefined>(ms, hostApiOf(host), 'test', settings),
  leave: process.leave,
})
export type PluginProxy = ReturnType<typeof pluginProxy>

const hostApiOf = ({ fetch, log, memory }: Host): HostApi => ({
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
