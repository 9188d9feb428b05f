import { transaction, type Ctx } from '#kernel/context'
import { folded } from '#kernel/folded'
import { AppError } from '#kernel/errors'
import type { Job, Running } from '#kernel/jobs/kind'
import type { Admission, Outcome } from '#kernel/storage/circuit'
import { storageFaultOf } from '#kernel/storage/storage-errors'
import { companies, type Language } from '#modules/companies'
import { connections, type Channel, type Person } from '#modules/connections'
import { addressOf, contacts, type Contact } from '#modules/contacts'
import { DAY_BUDGET, integrations, logOf, MAX_CROSSING, PluginRestarted, type Plugins } from '#modules/integrations'
import { plans, type Feature } from '#modules/plans'
import { prompts } from '#modules/prompts'
import { captionOf, messages, type Message } from '#modules/messages'
import { queues } from '#modules/queues'
import { tags } from '#modules/tags'
import { ticketBots, type Reason } from '#modules/ticket-bots'
import { tickets, type AuthorizedTicket } from '#modules/tickets'
import type { Attachment, Chat, Message as Told, Said } from '../plugin'
import { helperAt } from './conversation/helpers'
import { turns } from './conversation/robot-turns'
import { setupOf } from './conversation/setup'
import { backToMenu } from './conversation/turn'
import { HANDED_TO_AGENT } from './take-from-robot'
import { say, type Content } from './say'
import { storeUpload } from './store-upload'
import { setBot } from './tickets/bot'
import { attachTag } from './tickets/tags'
import { resolve } from './tickets/resolve'
import { transfer } from './tickets/transfer'

type Robot = {
  type: string
  /** What the plan must include. */
  feature: Feature
  settings(): Record<string, unknown> | Promise<Record<string, unknown>>
  /** Who takes over from it, where it says so. */
  queueId: number | null
  /** Whether it is the one that has a conversation. */
  answers(ticket: AuthorizedTicket): boolean
  admit(): Promise<Admission>
  note(outcome: Outcome): Promise<unknown>
  spend(tokens: number): Promise<number>
}
type Options = { plugins: Plugins; channel: Pick<Channel, 'presence'>; budgetMs?: number }

const BUDGET_MS = 30_000
/** What a turn needs beside its plugin: a few reads and writes, behind those of others. */
const OVERHEAD_MS = 15_000
const MAX_TYPING_MS = 10_000
const MAX_HISTORY = 100
const MAX_ERROR = 300
/** Of the conversation or its company, and no fault of whoever was asked. */
const BLAMELESS = ['ERR_AI_BUDGET', 'ERR_NO_MEDIA_FOUND', 'ERR_BILLING_EMPTY']

/** A person has the conversation now, or the plugin left it: no verb of it works any more. */
class HandedOff extends Error {
  code = 'HANDED_OFF'
}
/** Also when it came back from the plugin, which let it pass. */
const isHandedOff = (error: unknown) => (error as { code?: unknown } | undefined)?.code === 'HANDED_OFF'

/**
 * Lets the integration that has a conversation answer a message, those of one ticket in their order. A turn that a stop or a kill cut off
 * is run again, idempotent by its clientIds: what it said already is said once. Whatever else goes wrong, a person takes over.
 */
