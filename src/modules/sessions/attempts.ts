import { networkOf } from '#kernel/http/client-address'
import { rateLimit } from '#kernel/http/rate-limit'
import { lruMap } from '#kernel/process/lru'

const MINUTE = 60_000
const WINDOW_MS = 15 * MINUTE
/** Places from where somebody signed in: some for each of thousands of people. */
const MAX_KNOWN = 20_000
const KNOWN_MS = 30 * 24 * 60 * MINUTE

/** Where somebody tries to sign in from. */
export type Origin = { address: string; addressIsShared: boolean }

/**
 * Rate limits of the sign-in; one set for each running product. Guesses at an account count by the network they come from, and
 * those of all strangers together more slowly, by more than one network alone may use up: whoever guesses closes the account to its owner
 * neither where the owner signed in lately nor, from one network, anywhere else. Behind a proxy that nobody trusts all have one address:
 * there an attempt counts until it succeeds, so that a morning's sign-ins close the door to nobody, and what is guessed from there
 * counts like any other guess.
 */
export function signInAttempts() {
  const byNetwork = rateLimit(100, WINDOW_MS)
  const byBoth = rateLimit(10, WINDOW_MS)
  const byAccount = rateLimit(60, 60 * MINUTE)
  const known = lruMap<string, number>(MAX_KNOWN)
  const isKnown = (both: string) => Date.now() - (known.get(both) ?? 0) < KNOWN_MS
  return {
    take({ address }: Origin, email: string) {
      const network = networkOf(address)
      const both = `${network} ${email}`
      byNetwork.take(network)
      byBoth.take(both)
      if (!isKnown(both)) byAccount.take(email)
    },
    succeeded({ address, addressIsShared }: Origin, email: string) {
      const network = networkOf(address)
      const both = `${network} ${email}`
      byBoth.forget(both)
      if (!isKnown(both)) byAccount.giveBack(email)
      known.set(both, Date.now())
      if (addressIsShared) byNetwork.giveBack(network)
    },
  }
}
export type SignInAttempts = ReturnType<typeof signInAttempts>
