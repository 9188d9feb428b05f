import { connectionsOpen, socketsOpen } from '#kernel/process/metrics'
import { cronJobs } from '#kernel/process/cron'
import { refreshStatistics } from '#kernel/storage/planner-statistics'
import { connections } from '#modules/connections'
import { outbox as outboxRows } from '#modules/messages'
import { sessions } from '#modules/sessions'
import { autoCloseFlow } from '../flows/auto-close'
import { openHealth } from '../health'
import type { Installation } from './installation'
import type { Network } from './network'
import type { RealtimeParts } from './realtime'

/** What this process does by the clock. */
export function startJobs({ store, log }: Installation, { ctxFor, sockets, closeOverdue }: RealtimeParts, network: Network) {
  const { channel, outbox, lateMedia, whatsapp } = network
  const jobs = cronJobs(log)
  const autoClose = autoCloseFlow(store, ctxFor)
  const health = openHealth({
    store,
    log,
    tell: trouble => [...sockets.all()].forEach(socket => socket.emit('storage', { action: 'update', trouble })),
    healed: () => whatsapp.resume(),
    putBack: () => outboxRows.repairDueTimes(store.db),
  })

  jobs.every('*/5 * * * * *', 'clock', () => health.watchClock())
  jobs.every('*/5 * * * * *', 'outbox', () => outbox.sweep())
  jobs.every('0 * * * * *', 'auto-close', () => health.isClockSteady() && autoClose())
  jobs.every('30 * * * * *', 'overdue', closeOverdue)
  jobs.every('45 */10 * * * *', 'late media', async () => {
    for (const { id } of await connections.listAllTenants(store.db)) if (channel.isOpen(id)) await lateMedia(id)
  })
  jobs.every('0 17 * * * *', 'sessions', () => sessions.sweep(store.db))
  jobs.every('0 23 * * * *', 'statistics', () => refreshStatistics(store))
  jobs.every('*/10 * * * * *', 'gauges', async () => {
    socketsOpen.set(sockets.size)
    connectionsOpen.set((await connections.listAllTenants(store.db)).filter(one => channel.isOpen(one.id)).length)
  })
  return jobs
}