export function pluginTurn({ plugins, channel, budgetMs = BUDGET_MS }: Options): Job {
  /** The ticket while it is the robot's. */
  async function heldTicket(ctx: Ctx, ticketId: number): Promise<AuthorizedTicket> {
    const ticket = await tickets.load(ctx, ticketId)
    const { useIntegration, status, userId } = ticket
    if (!useIntegration || status !== 'pending' || userId !== null) throw new HandedOff('a person has the conversation')
    const { pausedUntil } = await ticketBots.of(ctx, ticketId)
    if (pausedUntil && pausedUntil.getTime() > Date.now()) throw new HandedOff('a person wants it to rest')
    return ticket
  }

  /** Who answers in a ticket: its integration, or the AI of its prompt, which is the plugin for prompts with what it says. */
  async function robotOf(ctx: Ctx, { integrationId, promptId }: AuthorizedTicket): Promise<Robot | undefined> {
    const prompt = promptId === null ? undefined : await prompts.find(ctx, promptId)
    if (prompt)
      return {
        type: prompts.AI,
        feature: 'useOpenAi',
        settings: () => prompts.settingsOf(ctx, prompt),
        queueId: prompt.queueId,
        answers: ({ promptId }) => promptId === prompt.id,
        admit: () => prompts.admit(ctx, prompt),
        note: outcome => prompts.note(ctx, prompt.id, outcome),
        spend: tokens => prompts.spend(ctx, prompt, tokens),
      }
    const integration = integrationId === null ? undefined : await integrations.find(ctx, integrationId)
    return (
      integration && {
        type: integration.type,
        feature: 'useIntegrations',
        settings: () => integrations.settingsOf(ctx, plugins, integration),
        queueId: Number(integration.settings['queueId']) || null,
        answers: ({ promptId, integrationId }) => promptId === null && integrationId === integration.id,
        admit: () => integrations.admit(ctx, integration),
        note: outcome => integrations.note(ctx, plugins, integration.id, outcome),
        spend: tokens => integrations.spend(ctx, integration, tokens),
      }
    )
  }

  function chatOf(ctx: Ctx, message: Message, contact: Contact, job: Running): Chat {
    const { ticketId, id: messageId } = message
    let said = 0
    /** Does something to the ticket while it is the integration's: who has it is asked in the same transaction. */
    const withTicket = (work: (ctx: Ctx, ticket: AuthorizedTicket) => Promise<unknown>) =>
      transaction(ctx, async ctx => void (await work(ctx, await heldTicket(ctx, ticketId))))
    const sayAs = (clientId: string, content: Content) =>
      withTicket((ctx, ticket) => {
        if (job.signal.aborted) throw new HandedOff('this turn is over')
        return say(ctx, ticket, content, { clientId })
      })
    const nextId = () => `turn-${job.id}-${++said}`
    return {
      say: text => sayAs(nextId(), { text }),
      async sendMedia({ data, mimetype, name = 'arquivo', caption = '', voice = false }: Attachment) {
        const clientId = nextId()
        await heldTicket(ctx, ticketId)
        const file = new File([new Uint8Array(data)], name, { type: mimetype })
        await sayAs(clientId, { file: await storeUpload(ctx, { file, caption, voice }) })
      },
      async typing(ms) {
        const { whatsappId } = await heldTicket(ctx, ticketId)
        const show = (state: 'composing' | 'paused') =>
          channel.presence(whatsappId!, addressOf(contact) as Person, state).catch(() => undefined)
        await show('composing')
        await Bun.sleep(Math.min(Math.max(0, ms), MAX_TYPING_MS))
        await show('paused')
      },
      history: (limit, takenBack) => saidBefore(ctx, ticketId, messageId, limit, takenBack),
      async queues() {
        const { whatsappId } = await heldTicket(ctx, ticketId)
        const offered = whatsappId === null ? [] : ((await connections.queuesOf(ctx.db, [whatsappId])).get(whatsappId) ?? [])
        return (offered.length ? offered : await queues.all(ctx)).map(({ id, name }) => ({ id, name }))
      },
      async isOpen() {
        const ticket = await heldTicket(ctx, ticketId)
        const setup = await setupOf(ctx, await connections.load(ctx, ticket.whatsappId!), ticket)
        return (await setup.closed(ticket.queueId, new Date())) === null
      },
      async tag(name) {
        const tag = (await tags.all(ctx)).find(one => folded(one.name) === folded(name))
        if (tag) await withTicket(ctx => attachTag(ctx, ticketId, tag.id))
        return tag !== undefined
      },
      async transfer(queueId, userId) {
        if (userId !== undefined) return withTicket((ctx, ticket) => transfer(ctx, ticket, { queueId, userId }))
        const { integrationId, promptId } = await helperAt(ctx, await queues.get(ctx, queueId))
        const robot = promptId === null ? { promptId, integrationId } : { promptId, integrationId: null }
        const useIntegration = (robot.promptId ?? robot.integrationId) !== null
        await withTicket(async (ctx, ticket) => {
          // The next one remembers nothing of this one.
          await integrations.begin(ctx, ticket.id)
          const moved = await setBot(ctx, await transfer(ctx, ticket, { queueId }), { chatbot: false, useIntegration, ...robot })
          if (!useIntegration) await left(ctx, moved)
        })
      },
      handOff: queueId =>
        withTicket(async (ctx, ticket) => left(ctx, await setBot(ctx, await transfer(ctx, ticket, { queueId }), HANDED_TO_AGENT))),
      // What the customer wrote meanwhile would stand in a closed conversation, where nobody reads it: it is answered first.
      close: () =>
        withTicket(async (ctx, ticket) => ((await messages.isFollowed(ctx, ticketId, messageId)) ? undefined : resolve(ctx, ticket))),
      async menu() {
        let isSent = false
        await withTicket(async (ctx, ticket) => (isSent = await backToMenu(ctx, ticket, message)))
        return isSent
      },
    }
  }

  async function answer(ctx: Ctx, message: Message, job: Running) {
    const ticket = await heldTicket(ctx, message.ticketId)
    const contact = await contacts.load(ctx, ticket.contactId)
    const robot = await robotOf(ctx, ticket)
    const features = await plans.featuresOf(ctx.db, await companies.get(ctx))
    if (robot && !features.has(robot.feature)) return leaveUnasked(ctx, ticket.id, robot, 'not_in_plan')
    if (robot?.type === prompts.AI && (await integrations.dayBudget.isOver(ctx))) return spareForToday(ctx, ticket.id, robot)
    const admission = robot ? await robot.admit() : 'closed'
    if (admission === 'open') return leaveUnasked(ctx, ticket.id, robot!, 'robot_rests')
    let isAsked = false
    try {
      const loaded = robot && plugins.of(robot.type)
      if (!robot || !loaded) throw new Error('no plugin answers for this integration')
      if (await integrations.isOff(ctx, loaded.name)) throw new AppError('ERR_PLUGIN_OFF', 403)
      const memory = integrations.memoryOf(ctx, ticket.id, loaded.name)
      const host = { fetch: plugins.fetch, log: logOf(ctx, plugins, loaded.name), memory, spend: robot.spend }
      const settings = await robot.settings()
      const heard = pluginMessage(ctx, message, contact, ticket, (await companies.get(ctx)).language)
      isAsked = true
      const done = await loaded.forCompany(ctx.companyId).reply(heard, chatOf(ctx, message, contact, job), settings, host, budgetMs)
      await robot.note({ admission, error: null, isDead: false, isIdle: done === 'idle' })
    } catch (error) {
      // What the end of the process or the storage cut off is run again, and what an operator did who restarted the plugin.
      if (isHandedOff(error) || job.signal.aborted || storageFaultOf(error) || error instanceof PluginRestarted) throw error
      plugins.log.error(
        { err: error, ticketId: ticket.id, integrationId: ticket.integrationId, promptId: ticket.promptId, plugin: robot?.type },
        'integration failed: a person takes over',
      )
      const reason = messageOf(error)
      if (robot) plugins.of(robot.type)?.note(ctx.companyId, 'error', reason, { ticketId: ticket.id })
      await leaveToPerson(ctx, ticket.id, { admission, error: reason, isDead: isAsked && !BLAMELESS.includes(reason) }, robot)
    }
  }

  /**
   * A person's turn, in the queue that the robot names for persons, who finds on the ticket why; of a robot that may still talk the
   * customer hears its apology. Part of the caller's transaction.
   */
  async function leave(ctx: Ctx, ticket: AuthorizedTicket, robot: Robot | undefined, reason: Reason) {
    const apology = robot && reason !== 'not_in_plan' && plugins.of(robot.type)?.apology
    const queue = robot?.queueId ? await queues.find(ctx, robot.queueId) : undefined
    const moved = queue ? await transfer(ctx, ticket, { queueId: queue.id }) : ticket
    if (apology) await say(ctx, moved, { text: apology[(await companies.get(ctx)).language] })
    await ticketBots.save(ctx, { ...(await ticketBots.of(ctx, ticket.id)), holder: 'nobody', reason })
    return setBot(ctx, moved, HANDED_TO_AGENT)
  }

  /** `asked` failed, perhaps after it left the conversation to a person, or to another robot, which goes on with it. */
  async function leaveToPerson(ctx: Ctx, ticketId: number, outcome: Outcome, asked?: Robot) {
    const find = (ctx: Ctx) => heldTicket(ctx, ticketId).catch(() => undefined)
    const seen = await find(ctx)
    const robot = asked ?? (seen && (await robotOf(ctx, seen)))
    await transaction(ctx, async ctx => {
      const ticket = await find(ctx)
      if (ticket && robot && !robot.answers(ticket)) return
      await (ticket ? leave(ctx, ticket, robot, 'robot_failed') : ticketBots.failAfterLeaving(ctx, ticketId))
    })
    await robot?.note(outcome)
  }

  /** Nobody waits for a robot that is not asked: the conversation is where the robot would have left it. */
  const leaveUnasked = (ctx: Ctx, ticketId: number, robot: Robot, reason: Reason) =>
    transaction(ctx, async ctx => leave(ctx, await heldTicket(ctx, ticketId), robot, reason))

  /** The company may spend no more today. */
  async function spareForToday(ctx: Ctx, ticketId: number, robot: Robot) {
    await leaveUnasked(ctx, ticketId, robot, 'day_spent')
    await robot.note({ admission: 'closed', error: DAY_BUDGET, isDead: false })
  }

  return turns.handledBy({
    maxAttempts: 3,
    backoff: () => 1_000,
    budgetMs: budgetMs + OVERHEAD_MS,
    leaseMs: budgetMs + 2 * OVERHEAD_MS,
    atOnce: 96,
    late: 'run',
    async run(ctx, { messageId }, job) {
      const message = await messages.find(ctx, messageId)
      if (!message || !(await companies.serves(ctx))) return
      await answer(ctx, message, job).catch(error => {
        if (!isHandedOff(error)) throw error
      })
    },
    async onGiveUp(ctx, { messageId }, reason) {
      const message = await messages.find(ctx, messageId)
      if (message) await leaveToPerson(ctx, message.ticketId, { admission: 'closed', error: reason.slice(0, MAX_ERROR), isDead: false })
    },
  })
}

