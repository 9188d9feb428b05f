import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

/** How a picture is seen: its scale, its shift in pixels from the middle, and its quarter turns to the right. */
export type View = { scale: number; x: number; y: number; turns: number }
type Point = { x: number; y: number }
export const WHOLE: View = { scale: 1, x: 0, y: 0, turns: 0 }
const MAX_SCALE = 8
export const ZOOM_STEP = 1.5

/** Scaled about a place, in pixels from the middle, which stays where it is. Whole again it stands in the middle. */
export function zoomed(view: View, by: number, { x, y }: Point = { x: 0, y: 0 }): View {
  const scale = Math.min(MAX_SCALE, Math.max(1, view.scale * by))
  const ratio = scale / view.scale
  return scale === 1 ? { ...WHOLE, turns: view.turns } : { ...view, scale, x: x - (x - view.x) * ratio, y: y - (y - view.y) * ratio }
}
export const turned = ({ turns }: View): View => ({ ...WHOLE, turns: turns + 1 })
const moved = (view: View, by: Point): View => (view.scale === 1 ? view : { ...view, x: view.x + by.x, y: view.y + by.y })

const middle = (places: Point[]): Point => ({
  x: places.reduce((sum, { x }) => sum + x, 0) / places.length,
  y: places.reduce((sum, { y }) => sum + y, 0) / places.length,
})
const spread = ([a, b]: Point[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 1)

/** Zoom by wheel, double press and two fingers, pan by dragging, for what stands in the middle of a stage. */
export function useZoom(stage: RefObject<HTMLElement | null>) {
  const [view, setView] = useState(WHOLE)
  const fingers = useRef(new Map<number, Point>())
  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = stage.current!.getBoundingClientRect()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }

  // React listens to wheels passively: the page below would be zoomed too.
  useEffect(() => {
    const element = stage.current
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      const at = fromMiddle(event)
      setView(now => zoomed(now, Math.exp(-event.deltaY / 400), at))
    }
    element?.addEventListener('wheel', wheel, { passive: false })
    return () => element?.removeEventListener('wheel', wheel)
  })

  const ends = (event: PointerEvent) => void fingers.current.delete(event.pointerId)
  return {
    view,
    setView,
    handlers: {
      onDoubleClick: (event: PointerEvent | React.MouseEvent) =>
        setView(view.scale > 1 ? { ...WHOLE, turns: view.turns } : zoomed(view, ZOOM_STEP ** 2, fromMiddle(event))),
      onPointerDown: (event: PointerEvent) => void fingers.current.set(event.pointerId, fromMiddle(event)),
      onPointerMove(event: PointerEvent) {
        const down = fingers.current
        if (!down.has(event.pointerId)) return
        const before = [...down.values()]
        down.set(event.pointerId, fromMiddle(event))
        const now = [...down.values()]
        const [from, to] = [middle(before), middle(now)]
        const by = { x: to.x - from.x, y: to.y - from.y }
        setView(view => moved(zoomed(view, down.size > 1 ? spread(now) / spread(before) : 1, from), by))
      },
      onPointerUp: ends,
      onPointerCancel: ends,
      onPointerLeave: ends,
    },
  }
}
