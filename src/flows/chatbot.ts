import { transaction, type Ctx } from '#kernel/context'
import { serialByKey } from '#kernel/process/serial'
import type { Channel, Connection, Person } from '#modules/connections'
import { addressOf, type Contact } from '#modules/contacts'
import { integrations, logOf, MAX_CROSSING, type Plugins } from '#modules/integrations'
import { messages, type Message } from '#modules/messages'
import { queues } from '#modules/queues'
import { tickets, type AuthorizedTicket } from '#modules/tickets'
import type { Attachment, Chat, Message as Told } from '../plugin'
import type { Arrival } from './inbound'
import { say } from './say'
import { storeUpload } from './store-upload'
import { setBot } from './tickets/bot'
import { resolve } from './tickets/resolve'
import { transfer } from './tickets/transfer'

type Options = { plugins: Plugins; channel: () => Pick<Channel, 'presence'>; budgetMs?: number }

const BUDGET_MS = 30_000
const MAX_TYPING_MS = 10_000

/**
 * Gives a conversation that nobody serves to the integration of its queue, else of its connection. Part of the transaction
 * that stores the message, so a restart changes nothing; once a conversation, so what was left to a person stays there.
 */
export async function beginChatbot(
  ctx: Ctx,
  connection: Connection,
  contact: Contact,
  { ticket, before }: { ticket: AuthorizedTicket; before: AuthorizedTicket | undefined },
) {
  const anew = !before || before.status === 'closed'
  const served = ticket.userId !== null || ticket.status !== 'pending' || (ticket.useIntegration && !anew)
  if (served || contact.isGroup || contact.disableBot) return ticket
  const ofQueue = ticket.queueId === null ? null : (await queues.get(ctx, ticket.queueId)).integrationId
  const integrationId = ofQueue ?? connection.integrationId
  const found = integrationId !== null && (await integrations.find(ctx, integrationId))
  const values =
    found && (await integrations.begins(ctx, ticket.id, anew))
      ? { useIntegration: true, integrationId }
      : { useIntegration: false, integrationId: null }
  if (values.useIntegration !== ticket.useIntegration || values.integrationId !== ticket.integrationId)
    await tickets.patch(ctx, ticket, values)
  return { ...ticket, ...values }
}

/** A person has the conversation now, or the plugin left it: no verb of it works any more. */
class HandedOff extends Error {
  code = 'LEFT'
}
/** Also when it came back from the plugin, which let it pass. */
const isHandedOff = (error: unknown) => (error as { code?: unknown } | undefined)?.code === 'LEFT'

/** Lets the integration that has a conversation answer its messages, after the commit and one by one. Whatever goes wrong, a person takes over. */
export function pluginTurn({ plugins, channel, budgetMs = BUDGET_MS }: Options) {
  const inOrder = serialByKey<number>()

  /** The ticket while it is the integration's. */
  async function heldTicket(ctx: Ctx, ticketId: number): Promise<AuthorizedTicket & { integrationId: number }> {
    const ticket = await tickets.load(ctx, ticketId)
    const { integrationId, useIntegration, status, userId } = ticket
    if (!useIntegration || integrationId === null || status !== 'pending' || userId !== null)
      throw new HandedOff('a person has the conversation')
    return { ...ticket, integrationId }
  }

  function chatOf(ctx: Ctx, ticketId: number, contact: Contact): Chat {
    /** Does something to the ticket while it is the integration's. */
    const held = (work: (ctx: Ctx, ticket: AuthorizedTicket) => Promise<unknown>) =>
      transaction(ctx, async ctx => void (await work(ctx, await heldTicket(ctx, ticketId))))
    return {
      say: text => held((ctx, ticket) => say(ctx, ticket, { text })),
      async sendMedia({ data, mimetype, name = 'arquivo', caption = '', voice = false }: Attachment) {
        await heldTicket(ctx, ticketId)
        const file = new File([new Uint8Array(data)], name, { type: mimetype })
        const stored = await storeUpload(ctx, { file, caption, voice })
        await held((ctx, ticket) => say(ctx, ticket, { file: stored }))
      },
      async typing(ms) {
        const { whatsappId } = await heldTicket(ctx, ticketId)
        const show = (state: 'composing' | 'paused') =>
          channel()
            .presence(whatsappId!, addressOf(contact) as Person, state)
            .catch(() => undefined)
        await show('composing')
        await Bun.sleep(Math.min(Math.max(0, ms), MAX_TYPING_MS))
        await show('paused')
      },
      async transfer(queueId) {
        const { integrationId } = await queues.get(ctx, queueId)
        const bot = { chatbot: false, useIntegration: integrationId !== null, integrationId }
        await held(async (ctx, ticket) => setBot(ctx, await transfer(ctx, ticket, { queueId }), bot))
      },
      handOff: queueId => held(async (ctx, ticket) => setBot(ctx, await transfer(ctx, ticket, { queueId }), HANDED_TO_AGENT)),
      close: () => held((ctx, ticket) => resolve(ctx, ticket)),
    }
  }

  async function answer({ ctx, contact, message, inbound }: Arrival, ticketId: number) {
    const ticket = await heldTicket(ctx, ticketId)
    const integration = await integrations.find(ctx, ticket.integrationId)
    const name = integration?.type
    try {
      const loaded = integration && plugins.of(integration.type)
      if (!loaded) throw new Error('no plugin answers for this integration')
      const host = { fetch: plugins.fetch, log: logOf(plugins, loaded.name), memory: integrations.memoryOf(ctx, ticketId, loaded.name) }
      const settings = integrations.settingsOf(plugins, integration)
      await loaded.reply(told(ctx, message, contact, ticket, inbound.raw), chatOf(ctx, ticketId, contact), settings, host, budgetMs)
      await integrations.note(ctx, plugins, integration, null)
    } catch (error) {
      if (isHandedOff(error)) return
      plugins.log.error(
        { err: error, ticketId, integrationId: ticket.integrationId, plugin: name },
        'integration failed: a person takes over',
      )
      const held = await heldTicket(ctx, ticketId).catch(() => undefined)
      if (held) await setBot(ctx, held, HANDED_TO_AGENT)
      if (integration) await integrations.note(ctx, plugins, integration, error)
    }
  }

  return async (arrival: Arrival): Promise<void> => {
    const { ticket, contact } = arrival
    if (!ticket.useIntegration || contact.isGroup || contact.disableBot) return
    await inOrder(ticket.id, () => answer(arrival, ticket.id)).catch(error => {
      if (!isHandedOff(error)) throw error
    })
  }
}

const HANDED_TO_AGENT = { useIntegration: false, chatbot: false, integrationId: null }

/** A message as a plugin is told of it. */
const told = (ctx: Ctx, message: Message, contact: Contact, ticket: AuthorizedTicket, raw: string): Told => ({
  id: message.uid,
  text: message.body,
  media: message.media && {
    mimetype: message.media.mimetype,
    fileName: message.media.fileName,
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
  raw: JSON.parse(raw),
})
