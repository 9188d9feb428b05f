import type { CtxFor } from '#kernel/context'
import type { Realtime } from '#kernel/events/realtime'
import { storageFaultOf } from '#kernel/storage/storage-errors'
import { users } from '#modules/users'
import type { Live } from './socket-access'

/** Debounce: a page that is loaded anew, and a line that drops for a moment, are told to nobody. */
const GONE_MS = 3_000
/** Longer than a browser pauses between two tries: a new start of the server is told to nobody either. */
const BACK_MS = 20_000

type Options = { live(): Realtime<Live>; ctxFor: CtxFor }

/** Who of a company has a window of it open, as colleagues read it. What could not be stored is tried again. */
export function onlinePeople({ live, ctxFor }: Options) {
  const timers = new Map<string, Timer>()
  const keyOf = (companyId: number, userId: number) => `${companyId} ${userId}`
  /** An operator who is inside of another company is there, and not in their own. */
  const isThere = (companyId: number, userId: number) =>
    [...live().in(`user-${userId}`)].some(({ session }) => session.access.companyId === companyId)

  function stop(key: string) {
    clearTimeout(timers.get(key))
    timers.delete(key)
  }
  async function store(companyId: number, userId: number): Promise<void> {
    stop(keyOf(companyId, userId))
    try {
      await users.setOnline(ctxFor(companyId), userId, isThere(companyId, userId))
    } catch (error) {
      if (!storageFaultOf(error)) throw error
      storeLater(companyId, userId)
    }
  }
  function storeLater(companyId: number, userId: number, ms = GONE_MS) {
    const key = keyOf(companyId, userId)
    stop(key)
    timers.set(key, setTimeout(() => void store(companyId, userId).catch(() => undefined), ms).unref())
  }
  return {
    /** They were there when the process before ended: who has no window by then is gone. */
    expectBack(people: { id: number; companyId: number }[], ms = BACK_MS) {
      for (const { id, companyId } of people) storeLater(companyId, id, ms)
    },
    /** A window was opened. */
    came: ({ session: { access } }: { session: Live }) => store(access.companyId, access.actor.userId!),
    /** A window was closed. */
    left({ session: { access } }: { session: Live }) {
      if (!isThere(access.companyId, access.actor.userId!)) storeLater(access.companyId, access.actor.userId!)
    },
  }
}
