import type { Context } from 'hono'
import type { Ctx } from '#kernel/context'
import { networkOf } from '#kernel/http/client-address'
import { ANONYMOUS_BODY } from '#kernel/http/limits'
import { rateLimit } from '#kernel/http/rate-limit'
import { type Env, router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { allow } from '../rights'
import { signInAttempts } from '../sessions'
import { ForgotBody, ResetBody } from './body'
import { passwordResets } from './index'

type ResetJourneys = {
  forgot(ctx: Ctx, email: string): Promise<void>
  reset(ctx: Ctx, input: { email: string; token: string; password: string }): Promise<void>
}

const WINDOW_MS = 15 * 60_000
/** Of one network, whose people may share it. */
const ASKED_BY_NETWORK = 30
/** Mails that strangers can have sent to one person. */
const ASKED_FOR_ACCOUNT = 3

/**
 * A forgotten password, in two steps. The answers, and how long they take, are the same whether or not somebody has the address. Older
 * clients put all of it into the path, which our own pages never do: no address of a request is logged.
 */
export function passwordResetRoutes({ forgot, reset }: ResetJourneys) {
  const byNetwork = rateLimit(ASKED_BY_NETWORK, WINDOW_MS)
  const byAccount = rateLimit(ASKED_FOR_ACCOUNT, WINDOW_MS)
  const attempts = signInAttempts()

  async function ask(c: Context<Env>, { email }: { email: string }) {
    byNetwork.take(networkOf(c.var.clientAddress))
    byAccount.take(email)
    await forgot(c.var.ctx, email)
    return c.json({ message: 'E-mail enviado com sucesso' })
  }
  async function change(c: Context<Env>, input: { email: string; token: string; password: string }) {
    const origin = { address: c.var.clientAddress, addressIsShared: c.var.addressIsShared }
    attempts.take(origin, input.email)
    await reset(c.var.ctx, input)
    attempts.succeeded(origin, input.email)
    return c.json({ message: 'Senha redefinida com sucesso' })
  }
  return router()
    .post('/forgetpassword', valid('json', ForgotBody, ANONYMOUS_BODY), c => ask(c, c.req.valid('json')))
    .post('/forgetpassword/:email', valid('param', ForgotBody), c => ask(c, c.req.valid('param')))
    .post('/resetpasswords', valid('json', ResetBody, ANONYMOUS_BODY), c => change(c, c.req.valid('json')))
    .post('/resetpasswords/:email/:token/:password', valid('param', ResetBody), c => change(c, c.req.valid('param')))
}

/** What operators hand over while there is no mail server. */
export const operatedResetRoutes = router().get('/', allow('settings:installation'), async c =>
  c.json(await passwordResets.pending(c.var.ctx)),
)
