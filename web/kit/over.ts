import { signal } from '@preact/signals-react'
import { useEffect, useRef } from 'react'

/** What lies over the page, the topmost last: how each is closed. */
export const over = signal<readonly (() => void)[]>([])

/** From now on this lies over the page, until it is gone: Back closes it (kit/back.ts). */
export function useOver(close: () => void) {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    const own = () => latest.current()
    over.value = [...over.peek(), own]
    return () => void (over.value = over.peek().filter(other => other !== own))
  }, [])
}
