import { join } from 'node:path'
import { assets } from '#kernel/http/assets'
import { guardedFetch } from '#kernel/http/guarded-fetch'
import { parse } from '#kernel/http/validation'
import { serveControl } from '#kernel/process/control'
import { companies } from '#modules/companies'
import { openPlugins } from '#modules/integrations'
import { mendTextIndex } from '#modules/messages'
import { sessions } from '#modules/sessions'
import { users } from '#modules/users'
import { version } from '../package.json'
import { createApp } from './app'
import { type Installation, openInstallation } from './boot/installation'
import { openJobs } from './boot/jobs'
import { type Network, openNetwork } from './boot/network'
import { openRealtime, type RealtimeParts } from './boot/realtime'
import { listen } from './boot/server'
import type { Config } from './config'
import { openPayments } from './payments'
import { AdminBody, createAdmin } from './flows/create-admin'

const STOP_MS = 9_000
/** How long a stop waits for requests that are being answered. */
const REQUESTS_MS = 2_000

/**
 * Opens database, plugins, realtime, network and jobs; then listens, starts the jobs, and WhatsApp last. Stops what brings work first:
 * control, server, jobs, WhatsApp; the database last.
 */
export async function boot(config: Config) {
  const installation = await openInstallation(config)
  await mendTextIndex(installation.store).catch((error: unknown) =>
    installation.log.error({ err: error }, 'the index of texts can not be built anew'),
  )
  const fetch = guardedFetch(destination => config.outboundAllow.has(destination), config.outboundHosts)
  const { secrets, log } = installation
  const plugins = await openPlugins({ folder: join(config.dataDir, 'plugins'), fetch, secret: secrets.seal, log })
  const realtime = openRealtime(installation, plugins)
  await realtime.directory.loaded()
  const network = await openNetwork(installation, realtime, fetch)
  const payments = openPayments(fetch)
  const jobs = await openJobs(installation, realtime, network, { plugins, fetch, payments })
  const setup = await firstRun(installation, realtime)
  const life = { isAlive: true }
  const app = createApp({ ...appOptions(installation, realtime, network, setup, life), plugins, payments })
  realtime.expectBack(await users.online(installation.store.db))
  const server = listen(config, app, realtime.sockets, installation.log)
  const control = await openControl(installation, realtime)
  jobs.runner.start()
  await network.start()

  /** Lets what runs come to its end, in the order in which one needs the other. */
  async function end() {
    // Connections that clients keep alive would hold a full stop up; what they asked for is answered.
    void server.stop()
    realtime.sockets.close()
    for (const until = Date.now() + REQUESTS_MS; server.pendingRequests && Date.now() < until;) await Bun.sleep(10)
    await jobs.stop()
    await network.whatsapp.stop()
    await network.outbox.settle()
  }
  async function stop() {
    life.isAlive = false
    await control?.close()
    await Promise.race([end(), Bun.sleep(STOP_MS)])
    await server.stop(true)
    plugins.close()
    await network.sandbox.stop()
    await installation.close()
  }
  let stopping: Promise<void> | undefined

  const url = config.publicUrl ?? `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${server.port}`
  const { store } = installation
  const { ctxFor, sockets } = realtime
  const { channel, sandbox } = network
  return {
    url,
    setupUrl: setup.token && `${url}/setup?token=${setup.token}`,
    // What a demonstration is furnished by.
    ...{ store, ctxFor, channel, sandbox },
    // Where tests take the place of what is outside: of who asks, of the network, of the clock; and listen.
    ...{ app, server, sockets, receive: network.receive, jobs, log },
    stop: () => (stopping ??= stop()),
  }
}
export type Product = Awaited<ReturnType<typeof boot>>

/** The first run: an administrator from the environment, or a page behind a one-time address. */
async function firstRun({ config, store }: Installation, { ctxFor }: RealtimeParts): Promise<{ token: string | undefined }> {
  if (config.admin && !(await companies.exists(store.db)))
    await sessions.setUp(ctxFor, { company: 'Minha empresa', name: 'Administrador', ...config.admin })
  return { token: (await companies.exists(store.db)) ? undefined : crypto.randomUUID() }
}

function appOptions(
  { config, store, log, media, metrics, secrets }: Installation,
  { ctxFor, access, directory, readAccess }: RealtimeParts,
  { channel, sandbox }: Network,
  setup: { token: string | undefined },
  life: { isAlive: boolean },
) {
  const { publicUrl, origins } = config
  return {
    ...{ store, ctxFor, log, media, metrics, version, channel, publicUrl, origins, access, directory, readAccess },
    mayReach: (destination: string) => config.outboundAllow.has(destination),
    secret: secrets.session,
    web: assets(),
    simulated: sandbox,
    sessionOptions: { secureCookie: publicUrl?.startsWith('https:') ?? false, setup },
    alive: () => life.isAlive,
  }
}

/** What the command line may ask of this process. Without it everything works, and the command line says what it can't reach. */
const openControl = ({ config, store, log }: Installation, { ctxFor }: RealtimeParts) =>
  serveControl(config.dataDir, {
    'create-admin': given => createAdmin(ctxFor, store.db, parse(AdminBody, given)),
  }).catch((error: unknown) => void log.warn({ err: error }, 'the command line can’t reach this process'))
