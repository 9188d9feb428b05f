import * as v from 'valibot'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { allow } from '../rights'
import { SettingBody } from './body'
import { SETTINGS } from './registry'
import { settingsOf } from './verbs'

export { SettingBody } from './body'
export { SETTINGS, type SettingKey } from './registry'
export type { Setting } from './verbs'

const Key = v.object({ key: v.pipe(v.string(), v.maxLength(60)) })

export const settings = settingsOf(SETTINGS)

export const settingRoutes = router()
  .get('/', async c => c.json(await settings.all(c.var.ctx)))
  .get('/:key', valid('param', Key), async c => c.json(await settings.find(c.var.ctx, c.req.valid('param').key)))
  .put('/:key', allow('settings:write'), valid('param', Key), valid('json', SettingBody), async c =>
    c.json(await settings.set(c.var.ctx, c.req.valid('param').key, c.req.valid('json').value)),
  )
