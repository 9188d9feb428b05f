import { useEffect } from 'react'
import { on } from '../../kit/realtime'

const PAUSE_MS = 1_500

/** Asks again when something became of a campaign's people; throttled: at once, and then not before a while. */
export function useProgress(ask: (id: number) => void) {
  useEffect(() => {
    const resting = new Map<number, boolean>()
    const timers = new Set<ReturnType<typeof setTimeout>>()
    function hear(id: number) {
      if (resting.has(id)) return void resting.set(id, true)
      ask(id)
      resting.set(id, false)
      const timer = setTimeout(() => {
        timers.delete(timer)
        const again = resting.get(id)
        resting.delete(id)
        if (again) hear(id)
      }, PAUSE_MS)
      timers.add(timer)
    }
    const stop = on('campaignProgress', ({ id }) => hear(id))
    return () => {
      stop()
      timers.forEach(clearTimeout)
    }
  }, [ask])
}
