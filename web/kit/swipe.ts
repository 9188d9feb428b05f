import { type TouchEvent, useRef } from 'react'
import { phone } from './screen-width'

/** A swipe that begins so near to the edge goes back. */
export const SWIPE_BACK_PX = 48

/** On a phone, a swipe to the right from the edge goes back. */
export function useSwipeBack(back: () => void) {
  const from = useRef({ x: 0, y: 0 })
  return {
    onTouchStart: (event: TouchEvent) => void (from.current = { x: event.touches[0]!.clientX, y: event.touches[0]!.clientY }),
    onTouchEnd(event: TouchEvent) {
      const { clientX, clientY } = event.changedTouches[0]!
      if (phone.peek() && from.current.x < SWIPE_BACK_PX && clientX - from.current.x > 90 && Math.abs(clientY - from.current.y) < 60) back()
    },
  }
}
