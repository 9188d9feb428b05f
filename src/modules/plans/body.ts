import * as v from 'valibot'
import { Flag, Money, Required, RequiredWhole } from '#kernel/fields'

const most = RequiredWhole(0, 100_000)
const flag = v.optional(Flag)

export const PlanBody = v.object({
  name: Required(60),
  users: most,
  connections: most,
  queues: most,
  value: v.optional(Money),
  useCampaigns: flag,
  useSchedules: flag,
  useInternalChat: flag,
  useExternalApi: flag,
  useKanban: flag,
  useOpenAi: flag,
  useIntegrations: flag,
  useInternal: flag,
  isPublic: flag,
})
