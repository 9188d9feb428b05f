import * as v from 'valibot'
import { AppError } from '#kernel/errors'
import { RowId } from '#kernel/ids'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import type { PluginProxy } from '../../plugins/proxy'
import type { Plugins } from '../../plugins/host'
import { allow } from '../rights'
import { countsAcrossTenants, switchAcrossTenants, usesAcrossTenants } from './blocks'

const operate = allow('plugins:operate')
const Name = v.object({ name: v.pipe(v.string(), v.regex(/^[a-z][a-z\d-]{0,39}$/)) })
const SwitchBody = v.object({ companyId: RowId, enabled: v.boolean() })

/** What operators see of a plugin, without what its log says. */
const shown = ({ name, title, version, builtIn, hosts, events, ...plugin }: PluginProxy, off: number) => {
  const { running, last } = plugin.state()
  return { name, title, version, builtIn, hosts, events, running, last, off }
}
export type ShownPlugin = ReturnType<typeof shown>

/** The plugins of the installation, for those who operate it. */
export function pluginRoutes(plugins: Plugins) {
  function named(name: string) {
    const plugin = plugins.of(name)
    if (plugin?.name !== name) throw new AppError('ERR_NO_PLUGIN_FOUND', 404)
    return plugin
  }
  return router()
    .get('/', operate, async c => {
      const all = plugins.all()
      const names = all.map(({ name }) => name)
      const off = await countsAcrossTenants(c.var.ctx.db, names)
      return c.json({ plugins: all.map(plugin => shown(plugin, off.get(plugin.name) ?? 0)), broken: plugins.broken() })
    })
    .get('/:name', operate, valid('param', Name), async c => {
      const plugin = named(c.req.valid('param').name)
      const companies = await usesAcrossTenants(c.var.ctx.db, plugin.name, [plugin.name, ...plugin.aliases])
      return c.json({ ...shown(plugin, companies.filter(({ enabled }) => !enabled).length), log: plugin.lines(), companies })
    })
    .put('/:name', operate, valid('param', Name), valid('json', SwitchBody), async c => {
      const { companyId, enabled } = c.req.valid('json')
      await switchAcrossTenants(c.var.ctx, named(c.req.valid('param').name).name, companyId, enabled)
      return c.json({ companyId, enabled })
    })
    .post('/:name/restart', operate, valid('param', Name), c => {
      const plugin = named(c.req.valid('param').name)
      plugin.restart()
      plugin.note(null, 'info', 'PLUGIN_RESTARTED')
      return c.json({ restarted: true })
    })
}
