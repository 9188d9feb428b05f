import { useEffect, useRef } from 'react'

const OVER = 'over'

/** Back, which on a phone is the gesture for "away with this", closes what lies over the page: it has an entry of its own in the history. */
export function useBackCloses(close: () => void) {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    history.pushState(OVER, '')
    const back = () => latest.current()
    addEventListener('popstate', back)
    return () => {
      removeEventListener('popstate', back)
      // Closed in another way, unless that led to another page.
      if (history.state === OVER) history.back()
    }
  }, [])
}
