import type { Context, MiddlewareHandler } from 'hono'
import type { Actor, Ctx, Events } from '#kernel/context'
import { EACH } from '#kernel/events/event-name'
import { AppError, noPermission } from '#kernel/errors'
import type { Env } from '#kernel/http/router'
import type { Feature } from '../plans'
import type { SettingKey } from '../settings'
import type { Profile } from './actor'

export { SYSTEM, type Profile } from './actor'
export { mineAlone, ofReseller, operated, operatedCompanies, ownCompanies } from './operated'

const everyone: Profile[] = ['admin', 'supervisor', 'user']
const leaders: Profile[] = ['admin', 'supervisor']
const admin: Profile[] = ['admin']

type Rule = {
  profiles: readonly Profile[]
  /** Lets everyone in while the company has it enabled. */
  setting?: SettingKey
  /** Lets nobody in when the company's plan is without it. */
  plan?: Feature
  /** For operators: of companies, the house's or a reseller's, each of what is theirs; or for the house's alone. */
  super?: true | 'house'
}

/** Who may do what inside the own company: profiles alone, or a rule. Which tickets someone sees is said in tickets/visibility.ts. */
export const RIGHTS = {
  'tags:create': everyone,
  'tags:write': leaders,
  'tags:kanban': { profiles: leaders, plan: 'useKanban' },
  'kanban:use': { profiles: everyone, plan: 'useKanban' },
  'quickMessages:write': everyone,
  'quickMessages:lead': leaders,
  'quickMessages:share': admin,
  'contacts:write': everyone,
  'contacts:lead': leaders,
  'contacts:delete': admin,
  'contacts:merge': admin,
  'helps:write': { profiles: everyone, super: true },
  'companies:write': { profiles: everyone, super: true },
  'plans:write': { profiles: everyone, super: true },
  'announcements:write': { profiles: everyone, super: true },
  'resellers:write': { profiles: everyone, super: 'house' },
  'files:write': admin,
  'schedules:use': { profiles: everyone, plan: 'useSchedules' },
  'schedules:lead': { profiles: leaders, plan: 'useSchedules' },
  'eventWebhooks:write': { profiles: admin, plan: 'useIntegrations' },
  'tickets:write': everyone,
  'tickets:showAll': leaders,
  'tickets:closed': { profiles: leaders, setting: 'viewclosed' },
  'tickets:groups': { profiles: leaders, setting: 'viewgroups' },
  'tickets:delete': admin,
  'tickets:closeAll': admin,
  'chats:use': { profiles: everyone, plan: 'useInternalChat' },
  'dashboard:view': admin,
  'reports:view': admin,
  'messages:write': everyone,
  'messages:lead': leaders,
  'campaigns:use': { profiles: leaders, plan: 'useCampaigns' },
  'contactLists:delete': { profiles: admin, plan: 'useCampaigns' },
  'connections:write': admin,
  'queues:write': admin,
  'users:write': admin,
  'settings:write': admin,
  'settings:installation': { profiles: everyone, super: true },
  'externalApi:use': { profiles: admin, plan: 'useExternalApi' },
  'plugins:operate': { profiles: everyone, super: 'house' },
  'integrations:write': { profiles: admin, plan: 'useIntegrations' },
  'prompts:write': { profiles: admin, plan: 'useOpenAi' },
  'invoices:pay': admin,
  'invoices:operate': { profiles: everyone, super: true },
  'sandbox:use': everyone,
} as const satisfies Record<string, readonly Profile[] | Rule>

export type Right = keyof typeof RIGHTS

export function ruleOf(right: Right): Rule {
  const rule: readonly Profile[] | Rule = RIGHTS[right]
  return 'profiles' in rule ? rule : { profiles: rule }
}

/** Why the right is refused; undefined when it is held. */
function refusal(actor: Actor, right: Right): AppError | undefined {
  const rule = ruleOf(right)
  if (rule.super && !actor.super) return new AppError('ERR_NO_SUPER', 403)
  if (rule.super === 'house' && actor.resellerId !== null) return new AppError('ERR_NO_SUPER', 403)
  const isOpened = rule.setting !== undefined && actor.features.has(rule.setting)
  if (!isOpened && !rule.profiles.includes(actor.profile)) return noPermission()
  if (rule.plan && !actor.features.has(rule.plan)) return new AppError('ERR_NOT_IN_PLAN', 403, { feature: rule.plan })
}

