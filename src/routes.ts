import type { MiddlewareHandler } from 'hono'
import { authenticate, type AccessCache, enterCompany, type SessionOptions } from '#modules/sessions'
import { ownSessionRoutes, sessionRoutes } from './modules/sessions/routes'
import type { ReadAccess } from '#kernel/http/access-token'
import { guardedFetch } from '#kernel/http/guarded-fetch'
import type { CtxFor } from '#kernel/context'
import { type Env, router } from '#kernel/http/router'
import { Id } from '#kernel/http/paging'
import { valid } from '#kernel/http/validation'
import type { Store } from '#kernel/storage/libsql'
import { brandRoutes, olderLogoRoutes } from './modules/brand/routes'
import { companies } from '#modules/companies'
import { companyRoutes } from './modules/companies/routes'
import { chatRoutes } from './modules/chats/routes'
import type { Channel } from '#modules/connections'
import { connectionRestartRoutes, connectionRoutes, connectionSessionRoutes } from './modules/connections/routes'
import { contactRoutes } from './modules/contacts/routes'
import type { Plugins } from '#modules/integrations'
import { integrationRoutes } from './modules/integrations/routes'
import { pluginRoutes } from './modules/integrations/plugin-routes'
import { campaignRoutes, campaignSettingRoutes } from './modules/campaigns/routes'
import { contactListItemRoutes } from '#modules/contact-list-items'
import { contactListRoutes } from './modules/contact-lists/routes'
import { failureRoutes } from '#modules/messages'
import { forwardRoutes, messageRoutes } from './modules/messages/routes'
import { numberHealthRoutes } from './modules/number-health/routes'
import { optOutRoutes } from '#modules/opt-outs'
import { offeredPlanRoutes, planRoutes } from '#modules/plans'
import { couponRoutes } from '#modules/coupons'
import { invoiceItemRoutes, invoiceRoutes } from './modules/invoices/routes'
import type { Providers } from '#modules/payments'
import { accountRoutes, subscriptionRoutes, webhookRoutes } from './modules/payments/routes'
import { queueOptionRoutes } from '#modules/queue-options'
import { queueRoutes } from '#modules/queues'
import { quickMessageRoutes } from '#modules/quick-messages'
import { resellerRoutes } from './modules/resellers/routes'
import { allow } from '#modules/rights'
import { operatedResetRoutes, passwordResetRoutes } from './modules/password-resets/routes'
import { settingRoutes, settings } from '#modules/settings'
import { signUpRoutes } from '#modules/sign-up'
import { dashboardRoutes } from '#modules/dashboard'
import { draftRoutes } from '#modules/drafts'
import { helpRoutes } from '#modules/helps'
import { announcementRoutes } from '#modules/announcements'
import { operatorEntryRoutes } from '#modules/operator-entries'
import { promptRoutes } from '#modules/prompts'
import { pushRoutes } from '#modules/push-subscriptions'
import { sendRoutes } from './modules/sends/routes'
import { fileRoutes } from '#modules/files'
import { scheduleRoutes } from '#modules/schedules'
import { eventRoutes, eventWebhookRoutes } from './modules/event-webhooks/routes'
import { tagRoutes, ticketTagRoutes } from '#modules/tags'
import { mentionRoutes, ticketNoteRoutes, ticketNotes } from '#modules/ticket-notes'
import { botRoutes } from './modules/ticket-bots/routes'
import { ticketReportRoutes, tickets, visible } from '#modules/tickets'
import { boardRoutes, ticketRoutes } from './modules/tickets/routes'
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
import { deleteQueue } from './flows/delete-queue'
import { deleteTag } from './flows/delete-tag'
import { changeUser } from './flows/change-user'
import { deleteUser } from './flows/delete-user'
import { mergeByHand, undoMerge } from './flows/merge'
import { exportAddress, ExportQuery, exports, mustBeSigned, readsAll } from './flows/export-company'
import { fileJourneys } from './flows/file-lists'
import { firstSteps, resellerSteps } from './flows/first-steps'
import { forward } from './flows/forward'
import { linkPreviewFlow } from './flows/link-preview'
import { addContactFlow } from './flows/add-contact'
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
import { isSaid, reply, replyWithFiles, replyWithPeople, replyWithPlace } from './flows/reply'
import { sendFlow } from './flows/send'
import { isSignUpOpen, signUpFlow } from './flows/sign-up'
import { withStored } from './flows/store-upload'
import { changeSetting } from './flows/change-setting'
import { talks } from './flows/conversation/try-robot'
import { tryOut } from './flows/conversation/try-out'
import { ticketJourneys } from './flows/tickets'
import { attachTag, leaveBoard, retag } from './flows/tickets/tags'
import { timeline } from './flows/timeline'
import type { SandboxHost } from './sandbox/sandbox'
import { sandboxRoutes } from './sandbox/routes'

