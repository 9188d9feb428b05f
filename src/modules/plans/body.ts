import * as v from 'valibot'
import { Flag, Money, Required, RequiredWhole, Whole } from '#kernel/fields'

const most = RequiredWhole(0, 100_000)
/** What nobody asked for, a plan does not hold: as its form begins. */
const flag = v.optional(Flag, false)

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

/** What a company may have more or less of than its plan says; null is as the plan says. */
export const FLAGS = [
  'useCampaigns',
  'useSchedules',
  'useInternalChat',
  'useExternalApi',
  'useKanban',
  'useOpenAi',
  'useIntegrations',
] as const
export const LIMITS = ['users', 'connections', 'queues'] as const
export type Exceptions = { [K in (typeof FLAGS)[number]]?: boolean } & { [K in (typeof LIMITS)[number]]?: number }

const each = <Key extends string, Schema extends v.GenericSchema>(keys: readonly Key[], schema: Schema) =>
  Object.fromEntries(keys.map(key => [key, schema])) as Record<Key, Schema>
export const ExceptionsBody = v.object({
  ...each(FLAGS, v.optional(v.nullable(v.boolean()))),
  ...each(LIMITS, v.optional(Whole(0, 100_000))),
})