const messageOf = (error: unknown) => String(error instanceof Error ? error.message : error).slice(0, MAX_ERROR)

/** Says on the ticket that its robot wanted a person. */
const left = async (ctx: Ctx, { id }: AuthorizedTicket) => ticketBots.save(ctx, { ...(await ticketBots.of(ctx, id)), reason: 'robot_left' })

/** What was said in a ticket before a message, the oldest first. */
async function saidBefore(ctx: Ctx, ticketId: number, messageId: number, limit = 20, takenBack = false): Promise<Said[]> {
  const found = (await messages.before(ctx, ticketId, messageId, Math.min(Math.max(1, limit), MAX_HISTORY))).toReversed()
  const ids = found.map(({ id }) => id)
  const earlier = Map.groupBy(takenBack ? await messages.earlierOf(ctx, ids) : [], ({ messageId }) => messageId)
  return found
    .filter(({ isDeleted }) => takenBack || !isDeleted)
    .flatMap(message =>
      [...(earlier.get(message.id) ?? []), message].map(({ body }) => ({
        by: message.fromMe ? ('company' as const) : ('customer' as const),
        text: body,
        at: message.createdAt,
        mimetype: message.media?.mimetype ?? null,
      })),
    )
}

/** A message as a plugin is told of it. */
const pluginMessage = (ctx: Ctx, message: Message, contact: Contact, ticket: AuthorizedTicket, language: Language): Told => ({
  id: message.uid,
  text: message.body,
  media: message.media && {
    mimetype: message.media.mimetype,
    fileName: message.media.fileName,
    caption: captionOf(message),
    async read() {
      const hash = (await messages.find(ctx, message.id))?.media?.hash
      if (!hash) return null
      const file = ctx.media.read(hash)
      if (file.size > MAX_CROSSING) throw new Error(`the file is larger than ${MAX_CROSSING / 1e6} MB`)
      return file.bytes()
    },
  },
  at: message.createdAt,
  contact: { id: contact.id, name: contact.name, number: contact.number ?? '' },
  ticket: { id: ticket.id, uuid: ticket.uuid, queueId: ticket.queueId },
  language,
  raw: JSON.parse(message.dataJson ?? 'null'),
})