/** What the routes need of the parts that stand around them. */
export type RouteOptions = {
  store: Store
  ctxFor: CtxFor
  channel: Channel
  plugins: Plugins
  payments: Providers
  simulated: SandboxHost
  sessionOptions: Omit<SessionOptions, 'ctxFor' | 'db' | 'secret' | 'readAccess' | 'access'>
  secret: string
  readAccess: ReadAccess
  access: AccessCache
  /** Private addresses, as host:port, that resellers may reach. */
  mayReach(destination: string): boolean
  version: string
  /** Where people reach the installation; addresses of files begin with it, and are relative without it. */
  publicUrl: string | undefined
}

/** Every route of the API: those that are open to everybody, which decide themselves whom they answer, and those that need a session. */
export function createRoutes(options: RouteOptions) {
  const { store, ctxFor, channel, plugins, payments, simulated, secret, readAccess, access, version, publicUrl } = options
  const nobody: MiddlewareHandler<Env> = async (c, next) => {
    c.set('ctx', ctxFor(0))
    await next()
  }

  const notifyUrl = notifyUrlAt(publicUrl)
  const firstStepsOfReseller = resellerSteps(publicUrl)
  const lookup = lookupFlow(channel)
  // What an operator allows for webhooks is not for a customer's links.
  const preview = linkPreviewFlow(guardedFetch(() => false))
  const sessions = sessionRoutes({ ...options.sessionOptions, ctxFor, db: store.db, secret, readAccess, access })

  const exportCompany = exports()

  const open = router()
    .use(nobody)
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
      return exportCompany(ctxFor(id, undefined, readsAll(access, ctxFor, id, query)), query.reader, c.req.raw)
    })
    .get('/version', c => c.json({ version }))
    .get('/settings/:key', async (c, next) => {
      const setting = await settings.publicly(store.db, c.req.param('key'), c.var.here?.id ?? null)
      return setting ? c.json(setting) : next()
    })

  const guarded = router()
    .use(authenticate({ ctxFor, readAccess, access }))
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
    .route('/prompt', promptRoutes(plugins))
    .route('/files', fileRoutes(fileJourneys))
    .route('/schedules', scheduleRoutes)
    .route('/event-webhooks', eventWebhookRoutes(deleteEventWebhook))
    .route('/events', eventRoutes())
    .route('/tags', tagRoutes({ sync: retag, remove: deleteTag }))
    .route('/quick-messages', quickMessageRoutes)
    .route('/ticket-notes', ticketNoteRoutes)
    .route('/note-mentions', mentionRoutes)
    .route('/message-failures', failureRoutes)
    .route('/ticket-tags', ticketTagRoutes({ attachTag, leaveBoard }))
    .route(
      '/contacts',
      contactRoutes({
        add: addContactFlow(lookup),
        remove: deleteContact,
        merge: mergeByHand,
        undoMerge,
        visible,
        seesActive: tickets.seesActive,
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
      messageRoutes({
        reply,
        replyWithFiles,
        isSaid,
        replyWithPlace,
        replyWithPeople,
        edit,
        erase,
        react,
        retry,
        markRead,
        preview,
        timeline,
        notedAt: ticketNotes.writtenAt,
      }),
    )
    .route('/queueIntegration', integrationRoutes(plugins))
    .route('/plugins', pluginRoutes(plugins))
    .route('/sandbox', sandboxRoutes(simulated, ctxFor))
    .route('/chats', chatRoutes({ remove: deleteChat, leave: leaveChat, withStored }))

  return { open, guarded }
}
