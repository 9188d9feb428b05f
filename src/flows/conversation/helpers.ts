import type { Ctx } from '#kernel/context'
import { folded } from '#kernel/folded'
import { companies } from '#modules/companies'
import { integrations, type Integration } from '#modules/integrations'
import { plans } from '#modules/plans'
import { settings } from '#modules/settings'
import type { Robot } from './decide'

const COPIES = ['mkauth', 'asaas', 'ixc']
/** Names of queues that start a billing helper, by the contract with clients of the family: the first whose keys the company gave. */
const STARTING = new Map(
  Object.entries({ '2ª Via de Boleto': COPIES, '2 Via de Boleto': COPIES, 'Religue de Confiança': ['ixc', 'mkauth'] }).map(
    ([name, types]) => [folded(name), types],
  ),
)

const TRUST = folded('Religue de Confiança')
/** MK-Auth leaves it to whoever sets it up whether access is given back, and for how long. */
const unblocks = ({ type, settings }: Integration) => type !== 'mkauth' || Boolean(settings['unblockDays'])

/** A queue with the helper that its name starts, where it has no robot of its own. */
export async function helperAt<Queue extends { name: string } & Robot>(ctx: Ctx, queue: Queue): Promise<Queue> {
  const name = folded(queue.name).trim()
  const types = STARTING.get(name)
  if (!types || (queue.integrationId ?? queue.promptId) !== null) return queue
  if (!(await plans.featuresOf(ctx.db, await companies.get(ctx))).has('useIntegrations')) return queue
  const own = await integrations.ofTypes(ctx, types)
  for (const type of types) {
    const helper = own.find(one => one.type === type)
    if (name === TRUST && helper && !unblocks(helper)) continue
    if (helper && (await settings.isComplete(ctx, type)) && !(await integrations.isOff(ctx, type)))
      return { ...queue, integrationId: helper.id }
  }
  return queue
}
