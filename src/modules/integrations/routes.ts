import * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { Id, Page } from '#kernel/http/paging'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { allow } from '../rights'
import { IntegrationBody, TestBody } from './body'
import type { Plugins } from '../../plugins/host'
import { integrations } from './index'
import type { PluginProxy } from '../../plugins/proxy'

/** What the application draws a form from. */
const described = ({ name, title, aliases, version, builtIn, canTest, form }: PluginProxy) => ({
  name,
  title,
  aliases,
  version,
  builtIn,
  canTest,
  form,
})
export type DescribedPlugin = ReturnType<typeof described>

/** `remove` takes an integration away from wherever it answers, too; it crosses nouns and so lives in flows/. */
export const integrationRoutes = (plugins: Plugins, remove: (ctx: Ctx, id: number) => Promise<void>) =>
  router()
    .get('/', allow('integrations:write'), valid('query', Page), async c =>
      c.json(await integrations.list(c.var.ctx, plugins, c.req.valid('query'))),
    )
    .get('/plugins', allow('integrations:write'), c => c.json(plugins.all().map(described)))
    .get('/:id', allow('integrations:write'), valid('param', Id), async c =>
      c.json(await integrations.get(c.var.ctx, plugins, c.req.valid('param').id)),
    )
    .post('/testSession', allow('integrations:write'), valid('json', TestBody), async c =>
      c.json(await integrations.test(c.var.ctx, plugins, c.req.valid('json'))),
    )
    .post('/', allow('integrations:write'), valid('json', IntegrationBody), async c =>
      c.json(await integrations.create(c.var.ctx, plugins, c.req.valid('json'))),
    )
    .put('/:id', allow('integrations:write'), valid('param', Id), valid('json', v.partial(IntegrationBody)), async c =>
      c.json(await integrations.update(c.var.ctx, plugins, c.req.valid('param').id, c.req.valid('json')), 201),
    )
    .delete('/:id', allow('integrations:write'), valid('param', Id), async c => {
      await remove(c.var.ctx, c.req.valid('param').id)
      return c.body(null, 200)
    })
