import { noun } from '#kernel/noun/noun'
import { nounRoutes } from '#kernel/noun/routes'
import { allow, ofReseller, toEveryoneOf } from '../rights'
import { helpApi } from './api'
import { HelpBody } from './body'
import { helps as table } from './schema'

type Help = typeof table.$inferSelect

/** Videos that explain the product: operators write them, everyone who is signed in reads them. */
export const helps = noun({
  name: 'help',
  api: helpApi,
  table,
  scope: ofReseller<Help>(table, (_, { resellerId }) => toEveryoneOf(resellerId)),
  body: HelpBody,
  pageSize: 20,
  order: 'sort_name, id',
  search: [table.title],
  rights: { write: allow('helps:write') },
})
export const helpRoutes = nounRoutes(helps)
