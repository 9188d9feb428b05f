import type * as v from 'valibot'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { nounRoutes } from '#kernel/noun/routes'
import { allow } from '../rights'
import { type IntegrationBody, TestBody } from './body'
import type { Plugins } from '../../plugins/host'
import { integration, integrations } from './index'
import { ownForm } from './settings'
import type { PluginProxy } from '../../plugins/proxy'

type Input = v.InferOutput<typeof IntegrationBody>

/** What the application draws a form from. */
const described = ({ name, title, aliases, version, builtIn, canTest, form }: PluginProxy) => ({
  name,
  title,
  aliases,
  version,
  builtIn,
  canTest,
  form: ownForm(form),
  /** It is told what the company has set once. */
  hasKeys: ownForm(form).required.length < form.required.length,
})
export type DescribedPlugin = ReturnType<typeof described>

export const integrationRoutes = (plugins: Plugins) =>
  router()
    .get('/plugins', allow('integrations:write'), async c => {
      const off = await integrations.offOf(c.var.ctx)
      return c.json(
        plugins
          .all()
          .filter(({ name }) => !off.has(name))
          .map(described),
      )
    })
    .post('/testSession', allow('integrations:write'), valid('json', TestBody), async c =>
      c.json(await integrations.test(c.var.ctx, plugins, c.req.valid('json'))),
    )
    .route(
      '/',
      nounRoutes(integration, {
        list: (ctx, page) => integrations.list(ctx, plugins, page),
        all: (ctx, text) => integrations.all(ctx, plugins, text),
        get: (ctx, id) => integrations.get(ctx, plugins, id),
        create: (ctx, input: Input) => integrations.create(ctx, plugins, input),
        update: (ctx, id, input: Partial<Input>) => integrations.update(ctx, plugins, id, input),
      }),
    )
