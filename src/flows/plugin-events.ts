import type { Job } from '#kernel/jobs/kind'
import { hear } from '#modules/event-webhooks'
import { integrations, logOf, type Plugins } from '#modules/integrations'

const BUDGET_MS = 30_000
const MAX_ATTEMPTS = 3
const PAUSE_MS = 10_000
/** What a plugin did not hear of for so long, nobody waits for. */
const STALE_MS = 6 * 3600_000

/** A conversation's memory is asked for where there is none. */
const NO_MEMORY = { get: async () => undefined, set: async () => {}, clear: async () => {} }

/**
 * Tells the plugin of an integration what happened, in its order, while the integration is there and its plugin is on. A plugin that fails
 * is told again, and then no more: an event holds up nobody's conversation.
 */
export const pluginEvents = (plugins: Plugins): Job =>
  hear.handledBy({
    maxAttempts: MAX_ATTEMPTS,
    backoff: attempts => attempts * PAUSE_MS,
    budgetMs: BUDGET_MS + 5_000,
    leaseMs: BUDGET_MS + 30_000,
    atOnce: 8,
    late: { skipAfterMs: STALE_MS },
    async run(ctx, { integrationId, event: { at, ...event } }) {
      const integration = await integrations.find(ctx, integrationId)
      const plugin = integration && plugins.of(integration.type)
      if (!integration || !plugin?.events.includes(event.type) || (await integrations.isOff(ctx, plugin.name))) return
      const log = logOf(ctx, plugins, plugin.name)
      const host = { fetch: plugins.fetch, log, memory: NO_MEMORY, spend: (n: number) => integrations.spend(ctx, integration, n) }
      const settings = await integrations.settingsOf(ctx, plugins, integration)
      const heard = plugin.forCompany(ctx.companyId).heard({ ...event, at: new Date(at) }, settings, host, BUDGET_MS)
      await heard.catch((error: unknown) => {
        log.warn('an event was not heard', {
          event: event.type,
          reason: String(error instanceof Error ? error.message : error).slice(0, 200),
        })
        throw error
      })
    },
  })
