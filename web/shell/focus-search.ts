import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import { useShortcut } from '../kit/keys'

/** How the page on screen takes the focus to its search, for the box in the top bar. */
export const focusSearch = signal<(() => void) | null>(null)

export function useSearchTarget(focus: () => void) {
  useShortcut('search', focus)
  useEffect(() => {
    focusSearch.value = focus
    return () => {
      focusSearch.value = null
    }
  }, [])
}
