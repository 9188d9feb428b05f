import { signal } from '@preact/signals-react'
import { useEffect, useRef } from 'react'

type Above = {
  close: () => void
  /** What else lies over a page is closed by Back on a phone alone, where that is the gesture for it. */
  everywhere: boolean
}
/** What lies over the page, the topmost last: how each is closed. */
export const over = signal<readonly Above[]>([])

/** Goes to another page in the place of this one; where something lies over it that takes a moment, since it has an entry of its own. */
export const inPlace: { go: (go: () => void) => void } = { go: go => go() }

/** From now on this lies over the page, until it is gone: Back closes it (kit/back.ts). */
export function useOver(close: () => void, everywhere = false) {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    const own = { close: () => latest.current(), everywhere }
    over.value = [...over.peek(), own]
    return () => void (over.value = over.peek().filter(other => other !== own))
  }, [everywhere])
}

/** The same for as long as it is drawn. */
export function Over({ close, everywhere }: { close: () => void; everywhere?: boolean }) {
  useOver(close, everywhere)
  return null
}

/** Escape closes an open list of choices first, whose option has the focus: what it stands in is left by the next one. */
export const leaves = ({ key, target }: KeyboardEvent) => key === 'Escape' && !(target instanceof HTMLOptionElement)
