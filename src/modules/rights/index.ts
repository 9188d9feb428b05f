import type { MiddlewareHandler } from 'hono'
import type { Actor, Profile } from '#kernel/context'
import { AppError, noPermission } from '#kernel/errors'
import type { Env } from '#kernel/http/router'
import type { PlanFlag } from '../plans/schema'
import type { SettingKey } from '../settings/registry'

const everyone: Profile[] = ['admin', 'supervisor', 'user']
const leaders: Profile[] = ['admin', 'supervisor']
const admin: Profile[] = ['admin']

type Rule = {
  profiles: readonly Profile[]
  /** Lets everyone in while the company has it enabled. */
  setting?: SettingKey
  /** Lets nobody in when the company's plan is without it. */
  plan?: PlanFlag
  /** For those who operate the installation. */
  super?: true
}

/** Who may do what inside the own company: profiles alone, or a rule. Which tickets someone sees is said in tickets/visibility.ts. */
export const RIGHTS = {
  'tags:create': everyone,
  'tags:write': leaders,
  'tags:kanban': { profiles: leaders, plan: 'useKanban' },
  'contacts:write': everyone,
  'contacts:delete': admin,
  'contacts:merge': admin,
  'tickets:write': everyone,
  'tickets:showAll': leaders,
  'tickets:closed': { profiles: leaders, setting: 'viewclosed' },
  'tickets:groups': { profiles: leaders, setting: 'viewgroups' },
  'tickets:delete': admin,
  'tickets:closeAll': admin,
  'messages:write': everyone,
  'connections:write': admin,
  'queues:write': admin,
  'users:write': admin,
  'settings:write': admin,
  'settings:installation': { profiles: everyone, super: true },
  'integrations:write': { profiles: admin, plan: 'useIntegrations' },
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
  const isOpened = rule.setting !== undefined && actor.features.has(rule.setting)
  if (!isOpened && !rule.profiles.includes(actor.profile)) return noPermission()
  if (rule.plan && !actor.features.has(rule.plan)) return new AppError('ERR_NOT_IN_PLAN', 403, { feature: rule.plan })
}

export const may = (actor: Actor, right: Right) => refusal(actor, right) === undefined
export function must(actor: Actor, right: Right) {
  const refused = refusal(actor, right)
  if (refused) throw refused
}

/** Operators are people of the installation: only another of them, they themselves and the system reach into their rows. */
export function mustReach(actor: Actor, user: { id: number; super: boolean }) {
  if (user.super && !actor.super && actor.userId !== user.id && actor.userId !== null) throw noPermission()
}

/** The rooms of those of a company who hold a right, and of those who don't: what differs for them is told to each. */
export const roomOfHolders = (companyId: number, right: Right) => `company-${companyId}-with-${right}`
export const roomOfOthers = (companyId: number, right: Right) => `company-${companyId}-without-${right}`
/** Rights that decide what is told. */
const TOLD_BY_RIGHT = ['connections:write', 'settings:write'] as const satisfies Right[]
export const roomsByRight = (actor: Actor, companyId: number) =>
  TOLD_BY_RIGHT.map(right => (may(actor, right) ? roomOfHolders : roomOfOthers)(companyId, right))

const rightOf = new WeakMap<object, Right>()
/** The right a route's handler asks for, so that a test can walk the router. */
export const requiredRight = (handler: object) => rightOf.get(handler)

/** Lets only those through who hold the right. */
export function allow(right: Right): MiddlewareHandler<Env> {
  const handler: MiddlewareHandler<Env> = async (c, next) => {
    must(c.var.ctx.actor, right)
    await next()
  }
  rightOf.set(handler, right)
  return handler
}