/** Every right that is held, for clients that show what can be done. */
export const rightsOf = (actor: Actor) => (Object.keys(RIGHTS) as Right[]).filter(right => may(actor, right))

export const may = (actor: Actor, right: Right) => refusal(actor, right) === undefined
export function must(actor: Actor, right: Right) {
  const refused = refusal(actor, right)
  if (refused) throw refused
}

/** Operators are people of the installation: only another of them, they themselves and the system reach into their rows. */
export const reaches = (actor: Actor, user: { id: number; super: boolean }) =>
  !user.super || actor.super || actor.userId === user.id || actor.userId === null
export function mustReach(actor: Actor, user: { id: number; super: boolean }) {
  if (!reaches(actor, user)) throw noPermission()
}

/** Rights that decide what of an event is told. */
const TELLING = [
  'announcements:write',
  'companies:write',
  'campaigns:use',
  'connections:write',
  'eventWebhooks:write',
  'integrations:write',
  'invoices:operate',
  'invoices:pay',
  'plans:write',
  'prompts:write',
  'resellers:write',
  'settings:installation',
  'schedules:lead',
  'settings:write',
  'users:write',
] as const satisfies Right[]
const roomOf = (companyId: number | typeof EACH, right: Right, holds: boolean) =>
  `company-${companyId}-${holds ? 'with' : 'without'}-${right}`
/** The room of those who operate for a reseller. */
const operatorsOf = (room: string, resellerId: number | null) => (resellerId === null ? room : `${room}-of-${resellerId}`)
const everyoneOf = (companyId: number | typeof EACH, resellerId: number | null) => `company-${companyId}-of-${resellerId ?? 'house'}`
/** The rooms of an actor by the rights that are held, by those that are not, and by whose the company is. */
export const roomsByRight = (actor: Actor, companyId: number) => [
  everyoneOf(companyId, actor.resellerId),
  ...TELLING.map(right => {
    const room = roomOf(companyId, right, may(actor, right))
    return ruleOf(right).super ? operatorsOf(room, actor.resellerId) : room
  }),
]

/** Everyone of the companies that are a reseller's, or the house's. */
export const toEveryoneOf = (resellerId: number | null) => [everyoneOf(EACH, resellerId)]
/** The rooms of a noun that is told only to those who hold the right to read it. */
export const toHolders = (right: (typeof TELLING)[number]) => (ctx: Ctx) => [roomOf(ctx.companyId, right, true)]
/** The same for rows that operators write: the holders are in whichever company. */
export const toOperators =
  (right: (typeof TELLING)[number]) =>
  (_: unknown, { resellerId }: { resellerId: number | null }) => [operatorsOf(roomOf(EACH, right, true), resellerId)]
/** Rows that the house's operators see too, whosever they are. */
export const toOperatorsAndHouse = (right: (typeof TELLING)[number]) => (_: unknown, of: { resellerId: number | null }) => [
  ...new Set([roomOf(EACH, right, true), ...toOperators(right)(_, of)]),
]

/** Tells those of the company who hold a right another thing than everyone else, or them alone. */
export function publishByRight<Name extends keyof Events>(
  ctx: Ctx,
  right: (typeof TELLING)[number],
  name: Name,
  holders: Events[Name],
  others?: Events[Name],
) {
  ctx.publish(name, holders, [roomOf(ctx.companyId, right, true)])
  if (others) ctx.publish(name, others, [roomOf(ctx.companyId, right, false)])
}

const rightOf = new WeakMap<object, Right>()
/** The right a route's handler asks for, so that a test can walk the router. */
export const requiredRight = (handler: object) => rightOf.get(handler)

/** Lets only those through who hold the right, or of whom the noun itself says more. */
export function allow(right: Right, orElse?: (actor: Actor, c: Context<Env>) => boolean): MiddlewareHandler<Env> {
  const handler: MiddlewareHandler<Env> = async (c, next) => {
    const { actor } = c.var.ctx
    if (!orElse?.(actor, c)) must(actor, right)
    await next()
  }
  rightOf.set(handler, right)
  return handler
}
