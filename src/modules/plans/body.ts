import * as v from 'valibot'
import { Flag, Money, Whole } from '#kernel/fields'

const most = (max: number) =>
  v.pipe(
    Whole(0, max),
    v.check(value => value !== null, 'Obrigatório'),
    v.transform(value => value!),
  )
const flag = v.optional(Flag)

export const PlanBody = v.object({
  name: v.pipe(v.string('Obrigatório'), v.trim(), v.minLength(1, 'Obrigatório'), v.maxLength(60, 'Too Long!')),
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
