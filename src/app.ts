import type { Context, MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { HTTPException } from 'hono/http-exception'
import type { assets } from '#kernel/http/assets'
import { compress } from '#kernel/http/compressed'
import { AppError, invalid, said } from '#kernel/errors'
import { BODIES_BYTES, COMPANY_BODIES_BYTES } from '#kernel/http/limits'
import { type Env, router } from '#kernel/http/router'
import { byteBudget } from '#kernel/process/byte-budget'
import type { Logger } from '#kernel/process/log'
import type { MediaStore } from '#kernel/media/media-store'
import type { Metrics } from '#kernel/process/metrics'
import { storageFaultOf } from '#kernel/storage/storage-errors'
import { securityHeaders } from '#kernel/http/headers'
import { largeAnswers } from '#kernel/http/large-answers'
import { brand, brandedWeb } from '#modules/brand'
import type { ResellerDirectory } from '#modules/resellers'
import { ERRORS, type ErrorCode } from './error-codes'
import { failureOf } from './failures'
import { describeApi } from './openapi'
import { createRoutes, type RouteOptions } from './routes'

type AppOptions = RouteOptions & {
  log: Logger
  media: MediaStore
  metrics: Metrics
  web: ReturnType<typeof assets>
  directory: ResellerDirectory
  /** Further origins that a frontend of someone else's may be served from. */
  origins: string[]
  alive(): boolean
}

/** A browser that goes to an address wants the application; everything else wants data. */
const isNavigation = (request: Request) => {
  const mode = request.headers.get('sec-fetch-mode')
  return request.method === 'GET' && (mode ? mode === 'navigate' : /^text\/html\b/.test(request.headers.get('accept') ?? ''))
}

/** Paths that a browser may open as such. */
const DATA_PATHS = /^\/(media|public|metrics|healthz|openapi\.json|companies\/\d+\/export)(\/|$)/

export function createApp(options: AppOptions) {
  const { store, log, media, metrics, web, directory, version, origins, publicUrl } = options
  const { open, guarded } = createRoutes(options)
  const branded = brandedWeb({ db: store.db, media, web })
  const api = router().route('/', open).route('/', guarded)
  const onItsWay = largeAnswers()
  const bodies = byteBudget(BODIES_BYTES, undefined, COMPANY_BODIES_BYTES)
  const description = describeApi({ open: open.routes, guarded: guarded.routes }, version)

  // Only where another origin is served: cors() sets headers before there is a response, so Hono builds each one twice.
  const crossOrigin: MiddlewareHandler = origins.length ? cors({ origin: origins, credentials: true }) : (_, next) => next()

  return (
    router()
      .use(async (c, next) => {
        const started = performance.now()
        const from = (c.env ?? {}) as { address?: string; addressIsShared?: boolean; host?: string }
        c.set('clientAddress', from.address ?? 'unknown')
        c.set('addressIsShared', from.addressIsShared ?? false)
        c.set('host', from.host ?? c.req.header('host') ?? '')
        c.set('bodies', bodies)
        c.set('here', await directory.at(c.var.host))
        await next()
        metrics.httpDuration.observe({ method: c.req.method, status: String(c.res.status) }, (performance.now() - started) / 1000)
      })
      .use(
        securityHeaders(publicUrl, origins.length > 0, c =>
          (c as Context<Env>).var.here ? (c as Context<Env>).var.here!.address : publicUrl,
        ),
      )
      .use(crossOrigin)
      .use(async (c, next) => {
        if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
          await next()
          return onItsWay(c)
        }
        const { pathname } = new URL(c.req.url)
        const found = (await branded.file(c.req.raw, c.var.here?.id)) ?? web.file(c.req.raw)
        if (found) return found
        // Nothing else is at `/`: a monitor that accepts anything must not read of a missing page.
        if (pathname === '/' || (isNavigation(c.req.raw) && !DATA_PATHS.test(pathname))) return branded.page(c.req.raw, c.var.here?.id)
        await next()
        await compress(c)
        await onItsWay(c)
        c.res.headers.append('vary', 'accept, accept-encoding')
      })
      .get('/media/:hash', c => media.serve(c.req.raw))
      .get('/openapi.json', async c => description(await brand.nameOf(store.db, c.var.here?.id), c.req.raw))
      .get('/healthz', c => {
        if (!options.alive()) return c.json({ status: 'stopping' }, 503)
        const { trouble } = store.storage
        return trouble ? c.json({ status: 'degraded', reason: trouble }, 503) : c.json({ status: 'ok', version })
      })
      .get('/metrics', async c => {
        // What came through a proxy came from elsewhere, even when the proxy stands here.
        const isPassedOn = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some(name => c.req.header(name))
        const local = /^(127\.|::1$)/.test(c.var.clientAddress) && !isPassedOn
        if (!local) throw new AppError('ERR_NO_PERMISSION', 403)
        return c.text(await metrics.registry.metrics(), 200, { 'content-type': metrics.registry.contentType })
      })
      // First: the root’s own check of the session would stand before what is open below.
      .route('/api', api)
      .route('/', api)
      .notFound(c => c.json({ error: 'ERR_NOT_FOUND' satisfies ErrorCode }, 404))
      .onError((error, c) => {
        const refuse = (refusal: AppError) => c.json(said(refusal, ERRORS), refusal.status)
        if (error instanceof AppError) return refuse(error)
        // Hono’s own word for JSON that can’t be read.
        if (error instanceof HTTPException && error.status === 400) return refuse(invalid())
        const trouble = storageFaultOf(error)
        if (trouble) {
          // What keeps everything from being stored is told once; a fault of this request alone, as running out of descriptors, here.
          if (!store.storage.trouble) log.error({ err: error, method: c.req.method, path: c.req.routePath }, 'request failed')
          c.header('retry-after', '5')
          return refuse(new AppError('ERR_STORAGE', 503, { reason: trouble }))
        }
        log.error({ err: error, method: c.req.method, path: c.req.routePath }, 'request failed')
        return refuse(new AppError(failureOf(c.req.method, c.req.path), 500))
      })
  )
}
export type App = ReturnType<typeof createApp>
