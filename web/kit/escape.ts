import { useEffect } from 'react'
import { useOver } from './overlays'

/** Escape and Back leave what is on the page, unless something lies above it that they close first. */
export function useEscape(leave: () => void) {
  useOver(leave)
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || document.querySelector('.layer,.popover')) return
      event.preventDefault()
      event.stopPropagation()
      leave()
    }
    addEventListener('keydown', key, true)
    return () => removeEventListener('keydown', key, true)
  })
}
