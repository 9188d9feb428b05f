import type { Ctx } from '#kernel/context'
import { folded } from '#kernel/folded'
import { lruMap } from '#kernel/process/lru'
import { companies } from '#modules/companies'
import { DAY_BUDGET, integrations, logOf, type Plugins } from '#modules/integrations'
import { prompts } from '#modules/prompts'
import { queues } from '#modules/queues'
import { tags } from '#modules/tags'
import type { BotJourneys, Deed, TalkStep } from '#modules/ticket-bots'
import type { Chat, Host, Message, Said } from '../../plugin'
import { setupFrom } from './setup'
import { CUSTOMER, sourceOf } from './try-out'

/** Below the time of a request; a real answer has as long. */
const TALK_MS = 25_000
const MAX_MEMORY = 65_536
const MAX_ERROR = 300
const NUMBER = '5500900000000'

/** A conversation that somebody tries: what it was, and what its plugin remembers of it. */
type Talk = { said: Said[]; memory: object | undefined; isLeft: boolean }
type Asked = Awaited<ReturnType<typeof integrations.tried>> & {
  holder: 'prompt' | 'integration'
  queueId: number | null
  spend(tokens: number): Promise<number>
}

class HandedOff extends Error {
  code = 'HANDED_OFF'
}

/**
 * A simulated customer of a robot whose form need not be saved: its plugin is asked as for a real message, in the process of the company,
 * and what it does to the conversation is told and happens to nobody. What it costs counts.
 */
export function talks(plugins: Plugins): Pick<BotJourneys, 'talkToPrompt' | 'talkToIntegration'> {
  const talks = lruMap<string, Talk>(500, { maxSize: 8_000_000, sizeOf: talk => JSON.stringify(talk).length })

  async function step(ctx: Ctx, key: string, words: string, { plugin, settings, holder, queueId, spend }: Asked): Promise<TalkStep> {
    const talk = talks.get(key) ?? { said: [], memory: undefined, isLeft: false }
    const tried: TalkStep = { words, answers: [], holder, reason: holder, deeds: [], error: null }
    const at = new Date()
    if (talk.isLeft) return { ...tried, holder: 'nobody', reason: 'waits' }
    const company = await companies.get(ctx)
    const message = messageOf(key, words, at, queueId, talk.said.length, company.language)
    const host = {
      fetch: plugins.fetch,
      log: logOf(ctx, plugins, plugin.name),
      spend,
      memory: memoryOf(talk),
    }
    try {
      await plugin.forCompany(ctx.companyId).reply(message, chatOf(ctx, talk, queueId, tried), settings, host, TALK_MS)
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'HANDED_OFF') {
        const apology = plugin.apology?.[company.language]
        if (apology) tried.answers.push({ text: apology })
        const persons = await nameOf(ctx, queueId ?? (Number(settings['queueId']) || undefined))
        if (persons) tried.deeds.push({ verb: 'hand_off', name: persons })
        tried.error = String(error instanceof Error ? error.message : error).slice(0, MAX_ERROR)
        talk.isLeft = true
      }
    }
    const heard = tried.answers.map(({ text, file }): Said => ({ by: 'company', text: text ?? file ?? '', at, mimetype: null }))
    talk.said = [...talk.said, { by: 'customer' as const, text: words, at, mimetype: null }, ...heard].slice(-100)
    talks.set(key, talk)
    return talk.isLeft ? { ...tried, holder: 'nobody', reason: tried.error === null ? 'robot_left' : 'robot_failed' } : tried
  }

  /** Nobody is asked beyond the day's budget; what is not saved counts in it alone. */
  const count = (ctx: Ctx) => async (tokens: number) => {
    await integrations.dayBudget.count(ctx, tokens)
    return 0
  }
  async function within(ctx: Ctx, talk: string, words: string, asked: Asked): Promise<TalkStep> {
    if (asked.plugin.name === prompts.AI && (await integrations.dayBudget.isOver(ctx)))
      return { words, answers: [], holder: 'nobody', reason: 'day_spent', deeds: [], error: DAY_BUDGET }
    return step(ctx, keyOf(ctx, talk), words, asked)
  }

  return {
    async talkToPrompt(ctx, { talk, words, ...input }) {
      if (input.queueId) await queues.load(ctx, input.queueId)
      const { row, type, settings } = await prompts.tried(ctx, input)
      const asked = await integrations.tried(ctx, plugins, { type, settings })
      const spend = row ? (tokens: number) => prompts.spend(ctx, row, tokens) : count(ctx)
      return within(ctx, talk, words, { ...asked, holder: 'prompt', queueId: input.queueId ?? row?.queueId ?? null, spend })
    },
    async talkToIntegration(ctx, { talk, words, ...input }) {
      const asked = await integrations.tried(ctx, plugins, input)
      const { stored } = asked
      const spend = stored ? (tokens: number) => integrations.spend(ctx, stored, tokens) : count(ctx)
      return within(ctx, talk, words, { ...asked, holder: 'integration', queueId: null, spend })
    },
  }
}

