import { type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { HTTPException } from 'hono/http-exception'
import { matchedRoutes } from 'hono/route'
import { secureHeaders } from 'hono/secure-headers'
import { accessOf, mustBeActive, sessionRoutes, type SessionOptions } from '#modules/sessions'
import type { ReadAccess } from '#kernel/http/access-token'
import type { assets } from '#kernel/http/assets'
import type { CtxFor } from '#kernel/context'
import { AppError, invalid, said } from '#kernel/errors'
import { type Env, router } from '#kernel/http/router'
import { isForm, valid } from '#kernel/http/validation'
import type { Store } from '#kernel/storage/libsql'
import type { Logger } from '#kernel/process/log'
import type { MediaStore } from '#kernel/media/media-store'
import { httpDuration, registry } from '#kernel/process/metrics'
import { storageFaultOf } from '#kernel/storage/storage-errors'
import { concurrencyLimit } from '#kernel/http/concurrency-limit'
import { Page } from '#kernel/http/paging'
import { companyRoutes } from '#modules/companies'
import { connectionRoutes, connectionSessionRoutes, type Channel } from '#modules/connections'
import { contactRoutes } from '#modules/contacts'
import { integrationRoutes, type Plugins } from '#modules/integrations'
import { messageRoutes, type MessageJourneys } from '#modules/messages'
import { planRoutes } from '#modules/plans'
import { queueRoutes } from '#modules/queues'
import { quickMessageRoutes } from '#modules/quick-messages'
import { publicSetting, settingRoutes } from '#modules/settings'
import { tagRoutes, ticketTagRoutes } from '#modules/tags'
import { ticketRoutes, tickets } from '#modules/tickets'
import { userRoutes } from '#modules/users'
import { deleteContact } from './flows/delete-contact'
import { deleteUser } from './flows/delete-user'
import { undoMerge } from './flows/merge'
import { deleteIntegration } from './flows/delete-integration'
import { lookupFlow } from './flows/lookup'
import { describeApi } from './openapi'
import type { SandboxHost } from './sandbox/sandbox'
import { sandboxRoutes } from './sandbox/routes'

export type AppOptions = {
  store: Store
  ctxFor: CtxFor
  log: Logger
  media: MediaStore
  web: ReturnType<typeof assets>
  channel: Channel
  journeys: MessageJourneys
  plugins: Plugins
  simulated: SandboxHost
  sessionOptions: Omit<SessionOptions, 'ctxFor' | 'db' | 'secret' | 'readAccess'>
  secret: string
  readAccess: ReadAccess
  version: string
  /** Further origins that a frontend of someone else's may be served from. */
  origins: string[]
  /** Where people reach the installation; addresses of files begin with it, and are relative without it. */
  publicUrl: string | undefined
  alive(): boolean
}

const INVALID_TOKEN = "Invalid token. We'll try to assign a new one on next request"
/** Of one company at a time. Whoever asks for more waits behind the own colleagues, and before nobody else's. */
const REQUESTS = 32
/**
 * Everything comes from this server, and files from where it is known to be. Recording a voice message compiles WASM; own files show
 * before they are sent.
 */
const policyOf = (publicUrl: string | undefined) => ({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
  styleSrc: ["'self'"],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:', ...(publicUrl ? [publicUrl] : [])],
  mediaSrc: ["'self'", 'blob:', ...(publicUrl ? [publicUrl] : [])],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
  // The one worker, by the address of our own build: web/crud/import/client.ts.
  trustedTypes: ['spreadsheet'],
})
/** What a page of this product never asks a browser for. */
const PERMISSIONS = { microphone: ['self'], camera: [], geolocation: [], payment: [], usb: [], displayCapture: [] }

/** The lists of nouns that are not here yet, and that clients of this family ask for on every page. */
const NOTHING_YET = { records: [], count: 0, hasMore: false }

/** A browser that goes to an address wants the application; everything else wants data. */
const isNavigation = (request: Request) => {
  const mode = request.headers.get('sec-fetch-mode')
  return request.method === 'GET' && (mode ? mode === 'navigate' : /^text\/html\b/.test(request.headers.get('accept') ?? ''))
}

/** Paths that a browser may open as such. */
const DATA_PATHS = /^\/(media|metrics|healthz|openapi\.json)(\/|$)/

export function createApp(options: AppOptions) {
  const { store, ctxFor, log, media, web, channel, journeys, plugins, simulated, secret, readAccess, version, origins, publicUrl } = options

  const turn = concurrencyLimit(REQUESTS)
  const signedIn: MiddlewareHandler<Env> = async (c, next) => {
    // An address that nobody answers is unknown to whoever asks: 401 would tell a person that the session is over.
    if (!matchedRoutes(c).some(route => route.method !== 'ALL')) return next()
    const bearer = c.req.header('authorization')
    if (!bearer) throw new AppError('ERR_SESSION_EXPIRED', 401)
    const claims = await readAccess(bearer.replace(/^Bearer /i, ''))
    const access = claims && (await accessOf(store.db, claims.sid))
    if (!access) throw new AppError(INVALID_TOKEN, 403)
    mustBeActive(access)
    c.set('ctx', ctxFor(access.companyId, access.actor))
    // An upload waits for its sender most of the time, and keeps nobody's place meanwhile.
    await (isForm(c.req.raw) ? next() : turn(access.companyId, next))
  }

  const system: MiddlewareHandler<Env> = async (c, next) => {
    c.set('ctx', ctxFor(0))
    await next()
  }

  const sessions = sessionRoutes({ ...options.sessionOptions, ctxFor, db: store.db, secret, readAccess })

  const open = router()
    .use(system)
    .route('/auth', sessions.auth)
    .route('/session', sessions.first)
    .route('/plans', planRoutes)
    .get('/version', c => c.json({ version, sandbox: true }))
    .get('/settings/:key', async (c, next) => {
      const setting = publicSetting(c.req.param('key'))
      return setting ? c.json(setting) : next()
    })

  const guarded = router()
    .use(signedIn)
    .route('/companies', companyRoutes)
    .route('/users', userRoutes(deleteUser))
    .route('/settings', settingRoutes)
    .route('/queue', queueRoutes)
    .route('/tags', tagRoutes(tickets.retag))
    .route('/quick-messages', quickMessageRoutes)
    .route('/ticket-tags', ticketTagRoutes(tickets))
    .route('/contacts', contactRoutes({ identify: lookupFlow(() => channel), remove: deleteContact, undoMerge }))
    .route('/whatsapp', connectionRoutes(channel, true))
    .route('/whatsappsession', connectionSessionRoutes(channel))
    .route('/tickets', ticketRoutes(journeys.markRead))
    .route('/messages', messageRoutes(journeys))
    .route('/queueIntegration', integrationRoutes(plugins, deleteIntegration))
    .route('/sandbox', sandboxRoutes(simulated, ctxFor))
    .get('/announcements', valid('query', Page), c => c.json(NOTHING_YET))
    .get('/chats', valid('query', Page), c => c.json(NOTHING_YET))

  const api = router().route('/', open).route('/', guarded)
  const description = describeApi(api.routes, version)

  const headers = {
    referrerPolicy: 'no-referrer',
    crossOriginResourcePolicy: origins.length ? 'cross-origin' : 'same-origin',
    strictTransportSecurity: publicUrl?.startsWith('https:') ? 'max-age=31536000' : false,
    xFrameOptions: 'DENY',
    permissionsPolicy: PERMISSIONS,
  } as const
  const headersOfPages = secureHeaders({ ...headers, contentSecurityPolicy: policyOf(publicUrl) })
  // A file brings a stricter policy of its own. Its address is signed, and with PUBLIC_URL it is asked for by pages of other origins.
  const headersOfFiles = secureHeaders({ ...headers, crossOriginResourcePolicy: publicUrl ? 'cross-origin' : 'same-origin' })

  return router()
    .use(async (c, next) => {
      const started = performance.now()
      c.set('clientAddress', (c.env as { address?: string } | undefined)?.address ?? 'unknown')
      await next()
      httpDuration.observe({ method: c.req.method, status: String(c.res.status) }, (performance.now() - started) / 1000)
    })
    .use((c, next) => (c.req.path.startsWith('/media/') ? headersOfFiles : headersOfPages)(c, next))
    .use(cors({ origin: origins, credentials: true }))
    .use(async (c, next) => {
      if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
      const { pathname } = new URL(c.req.url)
      const found = web.file(c.req.raw)
      if (found) return found
      if (isNavigation(c.req.raw) && !DATA_PATHS.test(pathname)) return web.page(c.req.raw)
      await next()
      c.res.headers.append('vary', 'accept')
    })
    .get('/media/:hash', c => media.serve(c.req.raw))
    .get('/openapi.json', c => c.json(description()))
    .get('/healthz', c => {
      if (!options.alive()) return c.json({ status: 'stopping' }, 503)
      const { trouble } = store.storage
      return trouble ? c.json({ status: 'degraded', reason: trouble }, 503) : c.json({ status: 'ok', version })
    })
    .get('/metrics', async c => {
      // What came through a proxy came from elsewhere, even when the proxy stands here.
      const local = /^(127\.|::1$)/.test(c.var.clientAddress) && !c.req.header('x-forwarded-for')
      if (!local) throw new AppError('ERR_NO_PERMISSION', 403)
      return c.text(await registry.metrics(), 200, { 'content-type': registry.contentType })
    })
    .route('/', api)
    .route('/api', api)
    .notFound(c => c.json({ error: 'ERR_NOT_FOUND' }, 404))
    .onError((error, c) => {
      if (error instanceof AppError) return c.json(said(error), error.status)
      if (error instanceof HTTPException) return c.json(error.status === 400 ? said(invalid()) : { error: error.message }, error.status)
      const trouble = storageFaultOf(error)
      if (trouble) return c.json({ error: 'ERR_STORAGE', details: { reason: trouble } }, 503, { 'retry-after': '5' })
      log.error({ err: error, method: c.req.method, path: c.req.routePath }, 'request failed')
      return c.json({ error: 'Internal server error' }, 500)
    })
}
export type App = ReturnType<typeof createApp>
