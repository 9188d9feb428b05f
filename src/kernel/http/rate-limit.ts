import { AppError } from '../errors'

type Window = { count: number; endsAt: number }

export type RateLimit = ReturnType<typeof rateLimit>

/** Counts attempts per key in fixed windows; over the limit it throws 429. One process, so a Map is the whole store. */
export function rateLimit(limit: number, windowMs: number, now = Date.now) {
  const windows = new Map<string, Window>()
  return {
    take(key: string) {
      const time = now()
      if (windows.size > 10_000) for (const [name, window] of windows) if (window.endsAt <= time) windows.delete(name)
      const current = windows.get(key)
      // A clock that was set back must not extend a window.
      const isCurrent = current && time < current.endsAt && time >= current.endsAt - windowMs
      const window = isCurrent ? current : { count: 0, endsAt: time + windowMs }
      windows.set(key, window)
      if (++window.count > limit) throw new AppError('ERR_TOO_MANY_ATTEMPTS', 429, { retryAfter: Math.ceil((window.endsAt - time) / 1000) })
    },
    /** An attempt that was taken counts no more. */
    giveBack(key: string) {
      const window = windows.get(key)
      if (window?.count) window.count--
    },
    forget: (key: string) => void windows.delete(key),
  }
}
