import * as v from 'valibot'
import { Flag, Money, Required, Whole } from '#kernel/fields'

const most = (max: number) =>
  v.pipe(
    Whole(0, max),
    v.check(value => value !== null, 'Obrigatório'),
    v.transform(value => value!),
  )
const flag = v.optional(Flag)

export const PlanBody = v.object({
  name: Required(60),
  users: most(100_000),
  connections: most(100_000),
  queues: most(100_000),
  value: v.optional(Money),
  useCampaigns: flag,
  useSchedules: flag,
  useInternalChat: flag,
  useExternalApi: flag,
  useKanban: flag,
  useOpenAi: flag,
  useIntegrations: flag,
  useInternal: flag,
})
