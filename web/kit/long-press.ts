import { type MouseEvent, type PointerEvent, useRef } from 'react'

const HOLD_MS = 450
const HOLD_PX = 10
const CLICK_MS = 300

type Held = { timer: ReturnType<typeof setTimeout>; x: number; y: number; isOver: boolean }

/** Long press: what `of` gives for the place on which a finger rests is run. */
export function useLongPress(of: (target: EventTarget) => (() => void) | undefined) {
  const hold = useRef<Held>(undefined)
  const end = () => clearTimeout(hold.current?.timer)
  return {
    /** Whether the press that ends with a click was one. */
    wasHeld() {
      const isOver = hold.current?.isOver ?? false
      hold.current = undefined
      return isOver
    },
    listeners: {
      onPointerDown({ target, pointerType, clientX: x, clientY: y }: PointerEvent) {
        end()
        hold.current = undefined
        const run = pointerType === 'touch' ? of(target) : undefined
        if (!run) return
        const held: Held = { x, y, isOver: false, timer: setTimeout(() => ((held.isOver = true), run()), HOLD_MS) }
        hold.current = held
      },
      onPointerMoveCapture({ clientX, clientY }: PointerEvent) {
        const { x, y } = hold.current ?? { x: clientX, y: clientY }
        if (Math.abs(clientX - x) > HOLD_PX || Math.abs(clientY - y) > HOLD_PX) end()
      },
      onPointerUp() {
        end()
        // The click of this press comes at once, or never.
        const held = hold.current
        setTimeout(() => hold.current === held && (hold.current = undefined), CLICK_MS)
      },
      onPointerCancel: end,
      // A finger that rests asks for a menu of the system.
      onContextMenu: (event: MouseEvent) => hold.current && event.preventDefault(),
    },
  }
}
