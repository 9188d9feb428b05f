import { batch } from '@preact/signals-react'

type Change = () => unknown

/** An answer may be older than what was told while it was on its way: `take` applies that again on top of it, unless `use` says that it is not used. */
export function replayMissed() {
  const open = new Set<Change[]>()
  return {
    /** Applies what an event told. */
    change(apply: Change) {
      for (const missed of open) missed.push(apply)
      apply()
    },
    async take<T>(answer: Promise<T>, use: (value: T) => unknown) {
      const missed: Change[] = []
      open.add(missed)
      try {
        const value = await answer
        batch(() => {
          if (use(value) !== false) for (const apply of missed) apply()
        })
      } finally {
        open.delete(missed)
      }
    },
  }
}
