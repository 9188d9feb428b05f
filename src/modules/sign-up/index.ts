import type { Ctx } from '#kernel/context'
import type { Here } from '#kernel/http/router'
import { AppError } from '#kernel/errors'
import { networkOf } from '#kernel/http/client-address'
import { ANONYMOUS_BODY } from '#kernel/http/limits'
import { rateLimit } from '#kernel/http/rate-limit'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { SignUpBody, type SignUp } from './body'

export { type SignUp } from './body'

const HOUR_MS = 3600_000
/** Of one network: more than an office needs, and few enough to be no way to ask which addresses are taken. */
const TRIES = 20

const closed = () => new AppError('ERR_USER_CREATION_DISABLED', 403)

/** Whose customer a stranger becomes is said by the address they came to. */
type Options = {
  isOpen(ctx: Ctx, here: Here | undefined): Promise<boolean>
  signUp(ctx: Ctx, input: SignUp, here: Here | undefined): Promise<object>
}

/** A company signs up by itself, while operators let it. */
export function signUpRoutes({ isOpen, signUp }: Options) {
  const byNetwork = rateLimit(TRIES, HOUR_MS)
  return router()
    .post(
      '/companies/cadastro',
      async (c, next) => {
        if (!(await isOpen(c.var.ctx, c.var.here))) throw closed()
        await next()
      },
      valid('json', SignUpBody, ANONYMOUS_BODY),
      async c => {
        byNetwork.take(networkOf(c.var.clientAddress))
        return c.json(await signUp(c.var.ctx, c.req.valid('json'), c.var.here))
      },
    )
    .post('/auth/signup', () => {
      throw closed()
    })
}
