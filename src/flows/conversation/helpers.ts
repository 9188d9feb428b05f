import type { Ctx } from '#kernel/context'
import { folded } from '#kernel/folded'
import { companies } from '#modules/companies'
import { integrations } from '#modules/integrations'
import { plans } from '#modules/plans'
import { settings } from '#modules/settings'
import type { Robot } from './decide'

const COPIES = ['mkauth', 'asaas', 'ixc']
/** Names of queues that start a billing helper, by the contract with clients of the family: the first whose keys the company gave. */
const STARTING = new Map(
  Object.entries({ '2ª Via de Boleto': COPIES, '2 Via de Boleto': COPIES, 'Religue de Confiança': ['ixc'] }).map(([name, types]) => [
    folded(name),
    types,
  ]),
)

/** A queue with the helper that its name starts, where it has no robot of its own. */
export async function helperAt<Queue extends { name: string } & Robot>(ctx: Ctx, queue: Queue): Promise<Queue> {
  const types = STARTING.get(folded(queue.name).trim())
  if (!types || (queue.integrationId ?? queue.promptId) !== null) return queue
  if (!(await plans.featuresOf(ctx.db, await companies.get(ctx))).has('useIntegrations')) return queue
  const own = await integrations.ofTypes(ctx, types)
  for (const type of types) {
    const helper = own.find(one => one.type === type)
    if (helper && (await settings.isComplete(ctx, type)) && !(await integrations.isOff(ctx, type)))
      return { ...queue, integrationId: helper.id }
  }
  return queue
}
