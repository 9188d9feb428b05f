import { AppError } from '../errors'

type Window = { count: number; endsAt: number }

/** Counts attempts per key in fixed windows; over the limit it throws 429. One process, so a Map is the whole store. */
export function rateLimit(limit: number, windowMs: number, now = Date.now) {
  const windows = new Map<string, Window>()
  function windowOf(key: string, time: number): Window {
    const current = windows.get(key)
    // A clock that was set back must not extend a window.
    const isCurrent = current && time < current.endsAt && time >= current.endsAt - windowMs
    return isCurrent ? current : { count: 0, endsAt: time + windowMs }
  }
  function refuseOver(most: number, { count, endsAt }: Window, time: number) {
    if (count > most) throw new AppError('ERR_TOO_MANY_ATTEMPTS', 429, { retryAfter: Math.ceil((endsAt - time) / 1000) })
  }
  function count(key: string, time: number) {
    if (windows.size > 10_000) for (const [name, window] of windows) if (window.endsAt <= time) windows.delete(name)
    const window = windowOf(key, time)
    windows.set(key, window)
    window.count++
    return window
  }
  return {
    take(key: string) {
      const time = now()
      refuseOver(limit, count(key, time), time)
    },
    /** Takes one and tells whether it was within the limit: for whoever does something else beyond it. */
    allows: (key: string) => count(key, now()).count <= limit,
    /** Refuses while the limit is reached, and counts nothing: for whoever takes only what fails. */
    check(key: string) {
      const time = now()
      refuseOver(limit - 1, windowOf(key, time), time)
    },
    /** An attempt that was taken counts no more. */
    giveBack(key: string) {
      const window = windows.get(key)
      if (window?.count) window.count--
    },
    forget: (key: string) => void windows.delete(key),
  }
}
