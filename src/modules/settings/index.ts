import * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { rateLimit } from '#kernel/http/rate-limit'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { allow } from '../rights'
import { SettingBody } from './body'
import { SETTINGS } from './registry'
import { type Given, type Setting, settingsOf } from './verbs'

export { SETTINGS, type SettingKey } from './registry'
export { holderOf, type Given, type Setting } from './verbs'

const Key = v.object({ key: v.pipe(v.string(), v.maxLength(60)) })

export const settings = settingsOf(SETTINGS)

const WINDOW_MS = 15 * 60_000
/** Rate limit of test mails: each may take a minute of an unresponsive server's time. */
const TESTS = 20

type SettingJourneys = {
  /** Asks the mail server that is set, and tells its answer. */
  testMail(ctx: Ctx): Promise<{ answer: string }>
  /** Sets one, with what follows for whoever reads it. */
  change(ctx: Ctx, key: string, value: Given): Promise<Setting>
}

export function settingRoutes({ testMail, change }: SettingJourneys) {
  const tests = rateLimit(TESTS, WINDOW_MS)
  return router()
    .get('/', async c => c.json(await settings.all(c.var.ctx)))
    .get('/:key', valid('param', Key), async c => c.json(await settings.find(c.var.ctx, c.req.valid('param').key)))
    .put('/:key', allow('settings:write'), valid('param', Key), valid('json', SettingBody), async c =>
      c.json(await change(c.var.ctx, c.req.valid('param').key, c.req.valid('json').value)),
    )
    .post('/test-mail', allow('settings:installation'), async c => {
      tests.take(String(c.var.ctx.actor.userId))
      return c.json(await testMail(c.var.ctx))
    })
}
