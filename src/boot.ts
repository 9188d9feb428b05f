import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Server } from 'bun'
import { assets } from '#kernel/http/assets'
import { eventQueues } from '#kernel/events/event-queue'
import { jobs } from '#kernel/jobs/jobs'
import { jobRunner } from '#kernel/jobs/runner'
import { accessTokens } from '#kernel/http/access-token'
import { clientAddress } from '#kernel/http/client-address'
import { contexts, type Payload, type Publish } from '#kernel/context'
import { backupsIn } from '#kernel/storage/backups'
import { isForm } from '#kernel/http/validation'
import { installationSecrets } from '#kernel/process/installation-secrets'
import { openStore } from '#kernel/storage/libsql'
import { lockFolder } from '#kernel/storage/folder-lock'
import { openLog } from '#kernel/process/log'
import { mediaStore } from '#kernel/media/media-store'
import { connectionsOpen, jobsWaiting, socketsOpen } from '#kernel/process/metrics'
import { migrate } from '#kernel/storage/migrate'
import { guardedFetch } from '#kernel/http/guarded-fetch'
import { realtime } from '#kernel/events/realtime'
import { cronJobs } from '#kernel/process/cron'
import { refreshStatistics } from '#kernel/storage/planner-statistics'
import { connections, type Channel, type ChannelEvents } from '#modules/connections'
import { companies } from '#modules/companies'
import { openPlugins } from '#modules/integrations'
import { messages } from '#modules/messages'
import { forgetAccess, sessions } from '#modules/sessions'
import type { Ticket } from '#modules/tickets'
import { users } from '#modules/users'
import { version } from '../package.json'
import { createApp } from './app'
import { type Config, ConfigError } from './config'
import { autoCloseFlow, planAutoClose } from './flows/auto-close'
import { pluginTurn } from './flows/chatbot'
import { learnIdentity } from './flows/identity'
import { inboundFlow } from './flows/inbound'
import { lateMediaFlow } from './flows/late-media'
import { socketAccess } from './flows/socket-access'
import { outboxFlow } from './flows/outbox'
import { avatarFlow } from './flows/avatar'
import { subscribeTypingFlow, typingFlow } from './flows/typing'
import { purgeFlow } from './flows/purge'
import { replyFlow } from './flows/reply'
import { openHealth } from './health'
import { openSandbox } from './sandbox/sandbox'
import { openWhatsApp } from './whatsapp'

const LEASE_MS = 30_000
const STOP_MS = 9_000
/** Bun counts the time of a whole exchange, and not of its pauses: a large file on a slow line takes longer than any other. */
const FILE_S = 900
/** How long a stop waits for requests that are being answered. */
const REQUESTS_MS = 2_000

