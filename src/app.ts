import type { Context, MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { HTTPException } from 'hono/http-exception'
import { matchedRoutes } from 'hono/route'
import {
  type AccessCache,
  enterCompany,
  mustBeLive,
  mustWrite,
  ownSessionRoutes,
  sessionRoutes,
  type SessionOptions,
} from '#modules/sessions'
import type { ReadAccess } from '#kernel/http/access-token'
import type { assets } from '#kernel/http/assets'
import { guardedFetch } from '#kernel/http/guarded-fetch'
import type { CtxFor } from '#kernel/context'
import { AppError, invalid, said } from '#kernel/errors'
import { type Env, router } from '#kernel/http/router'
import { Id } from '#kernel/http/paging'
import { bringsForm, valid } from '#kernel/http/validation'
import type { Store } from '#kernel/storage/libsql'
import type { Logger } from '#kernel/process/log'
import type { MediaStore } from '#kernel/media/media-store'
import type { Metrics } from '#kernel/process/metrics'
import { storageFaultOf } from '#kernel/storage/storage-errors'
import { concurrencyLimit } from '#kernel/process/concurrency-limit'
import { securityHeaders } from '#kernel/http/headers'
import { COMPANY_REQUESTS, PERSON_UPLOADS } from '#kernel/http/limits'
import { brand, brandedWeb, brandRoutes, olderLogoRoutes } from '#modules/brand'
import { companies, companyRoutes } from '#modules/companies'
import { chatRoutes } from '#modules/chats'
import { connectionRestartRoutes, connectionRoutes, connectionSessionRoutes, type Channel } from '#modules/connections'
import { contactRoutes } from '#modules/contacts'
import { integrationRoutes, pluginRoutes, type Plugins } from '#modules/integrations'
import { campaignRoutes, campaignSettingRoutes } from '#modules/campaigns'
import { contactListItemRoutes } from '#modules/contact-list-items'
import { contactListRoutes } from '#modules/contact-lists'
import { forwardRoutes, messageRoutes } from '#modules/messages'
import { numberHealthRoutes } from '#modules/number-health'
import { optOutRoutes } from '#modules/opt-outs'
import { offeredPlanRoutes, planRoutes } from '#modules/plans'
import { couponRoutes } from '#modules/coupons'
import { invoiceItemRoutes, invoiceRoutes } from '#modules/invoices'
import { accountRoutes, subscriptionRoutes, webhookRoutes, type Providers } from '#modules/payments'
import { queueOptionRoutes } from '#modules/queue-options'
import { queueRoutes } from '#modules/queues'
import { quickMessageRoutes } from '#modules/quick-messages'
import { resellerRoutes, type ResellerDirectory } from '#modules/resellers'
import { allow } from '#modules/rights'
import { operatedResetRoutes, passwordResetRoutes } from '#modules/password-resets'
import { settingRoutes, settings } from '#modules/settings'
import { signUpRoutes } from '#modules/sign-up'
import { dashboardRoutes } from '#modules/dashboard'
import { draftRoutes } from '#modules/drafts'
import { helpRoutes } from '#modules/helps'
import { announcementRoutes } from '#modules/announcements'
import { operatorEntryRoutes } from '#modules/operator-entries'
import { promptRoutes } from '#modules/prompts'
import { pushRoutes } from '#modules/push-subscriptions'
import { sendRoutes } from '#modules/sends'
import { fileRoutes } from '#modules/files'
import { scheduleRoutes } from '#modules/schedules'
import { eventRoutes, eventWebhookRoutes } from '#modules/event-webhooks'
import { tagRoutes, ticketTagRoutes } from '#modules/tags'
import { mentionRoutes, ticketNoteRoutes } from '#modules/ticket-notes'
import { botRoutes } from '#modules/ticket-bots'
import { boardRoutes, ticketReportRoutes, ticketRoutes, visible } from '#modules/tickets'
import { userRoutes } from '#modules/users'
import { edit, erase, react, retry } from './flows/amend'
import { campaignJourneys } from './flows/campaigns'
import { numbersGoOn } from './flows/campaigns/engine'
import { campaignTryOut } from './flows/campaigns/try-out'
import { connectionJourneys, restartFlow } from './flows/connection'
import { createCompany } from './flows/create-company'
import { addOperator, createReseller } from './flows/create-reseller'
import { deleteCompanyFlow } from './flows/delete-company'
import { deleteChat, leaveChat } from './flows/delete-chat'
import { contactListJourneys } from './flows/contact-lists'
import { checkContacts, checkOfContacts, stopCheckOfContacts } from './flows/number-check/contacts'
import { checkNumbers } from './flows/number-check/list'
import { deleteContact } from './flows/delete-contact'
import { deleteEventWebhook } from './flows/delete-event-webhook'
import { deletePrompt } from './flows/delete-prompt'
import { deleteQueue } from './flows/delete-queue'
import { deleteTag } from './flows/delete-tag'
import { changeUser } from './flows/change-user'
import { deleteUser } from './flows/delete-user'
import { mergeByHand, undoMerge } from './flows/merge'
import { deleteIntegration } from './flows/delete-integration'
import { exportAddress, exportCompany, ExportQuery, mustBeSigned } from './flows/export-company'
import { fileJourneys } from './flows/file-lists'
import { firstSteps, resellerSteps } from './flows/first-steps'
import { forward } from './flows/forward'
import { linkPreviewFlow } from './flows/link-preview'
import { lookupFlow } from './flows/lookup'
import { testMailFlow } from './flows/mail/test-mail'
import { markRead } from './flows/mark-read'
import { moveCompany } from './flows/move-company'
import { forgot, resetFlow } from './flows/password-reset'
import { addItemFlow, removeItemFlow } from './flows/payments/items'
import { notifyUrlAt } from './flows/payments/notify-url'
import { registrationFlow } from './flows/payments/registration'
import { markPaidFlow } from './flows/payments/settle'
import { subscriptionFlow } from './flows/payments/subscription'
import { webhookFlow } from './flows/payments/webhook'
import { reply, replyWithFiles, replyWithPeople, replyWithPlace } from './flows/reply'
import { sendFlow } from './flows/send'
import { isSignUpOpen, signUpFlow } from './flows/sign-up'
import { storeUpload } from './flows/store-upload'
import { changeSetting } from './flows/change-setting'
import { talks } from './flows/conversation/talk'
import { tryOut } from './flows/conversation/try-out'
import { ticketJourneys } from './flows/tickets'
import { attachTag, leaveBoard, retag } from './flows/tickets/tags'
import { timeline } from './flows/timeline'
import { ERRORS, type ErrorCode } from './error-codes'
import { failureOf } from './failures'
import { describeApi } from './openapi'
import type { SandboxHost } from './sandbox/sandbox'
import { sandboxRoutes } from './sandbox/routes'

export type AppOptions = {
  store: Store
  ctxFor: CtxFor
  log: Logger
  media: MediaStore
  metrics: Metrics
  web: ReturnType<typeof assets>
  channel: Channel
  plugins: Plugins
  payments: Providers
  simulated: SandboxHost
  sessionOptions: Omit<SessionOptions, 'ctxFor' | 'db' | 'secret' | 'readAccess' | 'access'>
  secret: string
  readAccess: ReadAccess
  access: AccessCache
  directory: ResellerDirectory
  /** Private addresses, as host:port, that resellers may reach. */
  mayReach(destination: string): boolean
  version: string
  /** Further origins that a frontend of someone else's may be served from. */
  origins: string[]
  /** Where people reach the installation; addresses of files begin with it, and are relative without it. */
  publicUrl: string | undefined
  alive(): boolean
}

/** What whoever is suspended does all the same. */
const PAYING = /^(\/api)?\/subscription(\/|$)/

/** A browser that goes to an address wants the application; everything else wants data. */
const isNavigation = (request: Request) => {
  const mode = request.headers.get('sec-fetch-mode')
  return request.method === 'GET' && (mode ? mode === 'navigate' : /^text\/html\b/.test(request.headers.get('accept') ?? ''))
}

/** Paths that a browser may open as such. */
const DATA_PATHS = /^\/(media|public|metrics|healthz|openapi\.json|companies\/\d+\/export)(\/|$)/

export function createApp(options: AppOptions) {
  const { store, ctxFor, log, media, web, channel, plugins, payments, simulated, secret, readAccess, version, origins, publicUrl } = options
  const { directory, metrics } = options
  const living = options.access

  const turn = concurrencyLimit(COMPANY_REQUESTS)
  const uploadTurn = concurrencyLimit(PERSON_UPLOADS)
  const signedIn: MiddlewareHandler<Env> = async (c, next) => {
    // An address that nobody answers is unknown to whoever asks: 401 would tell a person that the session is over.
    const routes = matchedRoutes(c).filter(route => route.method !== 'ALL')
    if (!routes.length) return next()
    const bearer = c.req.header('authorization')
    if (!bearer) throw new AppError('ERR_SESSION_EXPIRED', 401)
    const claims = await readAccess(bearer.replace(/^Bearer /i, ''))
    const access = claims && (await living.of(claims.sid))
    if (!access) throw new AppError('ERR_INVALID_TOKEN', 403)
    mustBeLive(access)
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && !PAYING.test(c.req.path)) mustWrite(access)
    c.set('ctx', ctxFor(access.companyId, access.actor))
    // An upload waits for its sender most of the time, and keeps no colleague's place meanwhile.
    const handlers = routes.map(route => route.handler)
    await (bringsForm(c.req.raw, handlers) ? uploadTurn(access.actor.userId!, next) : turn(access.companyId, next))
  }

  const system: MiddlewareHandler<Env> = async (c, next) => {
    c.set('ctx', ctxFor(0))
    await next()
  }

  const notifyUrl = notifyUrlAt(publicUrl)
  const firstStepsOfReseller = resellerSteps(publicUrl)
  const lookup = lookupFlow(() => channel)
  // What an operator allows for webhooks is not for a customer's links.
  const preview = linkPreviewFlow(guardedFetch(() => false))
  const sessions = sessionRoutes({ ...options.sessionOptions, ctxFor, db: store.db, secret, readAccess, access: living })

  const open = router()
    .use(system)
    .route('/auth', sessions.auth)
    .route('/session', sessions.first)
    .route('/plans', offeredPlanRoutes)
    .route('/subscription', webhookRoutes(webhookFlow(ctxFor, payments)))
    .route('/messages', sendRoutes({ ctxFor, send: sendFlow(lookup) }))
    .route('/', signUpRoutes({ isOpen: isSignUpOpen, signUp: signUpFlow({ ctxFor, publicUrl }) }))
    .route('/', passwordResetRoutes({ forgot, reset: resetFlow(ctxFor) }))
    .get('/companies/:id/export', valid('param', Id), valid('query', ExportQuery), async c => {
      const [{ id }, query] = [c.req.valid('param'), c.req.valid('query')]
      mustBeSigned(id, query, secret)
      return exportCompany(ctxFor(id), query.reader)
    })
    .get('/version', c => c.json({ version }))
    .get('/settings/:key', async (c, next) => {
      const setting = await settings.publicly(store.db, c.req.param('key'), c.var.here?.id ?? null)
      return setting ? c.json(setting) : next()
    })

  const guarded = router()
    .use(signedIn)
    .route('/auth/sessions', ownSessionRoutes)
    .get('/companies/first-steps', allow('connections:write'), async c => c.json(await firstSteps(c.var.ctx)))
    .route(
      '/companies',
      companyRoutes({
        create: createCompany,
        remove: deleteCompanyFlow(channel),
        move: moveCompany(publicUrl),
        enter: async (ctx, id, entry, agent) => enterCompany(ctx, await companies.load(ctx, id), entry, secret, agent),
        exportAddress: exportAddress(secret),
      }),
    )
    .route('/operator-entries', operatorEntryRoutes)
    .route('/users', userRoutes({ change: changeUser, remove: deleteUser }))
    .route('/settings', settingRoutes({ testMail: testMailFlow(options.mayReach), change: changeSetting(plugins) }))
    .route('/settings', olderLogoRoutes)
    .route('/brand', brandRoutes)
    .route('/password-resets', operatedResetRoutes)
    .route('/queue', queueRoutes(deleteQueue))
    .route('/queue-options', queueOptionRoutes)
    .route('/helps', helpRoutes)
    .get('/resellers/first-steps', allow('settings:installation'), async c => c.json(await firstStepsOfReseller(c.var.ctx)))
    .route('/resellers', resellerRoutes({ create: createReseller, addOperator }, publicUrl))
    .route('/plans', planRoutes)
    .route('/invoices', invoiceRoutes({ markPaid: markPaidFlow(ctxFor, publicUrl) }))
    .route('/invoice-items', invoiceItemRoutes({ add: addItemFlow(ctxFor), remove: removeItemFlow(ctxFor) }))
    .route('/coupons', couponRoutes)
    .route('/subscription', subscriptionRoutes(subscriptionFlow({ providers: payments, notifyUrl })))
    .route('/payment-accounts', accountRoutes(payments, registrationFlow({ providers: payments, notifyUrl })))
    .route('/announcements', announcementRoutes)
    .route('/prompt', promptRoutes(plugins, deletePrompt))
    .route('/files', fileRoutes(fileJourneys))
    .route('/schedules', scheduleRoutes)
    .route('/event-webhooks', eventWebhookRoutes(deleteEventWebhook))
    .route('/events', eventRoutes())
    .route('/tags', tagRoutes({ sync: retag, remove: deleteTag }))
    .route('/quick-messages', quickMessageRoutes)
    .route('/ticket-notes', ticketNoteRoutes)
    .route('/note-mentions', mentionRoutes)
    .route('/ticket-tags', ticketTagRoutes({ attachTag, leaveBoard }))
    .route(
      '/contacts',
      contactRoutes({
        identify: lookup,
        remove: deleteContact,
        merge: mergeByHand,
        undoMerge,
        visible,
        check: checkContacts,
        stopCheck: stopCheckOfContacts,
        progress: checkOfContacts,
      }),
    )
    .route('/contact-lists', contactListRoutes(contactListJourneys))
    .route('/contact-list-items', contactListItemRoutes(checkNumbers))
    .route('/campaigns', campaignRoutes({ ...campaignJourneys, test: campaignTryOut(lookup) }))
    .route('/campaign-settings', campaignSettingRoutes(numbersGoOn))
    .route('/opt-outs', optOutRoutes)
    .route('/whatsapp', numberHealthRoutes)
    .route('/whatsapp', connectionRoutes(channel, connectionJourneys))
    .route('/whatsappsession', connectionSessionRoutes(channel))
    .route('/whatsapp-restart', connectionRestartRoutes(restartFlow(channel)))
    .route('/tickets', ticketRoutes(ticketJourneys))
    .route('/drafts', draftRoutes)
    .route('/push-subscriptions', pushRoutes(options.mayReach))
    .route('/bots', botRoutes({ tryOut, ...talks(plugins) }))
    .route('/message', forwardRoutes(forward))
    .route('/ticket', ticketReportRoutes)
    .route('/dashboard', dashboardRoutes)
    .route('/ticket', boardRoutes)
    .route(
      '/messages',
      messageRoutes({ reply, replyWithFiles, replyWithPlace, replyWithPeople, edit, erase, react, retry, markRead, preview, timeline }),
    )
    .route('/queueIntegration', integrationRoutes(plugins, deleteIntegration))
    .route('/plugins', pluginRoutes(plugins))
    .route('/sandbox', sandboxRoutes(simulated, ctxFor))
    .route('/chats', chatRoutes({ remove: deleteChat, leave: leaveChat, storeUpload }))

  const branded = brandedWeb({ db: store.db, media, web })
  const api = router().route('/', open).route('/', guarded)
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
        if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
        const { pathname } = new URL(c.req.url)
        const found = (await branded.file(c.req.raw, c.var.here?.id)) ?? web.file(c.req.raw)
        if (found) return found
        // Nothing else is at `/`: a monitor that accepts anything must not read of a missing page.
        if (pathname === '/' || (isNavigation(c.req.raw) && !DATA_PATHS.test(pathname))) return branded.page(c.req.raw, c.var.here?.id)
        await next()
        c.res.headers.append('vary', 'accept')
      })
      .get('/media/:hash', c => media.serve(c.req.raw))
      .get('/openapi.json', async c => c.json(description(await brand.nameOf(store.db, c.var.here?.id))))
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
          c.header('retry-after', '5')
          return refuse(new AppError('ERR_STORAGE', 503, { reason: trouble }))
        }
        log.error({ err: error, method: c.req.method, path: c.req.routePath }, 'request failed')
        return refuse(new AppError(failureOf(c.req.method, c.req.path), 500))
      })
  )
}
export type App = ReturnType<typeof createApp>
