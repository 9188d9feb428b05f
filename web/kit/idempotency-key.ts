import { uuid } from './uuid'

/** One key for what is asked for again as it was, since its answer may have been lost; another for anything else, and once it is `done`. */
export function idempotencyKey(last?: { what: string; key: string }) {
  return {
    of: (what: string) => (last = last?.what === what ? last : { what, key: uuid() }).key,
    done: () => void (last = undefined),
    /** To go on from, after the page. */
    last: () => last,
  }
}
