import { useSignals } from '@preact/signals-react/runtime'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { words } from './desk-texts'
import { LIST_WIDTH, listWidth } from './store'

const STEP = 16
const clamp = (width: number) => Math.round(Math.min(LIST_WIDTH.max, Math.max(LIST_WIDTH.min, width)))

/** The edge of the list: dragged, or moved by arrows; two presses give it back its first width. */
export default function Grip() {
  useSignals()
  const from = useRef<{ x: number; width: number }>(undefined)
  const set = (width: number) => (listWidth.value = clamp(width))
  const drag = (event: PointerEvent) => {
    if (from.current) set(from.current.width + event.clientX - from.current.x)
  }
  const keys = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: listWidth.value - STEP,
      ArrowRight: listWidth.value + STEP,
      Home: LIST_WIDTH.min,
      End: LIST_WIDTH.max,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    set(to)
  }
  return (
    <div
      className="list-grip"
      role="separator"
      aria-orientation="vertical"
      aria-label={words('width')}
      aria-valuenow={listWidth.value}
      aria-valuemin={LIST_WIDTH.min}
      aria-valuemax={LIST_WIDTH.max}
      tabIndex={0}
      onPointerDown={event => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { x: event.clientX, width: listWidth.value }
      }}
      onPointerMove={drag}
      onPointerUp={() => (from.current = undefined)}
      onPointerCancel={() => (from.current = undefined)}
      onDoubleClick={() => set(LIST_WIDTH.usual)}
      onKeyDown={keys}
    />
  )
}
