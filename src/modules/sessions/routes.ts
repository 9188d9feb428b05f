import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { ReadAccess } from '#kernel/http/access-token'
import { ANONYMOUS_BODY } from '#kernel/http/limits'
import { sameText } from '#kernel/http/tokens'
import type { CtxFor } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import type { Db } from '#kernel/storage/libsql'
import { companies } from '../companies'
import type { AccessCache } from './access'
import { signInAttempts } from './attempts'
import { LoginBody, SetupBody } from './body'
import { sessions, type SignedIn } from './index'

export type SessionOptions = {
  ctxFor: CtxFor
  db: Db
  secret: string
  readAccess: ReadAccess
  access: AccessCache
  secureCookie: boolean
  /** The one-time token of the first run; undefined once the installation has a company. */
  setup: { token: string | undefined }
}

const COOKIE = 'jrt'
const agentOf = (c: Context) => c.req.header('user-agent') ?? ''

/** A person's own sessions. */
export const ownSessionRoutes = router()
  .get('/', async c => c.json(await sessions.list(c.var.ctx)))
  .delete('/others', async c => {
    await sessions.endElsewhere(c.var.ctx)
    return c.body(null, 200)
  })

/** Signing in and out, the refresh of the access token, and the first run. All of it works without an access token. */
export function sessionRoutes({ ctxFor, db, secret, readAccess, access: living, secureCookie, setup }: SessionOptions) {
  const signIn = { ctxFor, db, attempts: signInAttempts(), secret }

  function answer(c: Context, { token, cookie, user }: SignedIn) {
    if (cookie) setCookie(c, COOKIE, cookie, { httpOnly: true, sameSite: 'Lax', secure: secureCookie, path: '/', maxAge: 7 * 24 * 3600 })
    return c.json({ token, user })
  }

  async function bearer(c: Context) {
    const claims = await readAccess(c.req.header('authorization')?.replace(/^Bearer /i, '') ?? '')
    return claims && (await living.of(claims.sid))
  }

  const auth = router()
    .post('/login', valid('json', LoginBody, ANONYMOUS_BODY), async c => {
      const { clientAddress: address, addressIsShared } = c.var
      return answer(c, await sessions.login(signIn, c.req.valid('json'), { address, addressIsShared }, agentOf(c), c.var.here))
    })
    .post('/refresh_token', async c => {
      const inside = await bearer(c)
      if (inside?.until && inside.until.getTime() > Date.now())
        return c.json(await sessions.resume(ctxFor(inside.companyId, inside.actor), secret))
      try {
        return answer(c, await sessions.refresh(ctxFor, db, getCookie(c, COOKIE), secret, c.var.here))
      } catch (error) {
        if (error instanceof AppError && error.status === 401) deleteCookie(c, COOKIE, { path: '/' })
        throw error
      }
    })
    .get('/me', async c => {
      const access = await bearer(c)
      if (access) return c.json({ id: access.actor.userId, profile: access.actor.profile, super: access.actor.super })
      const { user } = await sessions.byCookie(db, getCookie(c, COOKIE))
      return c.json({ id: user.id, profile: user.profile, super: user.super })
    })
    .delete('/entry', async c => {
      const inside = await bearer(c)
      if (!inside?.until) throw new AppError('ERR_SESSION_EXPIRED', 401)
      await sessions.leave(ctxFor(inside.companyId, inside.actor))
      return c.body(null, 200)
    })
    .delete('/logout', async c => {
      const access = await bearer(c)
      if (access?.until) await sessions.leave(ctxFor(access.companyId, access.actor))
      const session =
        access && !access.until
          ? { id: access.actor.sessionId!, companyId: access.companyId }
          : await sessions.byCookie(db, getCookie(c, COOKIE)).then(({ session, user }) => ({ id: session.id, companyId: user.companyId }))
      await sessions.end(ctxFor(session.companyId), session.id)
      deleteCookie(c, COOKIE, { path: '/' })
      return c.body(null, 200)
    })

  const first = router()
    .get('/setup', async c => c.json({ open: !(await companies.exists(db)) }))
    .post('/setup', valid('json', SetupBody, ANONYMOUS_BODY), async c => {
      const { token, ...input } = c.req.valid('json')
      if (!setup.token || !sameText(token, setup.token)) throw new AppError('ERR_NO_PERMISSION', 403)
      const user = await sessions.setUp(ctxFor, input)
      setup.token = undefined
      return answer(c, await sessions.open(ctxFor(user.companyId), user, secret, agentOf(c)))
    })

  return { auth, first }
}
