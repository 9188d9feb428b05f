import { transaction, type Ctx } from '#kernel/context'
import { integrations, type Plugins } from '#modules/integrations'
import { SETTINGS, settings, type Given, type Setting } from '#modules/settings'

const pluginOf = (key: string) => Object.entries(SETTINGS).flatMap(([name, one]) => (name === key && 'plugin' in one ? one.plugin : []))[0]

/** Sets one. Of those that a plugin is told, its integration stands ready once all are set, and is asked again at once. */
export const changeSetting =
  (plugins: Plugins) =>
  (ctx: Ctx, key: string, value: Given): Promise<Setting> =>
    transaction(ctx, async ctx => {
      const setting = await settings.set(ctx, key, value)
      const plugin = pluginOf(key)
      if (plugin && (await settings.isComplete(ctx, plugin))) await integrations.keysGiven(ctx, plugins, plugin)
      return setting
    })
