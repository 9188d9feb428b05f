import { checkPassword } from '#kernel/http/passwords'
import { rateLimit } from '#kernel/http/rate-limit'
import { invalid } from '#kernel/errors'
import type { User } from './index'

const WINDOW_MS = 15 * 60_000
type Change = { email?: string; password?: string; currentPassword?: string }
export type Prove = (user: User, change: Change) => Promise<void>

/**
 * Whoever changes the own password or address says the current password, by whichever way it is saved: a session alone may be
 * somebody else's. It may be tried ten times; one for each running product.
 */
export function currentPassword(): Prove {
  const guesses = rateLimit(10, WINDOW_MS)
  return async (user, { email, password, currentPassword }) => {
    if (!password && (!email || email === user.email)) return
    if (!currentPassword) throw invalid({ currentPassword: ['Informe a sua senha atual'] })
    const key = String(user.id)
    guesses.take(key)
    if (!(await checkPassword(currentPassword, user.passwordHash))) throw invalid({ currentPassword: ['A senha atual não confere'] })
    guesses.forget(key)
  }
}