/** Starts the product: config, database, migrations, journeys, sessions, scheduler, server. Stops in reverse. */
export async function boot(config: Config) {
  const { dataDir, publicUrl } = config
  const log = openLog(config.logLevel)
  await mkdir(dataDir, { recursive: true }).catch(error => {
    throw new ConfigError(`DATA_DIR can't be written: ${error.message}`)
  })
  const lock = await lockFolder(dataDir).catch(error => {
    throw new ConfigError(`DATA_DIR ${dataDir} can't be written: ${error.message}`)
  })
  if (!lock) throw new ConfigError(`DATA_DIR ${dataDir} is in use by another process`)
  const secrets = await installationSecrets(dataDir)
  const readAccess = accessTokens(secrets.session)
  const store = await openStore(config.databaseUrl, config.databaseToken).catch(error => {
    throw new ConfigError(`the database ${config.databaseUrl} can't be opened: ${error.message}`)
  })
  await migrate(store.client, { keepCopy: backupsIn(dataDir, store.client) })
  const media = mediaStore(join(dataDir, 'media'), secrets.media, publicUrl)
  await media.clearParts()

  // Realtime, and what the process itself must do when it hears of a change.
  const send =
    (companyId: number): Publish =>
    (channel, payload, rooms) => {
      sockets.publish(rooms ?? [`company-${companyId}-mainchannel`], `company-${companyId}-${channel}`, payload)
      hear(companyId, channel, payload)
    }
  const audience = eventQueues(
    rooms => sockets.hasListeners(rooms),
    error => log.error({ err: error }, 'an event was not told'),
  )
  const publish =
    (companyId: number): Publish =>
    (...event) =>
      audience.send(companyId, () => send(companyId)(...event))
  /** Rights follow what people are told: sockets move or close, and sessions are read anew. */
  const hear = (companyId: number, channel: string, { user, userId, sessionId, ticket }: Payload) => {
    if (channel === 'ticket' && ticket) live.evictUnauthorized(ticket as Ticket)
    if (channel === 'queue') forgetAccess(access => access.companyId === companyId)
    if (channel === 'auth' && sessionId) live.endSession(String(sessionId))
    if (channel === 'user' || (channel === 'auth' && user)) void live.refresh((user as { id: number } | undefined)?.id ?? Number(userId))
  }
  const ctxFor = contexts(
    store,
    media,
    publish,
    companyId => audience.of(companyId, send(companyId)),
    () => runner.wake(),
  )
  const look = subscribeTypingFlow(ctxFor, () => channel)
  const live = socketAccess({
    db: store.db,
    ctxFor,
    readToken: async token => (await readAccess(token))?.sid,
    trouble: () => store.storage.trouble,
    looked: ticket => void look(ticket).catch(error => log.debug({ err: error, ticketId: ticket.id }, 'no typing notices')),
  })
  const sockets = realtime(live.handlers)
  live.attach(sockets)

  // WhatsApp, and the journeys behind its events.
  const sandbox = openSandbox(log)
  const outbox = outboxFlow({ store, ctxFor, media, channel: () => channel, log })
  const sent = (connectionId: number, chatId: number) => void outbox.drain(connectionId, chatId)
  const plugins = await openPlugins({
    folder: join(dataDir, 'plugins'),
    fetch: guardedFetch(destination => config.outboundAllow.has(destination)),
    secret: secrets.seal,
    log,
  })
  const files = lateMediaFlow({ channel: () => channel })
  const inbound = inboundFlow({ ctxFor, log, files, fetchAvatar: avatarFlow(() => channel) })
  const presence = typingFlow(ctxFor)
  const events: ChannelEvents = {
    message: inbound,
    receipt: receipt => messages.setStates(ctxFor(receipt.companyId), receipt),
    presence: notice => void presence(notice).catch(error => log.warn({ err: error }, 'presence')),
    async session(connectionId, state) {
      const connection = await connections.findAcrossTenants(store.db, connectionId)
      if (!connection) return
      await connections.setState(ctxFor(connection.companyId), connectionId, state)
      if (connection.sandbox && state.qrcode && connection.number) await sandbox.scan(state.qrcode, connection.number)
    },
    traffic: (connectionId, at) =>
      void connections.sawTraffic(store.db, connectionId, at).then(undefined, error => log.warn({ err: error }, 'traffic')),
    identity: (companyId, person) => learnIdentity(ctxFor(companyId), person),
    sentMessage: async (connectionId, id) => (await messages.sentRaw(store.db, connectionId, id)) ?? null,
    ready: (companyId, connectionId) => {
      void outbox.drain(connectionId)
      files.connected(ctxFor(companyId), connectionId).catch(error => log.warn({ err: error }, 'late files wait'))
    },
  }
  const owner = config.databaseUrl.startsWith('file:') ? secrets.installation : `${secrets.installation}:${process.pid}`
  const whatsapp = openWhatsApp({
    store,
    log,
    events,
    version: config.whatsapp.version,
    network: connection => (connection.sandbox ? sandbox.network() : config.whatsapp),
    lease: connectionId => connections.lease(store.db, connectionId, owner, LEASE_MS),
    release: connectionId => connections.release(store.db, connectionId, owner),
  })
  const channel: Channel = {
    ...whatsapp.channel,
    start: connection => void sandbox.ready(connection.sandbox === true).then(() => whatsapp.channel.start(connection)),
  }

  const cron = cronJobs(log)
  const repairDueTimes = () => Promise.all([messages.repairDueTimes(store.db), jobs.repairDueTimes(store.db)])
  const health = openHealth({
    store,
    log,
    tell: trouble => [...sockets.all()].forEach(socket => socket.emit('storage', { action: 'update', trouble })),
    healed: () => whatsapp.resume(),
    putBack: repairDueTimes,
  })
  const runner = jobRunner({
    store,
    ctxFor,
    log,
    owner: secrets.installation,
    kinds: [
      pluginTurn({ plugins, channel: () => channel, sent }),
      files.job,
      autoCloseFlow({ sent, isClockSteady: health.isClockSteady }),
      purgeFlow(),
    ],
  })
  await repairDueTimes()
  cron.every('*/5 * * * * *', 'clock', () => health.watchClock())
  cron.every('*/5 * * * * *', 'outbox', () => outbox.sweep())
  cron.every('* * * * * *', 'jobs', () => runner.wake())
  cron.every('30 * * * * *', 'overdue', () => live.closeOverdue())
  cron.every('0 17 * * * *', 'sessions', () => sessions.sweep(store.db))
  cron.every('0 19 * * * *', 'failed jobs', () => jobs.sweep(store.db))
  cron.every('0 23 * * * *', 'statistics', () => refreshStatistics(store))
  cron.every('*/10 * * * * *', 'gauges', async () => {
    socketsOpen.set(sockets.size)
    jobsWaiting.reset()
    for (const { kind, n } of await jobs.counts(store.db)) jobsWaiting.set({ kind }, n)
    connectionsOpen.set((await connections.listAllTenants(store.db)).filter(one => channel.isOpen(one.id)).length)
  })

  // The first run: an administrator from the environment, or a page behind a one-time address.
  if (config.admin && !(await companies.exists(store.db)))
    await sessions.setUp(ctxFor, { company: 'Minha empresa', name: 'Administrador', ...config.admin })
  const setup = { token: (await companies.exists(store.db)) ? undefined : crypto.randomUUID() }

  const journeys = replyFlow(sent)
  let alive = true
  const app = createApp({
    store,
    ctxFor,
    log,
    media,
    version,
    channel,
    publicUrl,
    secret: secrets.session,
    readAccess,
    origins: config.origins,
    web: assets(),
    journeys,
    plugins,
    simulated: sandbox,
    sessionOptions: { secureCookie: publicUrl?.startsWith('https:') ?? false, setup },
    alive: () => alive,
  })
  const allowed = (request: Request) => {
    const from = request.headers.get('origin')
    return !from || config.origins.includes(from) || from === publicUrl || URL.parse(from)?.host === request.headers.get('host')
  }
  const server = listen(
    config,
    (request, server) => {
      if (new URL(request.url).pathname.startsWith('/socket.io'))
        return allowed(request) ? sockets.upgrade(request, server as never) : new Response('origin', { status: 403 })
      if (carriesFile(request)) server.timeout(request, FILE_S)
      return app.fetch(request, { address: clientAddress(server.requestIP(request)?.address, request.headers, config.trustedProxies) })
    },
    sockets.websocket,
  )
  sockets.attach(server as never)

  await users.allOffline(store.db)
  runner.start()
  await whatsapp.replay()
  for (const connection of await connections.listAllTenants(store.db)) {
    await planAutoClose(ctxFor(connection.companyId), connection)
    if (connection.status === 'DISCONNECTED' && connection.reason !== null) continue
    // The simulated network forgot its devices: a new link takes the place of the old one.
    if (connection.sandbox) await whatsapp.channel.logout(connection.id)
    channel.start(connection)
  }

  const url = publicUrl ?? `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${server.port}`
  let stopping: Promise<void> | undefined
  const stop = () =>
    (stopping ??= (async () => {
      alive = false
      await Promise.race([
        (async () => {
          // Connections that clients keep alive would hold a full stop up; what they asked for is answered.
          void server.stop()
          sockets.close()
          for (const until = Date.now() + REQUESTS_MS; server.pendingRequests && Date.now() < until;) await Bun.sleep(10)
          await cron.stop()
          await runner.stop()
          await whatsapp.stop()
          await outbox.settle()
        })(),
        Bun.sleep(STOP_MS),
      ])
      await server.stop(true)
      plugins.close()
      await sandbox.stop()
      store.close()
      lock.release()
    })())
  return {
    url,
    setupUrl: setup.token && `${url}/setup?token=${setup.token}`,
    app,
    store,
    ctxFor,
    channel,
    journeys,
    sandbox,
    sockets,
    receive: inbound,
    health,
    closeOverdue: live.closeOverdue,
    server,
    log,
    stop,
  }
}
export type Product = Awaited<ReturnType<typeof boot>>

const carriesFile = (request: Request) => isForm(request) || new URL(request.url).pathname.startsWith('/media/')

type Sockets = ReturnType<typeof realtime>
function listen(
  config: Config,
  fetch: (request: Request, server: Server<never>) => Response | undefined | Promise<Response | undefined>,
  websocket: Sockets['websocket'],
) {
  try {
    // Without reusePort: false two processes would share the port unnoticed.
    return Bun.serve({
      port: config.port,
      hostname: config.host,
      reusePort: false,
      development: false,
      maxRequestBodySize: 210 * 1024 * 1024,
      idleTimeout: 60,
      fetch: fetch as never,
      websocket: websocket as never,
    })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE') throw new ConfigError(`PORT ${config.port} is taken`)
    if (code === 'EACCES') throw new ConfigError(`PORT ${config.port} may not be used by this user`)
    if (code === 'EADDRNOTAVAIL' || code === 'EINVAL') throw new ConfigError(`HOST ${config.host} is no address of this machine`)
    throw error
  }
}
