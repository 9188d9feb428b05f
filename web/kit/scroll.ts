import { useEffect, useRef } from 'react'
import { NEAR_END_PX } from '../constants'

/** A ref for the box that scrolls: calls `more` when it is within 100 px of its end, also when it is not full yet. */
export function useNearEnd<E extends HTMLElement>(more: (() => void) | undefined) {
  const box = useRef<E>(null)
  const latest = useRef(more)
  latest.current = more
  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX && latest.current?.()
    element.addEventListener('scroll', look, { passive: true })
    look()
    return () => element.removeEventListener('scroll', look)
  })
  return box
}
