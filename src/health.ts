import { clockWatch } from '#kernel/process/clock'
import type { Store } from '#kernel/storage/libsql'
import type { Logger } from '#kernel/process/log'
import type { StorageFault } from '#kernel/storage/storage-errors'

/** How long after a jump of the clock nothing is closed for its age. */
const DOUBT_MS = 15 * 60_000

type Options = {
  store: Pick<Store, 'storage' | 'followLeftOut'>
  log: Logger
  /** Tells the open windows; null when all is well again. */
  tell(trouble: StorageFault | null): void
  /** Takes up what was left undone while nothing could be stored. */
  healed(): void
  /** Puts right what is timed for a day that did not come yet. */
  putBack(): Promise<unknown>
}

/** Says once what keeps the product from working as it should, and puts things right when that ends. */
export function openHealth({ store, log, tell, healed, putBack }: Options) {
  const look = clockWatch()
  let doubtUntil = 0

  store.storage.follow(trouble => {
    if (trouble) log.error({ trouble }, 'nothing can be stored')
    else log.info('what comes is stored again')
    tell(trouble)
    if (!trouble) healed()
  })

  store.followLeftOut(error =>
    log.error({ err: error }, 'the index of texts is damaged: what is new is not found by its words, until the next start builds it anew'),
  )

  return {
    async watchClock() {
      const jump = look()
      if (!jump) return
      doubtUntil = performance.now() + DOUBT_MS
      log.warn({ seconds: Math.round(jump / 1000) }, 'the clock was set')
      if (jump < 0) await putBack()
    },
    /** False for a while after the clock was set: it may be wrong, and set again. */
    isClockSteady: () => performance.now() >= doubtUntil,
  }
}
