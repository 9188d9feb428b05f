import type { MiddlewareHandler } from 'hono'
import type { Actor, Profile } from '#kernel/context'
import { noPermission } from '#kernel/errors'
import type { Env } from '#kernel/http/router'

const everyone: Profile[] = ['admin', 'supervisor', 'user']
const leaders: Profile[] = ['admin', 'supervisor']
const admin: Profile[] = ['admin']

/** Who may do what inside the own company. Which tickets someone sees is said in tickets/visibility.ts. */
export const RIGHTS = {
  'tags:create': everyone,
  'tags:write': leaders,
  'tags:kanban': leaders,
  'quickMessages:write': everyone,
  'quickMessages:lead': leaders,
  'quickMessages:share': admin,
  'contacts:write': everyone,
  'contacts:delete': admin,
  'contacts:merge': admin,
  'tickets:write': everyone,
  'tickets:showAll': leaders,
  'tickets:closed': leaders,
  'tickets:groups': leaders,
  'tickets:delete': admin,
  'tickets:closeAll': admin,
  'messages:write': everyone,
  'connections:write': admin,
  'queues:write': admin,
  'users:write': admin,
  'settings:write': admin,
  'integrations:write': admin,
  'sandbox:use': everyone,
} as const satisfies Record<string, Profile[]>

export type Right = keyof typeof RIGHTS

export const may = (actor: Actor, right: Right) => (RIGHTS[right] as Profile[]).includes(actor.profile)
export function must(actor: Actor, right: Right) {
  if (!may(actor, right)) throw noPermission()
}

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