/** Nobody goes on in the talk of another company. */
const keyOf = ({ companyId }: Ctx, talk: string) => `${companyId} ${talk}`

const memoryOf = (talk: Talk): Host['memory'] => ({
  get: async <T extends object>() => talk.memory as T | undefined,
  async set(value) {
    if (JSON.stringify(value).length > MAX_MEMORY) throw new Error(`a memory holds at most ${MAX_MEMORY} characters`)
    talk.memory = value
  },
  async clear() {
    talk.memory = undefined
  },
})

const nameOf = async (ctx: Ctx, queueId: number | undefined) =>
  queueId === undefined ? null : ((await queues.find(ctx, queueId))?.name ?? null)

/** Notes what is done to the conversation; whoever leaves it does nothing more. */
function chatOf(ctx: Ctx, talk: Talk, queueId: number | null, { answers, deeds }: TalkStep): Chat {
  const mayGoOn = () => {
    if (talk.isLeft) throw new HandedOff('the plugin has left the conversation')
  }
  const leave = (verb: Deed['verb'], name: string | null) => {
    mayGoOn()
    deeds.push({ verb, name })
    talk.isLeft = true
  }
  return {
    async say(text) {
      mayGoOn()
      answers.push({ text })
    },
    async sendMedia({ name = 'arquivo', caption }) {
      mayGoOn()
      answers.push({ file: name, ...(caption && { text: caption }) })
    },
    typing: async () => mayGoOn(),
    history: async (limit = 20) => talk.said.slice(-Math.max(1, limit)),
    queues: async () => (await queues.all(ctx)).map(({ id, name }) => ({ id, name })),
    async isOpen() {
      const source = await sourceOf(ctx, await companies.get(ctx), { words: [] })
      return (await (await setupFrom(ctx, { ...source, told: async () => false })).closed(queueId, new Date())) === null
    },
    async tag(name) {
      mayGoOn()
      const tag = (await tags.all(ctx)).find(one => folded(one.name) === folded(name))
      if (tag) deeds.push({ verb: 'tag', name: tag.name })
      return tag !== undefined
    },
    transfer: async queueId => leave('transfer', await nameOf(ctx, queueId)),
    handOff: async queueId => leave('hand_off', await nameOf(ctx, queueId)),
    close: async () => leave('close', null),
    async menu() {
      if ((await queues.all(ctx)).length < 2) return false
      leave('menu', null)
      return true
    },
  }
}

/** A message as a plugin is told of it, of a customer who is nobody. */
function messageOf(key: string, text: string, at: Date, queueId: number | null, nth: number, language: Message['language']): Message {
  const id = `TRY-${key.split(' ')[1]}-${nth}`
  return {
    id,
    text,
    media: null,
    at,
    contact: { id: 0, name: CUSTOMER.name, number: NUMBER },
    ticket: { id: 0, uuid: key.split(' ')[1]!, queueId },
    language,
    raw: {
      key: { remoteJid: `${NUMBER}@s.whatsapp.net`, fromMe: false, id },
      messageTimestamp: Math.floor(at.getTime() / 1000),
      pushName: CUSTOMER.name,
      message: { conversation: text },
    },
  }
}
