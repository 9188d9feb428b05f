import { type KeyboardEvent, useEffect, useRef } from 'react'
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

/** Arrows walk the tabs of a line, choosing each. */
export function walkTabs(event: KeyboardEvent<HTMLElement>) {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const now = tabs.indexOf(event.target as HTMLElement)
  if (!by || now < 0) return
  event.preventDefault()
  const next = tabs[(now + by + tabs.length) % tabs.length]
  next?.focus()
  next?.click()
}

/** Arrows go through the rows of a list and the messages found in them; `upwards` is where they go from the first. */
export function moveByArrow(event: KeyboardEvent<HTMLElement>, upwards?: () => void) {
  const by = event.altKey ? 0 : event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('.ticket-hit, .hit')]
  const now = stops.findIndex(stop => stop.parentElement?.contains(event.target as Node))
  if (!by || now < 0) return
  event.preventDefault()
  const next = stops[now + by]
  if (!next && by < 0) return upwards?.()
  next?.focus({ preventScroll: true })
  next?.parentElement?.scrollIntoView({ block: 'nearest' })
}
