import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import { get } from '../../kit/api'
import { useDebounced } from '../../kit/debounce'
import { on } from '../../kit/realtime'
import { user } from '../../session'

/**
 * Which steps are done, asked anew at each of the events. In this browser and for this person what is done is done, and who wants to see no
 * more of it does not.
 */
export function progressOf<Step extends string, Steps extends Record<Step, unknown>>(
  name: string,
  { path, order, events }: { path: string; order: readonly Step[]; events: Parameters<typeof on>[0][] },
) {
  const steps = signal<Steps>()
  const dismissed = signal(false)
  const key = () => `${name}-${user.peek()?.id}`
  const wasLeft = () => localStorage.getItem(key()) !== null
  function read() {
    if (wasLeft()) return
    void get<Steps>(path).then(
      found => {
        steps.value = found
        if (order.every(step => found[step])) localStorage.setItem(key(), 'done')
      },
      () => {},
    )
  }
  function dismiss() {
    localStorage.setItem(key(), 'dismissed')
    dismissed.value = true
  }
  return function useProgress() {
    const again = useDebounced(read)
    useEffect(() => {
      read()
      const stops = events.map(event => on(event, again))
      return () => stops.forEach(stop => stop())
    }, [])
    return { found: steps.value, isOver: dismissed.value || wasLeft(), dismiss }
  }
}
