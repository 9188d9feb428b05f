import { transaction } from '#kernel/context'
import type { GuardedFetch } from '#kernel/http/guarded-fetch'
import { jobs } from '#kernel/jobs/jobs'
import { jobRunner } from '#kernel/jobs/runner'
import { fileReleaseJob, releaseOfKilled } from '#kernel/media/release-files'
import { cronJobs } from '#kernel/process/cron'
import { refreshStatistics } from '#kernel/storage/planner-statistics'
import { companies } from '#modules/companies'
import { connections, connectionGauge } from '#modules/connections'
import { deliveries } from '#modules/event-webhooks'
import type { Plugins } from '#modules/integrations'
import { outbox as outboxRows } from '#modules/messages'
import { numberHealth } from '#modules/number-health'
import { passwordResets } from '#modules/password-resets'
import { payments as paymentRows, type Providers } from '#modules/payments'
import { openPushKeys } from '#modules/push-subscriptions'
import { sessions } from '#modules/sessions'
import { users } from '#modules/users'
import { deleteCompanyFlow } from '../flows/delete-company'
import { endDemonstrations } from '../flows/demonstrations'
import { autoCloseFlow } from '../flows/auto-close'
import { pluginTurn } from '../flows/chatbot'
import { mailFlow } from '../flows/mail'
import { passwordResetFlow } from '../flows/password-reset'
import { eventDeliveryFlow } from '../flows/event-delivery'
import { lookupFlow } from '../flows/lookup'
import { billDue } from '../flows/payments/bill'
import { notifyCompanyFlow } from '../flows/payments/notify-company'
import { planReminders, reminderFlow } from '../flows/payments/remind'
import { watchFlow } from '../flows/payments/watch'
import { campaignFill, campaignStart } from '../flows/campaigns/begin'
import { campaignPace } from '../flows/campaigns/engine'
import { pluginEvents } from '../flows/plugin-events'
import { numberCheckFlow } from '../flows/number-check'
import { listFill } from '../flows/contact-lists/make'
import { purgeFlow } from '../flows/purge'
import { pushFlow } from '../flows/push'
import { scheduleFlow } from '../flows/schedule'
import { snoozeFlow } from '../flows/tickets/snooze'
import { transferTimerFlow } from '../flows/transfer-timer'
import { openHealth } from '../health'
import type { Config } from '../config'
import type { Installation } from './installation'
import type { Network } from './network'
import type { RealtimeParts } from './realtime'

/** Push services ask for an address of the web, or a mailto. */
const subjectOf = ({ publicUrl }: Config) => (publicUrl?.startsWith('https:') ? publicUrl : 'mailto:push@installation.invalid')

/** What this process does by itself: durable jobs when they are due, and cron jobs by the clock. */
export async function openJobs(
  { config, store, log, metrics, secrets, vault, afterKill }: Installation,
  { bus, ctxFor, sockets, closeOverdue, isLooking }: RealtimeParts,
  network: Network,
  { plugins, fetch, payments }: { plugins: Plugins; fetch: GuardedFetch; payments: Providers },
) {
  const { channel, files, outbox, whatsapp } = network
  const repairDueTimes = () => Promise.all([outboxRows.repairDueTimes(store.db), jobs.repairDueTimes(store.db)])
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
      pluginTurn({ plugins, channel }),
      files.job,
      autoCloseFlow({ isClockSteady: health.isClockSteady }),
      transferTimerFlow({ isClockSteady: health.isClockSteady }),
      purgeFlow(),
      fileReleaseJob(),
      mailFlow(destination => config.outboundAllow.has(destination)),
      passwordResetFlow({ ctxFor, log, publicUrl: config.publicUrl }),
      scheduleFlow(),
      snoozeFlow(),
      users.availabilityJob(),
      eventDeliveryFlow(fetch),
      pluginEvents(plugins),
      pushFlow({ fetch, keys: await openPushKeys(store.db, vault), subject: subjectOf(config), isLooking }),
      watchFlow(payments, config.publicUrl),
      reminderFlow({
        notifyCompany: notifyCompanyFlow(ctxFor, lookupFlow(channel)),
        publicUrl: config.publicUrl,
      }),
      numberCheckFlow(channel),
      listFill(),
      campaignStart(),
      campaignFill(),
      campaignPace({ channel }),
    ],
  })
  bus.subscribe('jobs', () => runner.wake())
  await repairDueTimes()
  await afterKill(async () => {
    // Whose those files were nobody knows: the house's job looks.
    const house = await companies.first(store.db)
    if (house) await transaction(ctxFor(house.id), releaseOfKilled)
  }).catch((error: unknown) => log.error({ err: error }, 'files without a row are not looked for'))

  const cron = cronJobs(log)
  cron.every('*/5 * * * * *', 'clock', () => health.watchClock())
  cron.every('*/5 * * * * *', 'outbox', () => outbox.sweep())
  cron.every('* * * * * *', 'jobs', () => runner.wake())
  // An hour that an operator was let in for is over with its second.
  cron.every('* * * * * *', 'overdue', closeOverdue)
  cron.every('40 */10 * * * *', 'invoices', async () => {
    await billDue(store, ctxFor)
    await planReminders(store, ctxFor)
  })
  cron.every('0 22 * * * *', 'ended demonstrations', () =>
    endDemonstrations(store, { ctxFor, publicUrl: config.publicUrl, remove: deleteCompanyFlow(channel) }),
  )
  cron.every('0 21 * * * *', 'payment events', () => paymentRows.sweep(store.db))
  cron.every('0 17 * * * *', 'sessions', () => sessions.sweep(store.db))
  cron.every('0 18 * * * *', 'password resets', () => passwordResets.sweep(store.db))
  cron.every('0 19 * * * *', 'failed jobs', () => jobs.sweep(store.db))
  cron.every('0 20 * * * *', 'old days of numbers', () => numberHealth.sweep(store.db))
  cron.every('0 * * * * *', 'old events', () => deliveries.sweep(store.db))
  cron.every('0 23 * * * *', 'statistics', () => refreshStatistics(store))
  cron.every('0 41 * * * *', 'WhatsApp version', () => network.refreshVersion())
  const { jobsWaiting, socketsOpen, registry } = metrics
  const connectionsOpen = connectionGauge(registry)
  cron.every('*/10 * * * * *', 'gauges', async () => {
    socketsOpen.set(sockets.size)
    jobsWaiting.reset()
    for (const { kind, n } of await jobs.counts(store.db)) jobsWaiting.set({ kind }, n)
    connectionsOpen.set((await connections.listAllTenants(store.db)).filter(one => channel.isOpen(one.id)).length)
  })
  return {
    runner,
    run: (name: string) => cron.run(name),
    async stop() {
      await cron.stop()
      await runner.stop()
    },
  }
}
