import { useEffect } from 'react'

/** Escape leaves what is on the page, unless something lies above it that Escape closes first. */
export function useEscape(leave: () => void) {
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
