import { rateLimit } from '#kernel/http/rate-limit'

const WINDOW_MS = 15 * 60_000

/** Where somebody tries to sign in from. */
export type Origin = { address: string; addressIsShared: boolean }

/**
 * How often somebody may try to sign in, by account and by address; one for each running product. Behind a proxy that nobody trusts all
 * have one address: there an attempt counts until it succeeds, so that a morning's sign-ins close the door to nobody, and what is
 * guessed from there is limited as anywhere else.
 */
export function signInAttempts() {
  const byAccount = rateLimit(10, WINDOW_MS)
  const byAddress = rateLimit(100, WINDOW_MS)
  return {
    take({ address }: Origin, email: string) {
      byAddress.take(address)
      byAccount.take(email)
    },
    succeeded({ address, addressIsShared }: Origin, email: string) {
      byAccount.forget(email)
      if (addressIsShared) byAddress.giveBack(address)
    },
  }
}
export type SignInAttempts = ReturnType<typeof signInAttempts>
