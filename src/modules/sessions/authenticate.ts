import { matchedRoutes } from 'hono/route'
import type { MiddlewareHandler } from 'hono'
import type { CtxFor, StillMay } from '#kernel/context'
import { AppError } from '#kernel/errors'
import type { ReadAccess } from '#kernel/http/access-token'
import { onceBodyCame } from '#kernel/http/after-body'
import { COMPANY_REQUESTS, PERSON_BODIES, PERSON_LARGE_BODIES, PERSON_REQUESTS, PERSON_UPLOADS } from '#kernel/http/limits'
import type { Env } from '#kernel/http/router'
import { bringsForm, bringsJson } from '#kernel/http/validation'
import { concurrencyLimit } from '#kernel/process/concurrency-limit'
import { loadShedding } from '#kernel/process/load-shedding'
import { type Access, type AccessCache, mustBeLive, mustWrite } from './access'

/** As other servers log it: whoever asked hung up. */
const CLIENT_CLOSED_REQUEST = 499

type Options = { ctxFor: CtxFor; readAccess: ReadAccess; access: AccessCache }

/** What whoever is suspended does all the same. */
const PAYING = /^(\/api)?\/subscription(\/|$)/

/**
 * Who asks, by the access token that a request bears: what follows finds them in `ctx`. Refuses who is not signed in, whose company may not
 * come in, and who may only read; concurrency limits hold each company, whose people take turns, and what each
 * person is still sending.
 */
export function authenticate({ ctxFor, readAccess, access: cache }: Options): MiddlewareHandler<Env> {
  const admitted = loadShedding(PERSON_REQUESTS)
  const turn = concurrencyLimit(COMPANY_REQUESTS)
  const uploadTurn = concurrencyLimit(PERSON_UPLOADS)
  const bodyTurn = concurrencyLimit(PERSON_BODIES)
  const largeTurn = concurrencyLimit(PERSON_LARGE_BODIES)
  return async (c, next) => {
    // An address that nobody answers is unknown to whoever asks: 401 would tell a person that the session is over.
    const routes = matchedRoutes(c).filter(route => route.method !== 'ALL')
    if (!routes.length) return next()
    const bearer = c.req.header('authorization')
    if (!bearer) throw new AppError('ERR_SESSION_EXPIRED', 401)
    const claims = await readAccess(bearer.replace(/^Bearer /i, ''))
    const access = claims && (await cache.of(claims.sid))
    if (!access) throw new AppError('ERR_INVALID_TOKEN', 403)
    const reads = c.req.method === 'GET' || c.req.method === 'HEAD'
    const admit = (access: Access) => {
      mustBeLive(access)
      if (!reads && !PAYING.test(c.req.path)) mustWrite(access)
    }
    admit(access)
    const still = (now: Access | undefined) => {
      // Somebody else by now, as far as rights go: a client refreshes its token and sends again, as who they are.
      const isSame = now === access || (now?.companyId === access.companyId && Bun.deepEquals(now.actor, access.actor))
      if (!now || !isSame) throw new AppError('ERR_INVALID_TOKEN', 403)
      // Days and visits end while nothing changes.
      admit(now)
    }
    const again = async () => still(await cache.of(claims.sid))
    const stillMay: StillMay = async db => still(await cache.by(db, claims.sid))
    onceBodyCame(c.req.raw, again)
    c.set('ctx', ctxFor(access.companyId, access.actor, stillMay))
    const { userId } = access.actor
    const handlers = routes.map(route => route.handler)
    const work = async () => {
      // Nobody waits for what was asked before the next letter was typed; what changes something is done all the same.
      if (reads && c.req.raw.signal.aborted) return void (c.res = new Response(null, { status: CLIENT_CLOSED_REQUEST }))
      // Whoever waited long may have less rights by now, or none.
      await again()
      await next()
    }
    // What waits for its sender keeps no colleague's place meanwhile.
    const inTurn = () => {
      if (bringsForm(c.req.raw, handlers)) return uploadTurn(userId!, work)
      if (!bringsJson(c.req.raw, handlers)) return turn(access.companyId, work, userId!)
      const { bodies } = c.var
      c.set('bodies', (bytes, work, companyId) => largeTurn(userId!, () => bodies(bytes, work, companyId)))
      c.set('turn', work => turn(access.companyId, work, userId!))
      return bodyTurn(userId!, work)
    }
    await admitted(userId!, inTurn)
  }
}
