import { join } from 'node:path'
import type { GuardedFetch } from '#kernel/http/guarded-fetch'
import { connections, type Channel, type ChannelEvents } from '#modules/connections'
import { phoneBook } from '#modules/contacts'
import { messageCounter, messages, outbox as outboxRows } from '#modules/messages'
import { planAutoClose } from '../flows/auto-close'
import { planTransfers } from '../flows/transfer-timer'
import { avatarFlow } from '../flows/avatar'
import { learnIdentity } from '../flows/identity'
import { campaignsConnected } from '../flows/campaigns/connected'
import { takeReceipt } from '../flows/campaigns/follow'
import { inboundFlow } from '../flows/inbound'
import { lateMediaFlow } from '../flows/late-media'
import { takeRestriction, takeSession } from '../flows/number-health'
import { outboxFlow } from '../flows/outbox'
import { refuseSecondLink } from '../flows/second-link'
import { isOtherNumber, learnPhoneBook } from '../flows/phone-book'
import { subscribeTypingFlow, typingFlow } from '../flows/typing'
import { openSandbox } from '../sandbox/sandbox'
import { openWhatsApp } from '../whatsapp'
import { webVersion } from '../whatsapp/web-version'
import type { Installation } from './installation'
import type { RealtimeParts } from './realtime'

/** WhatsApp with its simulation, and the journeys between them and the tickets. */
export async function openNetwork(
  { config, store, secrets, log, metrics }: Installation,
  { bus, ctxFor }: RealtimeParts,
  fetch: GuardedFetch,
) {
  const sandbox = openSandbox(log)
  const countMessage = messageCounter(metrics.registry)
  // What the channel tells goes to journeys that use it: they stand below, and are called when it has started.
  const events: ChannelEvents = {
    message: message => inbound(message),
    receipt: receipt => takeReceipt(ctxFor(receipt.companyId), receipt),
    restriction: (companyId, connectionId, told) => takeRestriction(ctxFor(companyId), connectionId, told),
    presence: notice => void tellTyping(notice).catch(error => log.warn({ err: error }, 'presence')),
    async session(connectionId, state) {
      const connection = await connections.findAcrossTenants(store.db, connectionId)
      if (!connection || (await isSecondLink(ctxFor(connection.companyId), connection, state))) return
      if (isOtherNumber(connection, state)) await phoneBook.forget(ctxFor(connection.companyId), connectionId)
      await takeSession(ctxFor(connection.companyId), connection, state)
      if (connection.sandbox && state.qrcode && connection.number) await sandbox.scan(state.qrcode, connection.number)
    },
    traffic: (connectionId, at) =>
      void connections.sawTraffic(store.db, connectionId, at).then(undefined, error => log.warn({ err: error }, 'traffic')),
    identity: (companyId, person) => learnIdentity(ctxFor(companyId), person),
    phoneBook: (companyId, connectionId, people) => learnPhoneBook(ctxFor(companyId), connectionId, people),
    sentMessage: (connectionId, id) => messages.sentRawAcrossTenants(store.db, connectionId, id),
    ready: (companyId, connectionId) => {
      void outbox.drain(connectionId)
      files.connected(ctxFor(companyId), connectionId).catch(error => log.warn({ err: error }, 'late files wait'))
      campaignsConnected(ctxFor(companyId), connectionId).catch(error => log.warn({ err: error }, 'campaigns wait'))
    },
  }
  const owner = config.databaseUrl.startsWith('file:') ? secrets.installation : `${secrets.installation}:${process.pid}`
  const latest = await webVersion({ path: join(config.dataDir, 'whatsapp-version.json'), fetch, log })
  const whatsapp = openWhatsApp({
    store,
    log,
    events,
    version: connection => (connection.sandbox ? undefined : (config.whatsapp.version ?? latest.current())),
    network: connection => (connection.sandbox ? sandbox.network() : config.whatsapp),
    lease: connectionId => connections.lease(store.db, connectionId, owner),
    release: connectionId => connections.release(store.db, connectionId, owner),
  })
  const channel: Channel = {
    ...whatsapp.channel,
    start: connection => void sandbox.ready(connection.sandbox === true).then(() => whatsapp.channel.start(connection)),
  }

  const outbox = outboxFlow({ store, ctxFor, channel, log, countMessage })
  outboxRows.onEnqueued(store, (connectionId, chatId) => bus.publish('outbox', { connectionId, chatId }))
  bus.subscribe('outbox', ({ connectionId, chatId }) => outbox.drainChat(connectionId, chatId))
  const files = lateMediaFlow({ channel })
  const inbound = inboundFlow({ ctxFor, log, files, fetchAvatar: avatarFlow(channel), countMessage })
  const isSecondLink = refuseSecondLink(channel, log)
  const tellTyping = typingFlow(ctxFor)
  const askTyping = subscribeTypingFlow(ctxFor, channel)
  bus.subscribe('conversationOpened', ticket =>
    askTyping(ticket).catch(error => log.debug({ err: error, ticketId: ticket.id }, 'no typing notices')),
  )

  /** Only where it is said to WhatsApp itself, in our own words. */
  async function refreshVersion() {
    if (config.whatsapp.url || config.whatsapp.version) return
    if ((await connections.listAllTenants(store.db)).some(connection => !connection.sandbox)) await latest.refresh()
  }

  return {
    sandbox,
    outbox,
    whatsapp,
    channel,
    files,
    receive: inbound,
    refreshVersion,
    /** Takes up what came before the process ended, and starts every connection that nobody ended. */
    async start() {
      await whatsapp.replay()
      // Before the sockets say it; it has a limit of its own.
      await refreshVersion().catch(error => log.debug({ err: error }, 'the version of WhatsApp Web waits'))
      for (const connection of await connections.listAllTenants(store.db)) {
        await planAutoClose(ctxFor(connection.companyId), connection)
        await planTransfers(ctxFor(connection.companyId), connection)
        if (connection.status === 'DISCONNECTED' && connection.reason !== null) continue
        // The simulated network forgot its devices: a new link takes the place of the old one.
        if (connection.sandbox) await whatsapp.channel.logout(connection.id)
        channel.start(connection)
      }
    },
  }
}
export type Network = Awaited<ReturnType<typeof openNetwork>>
