const TWICE_MS = 300
const TWICE_PX = 8
let last: { box: Element | null | undefined; at: number; x: number; y: number } | undefined
/** The second press of a double click, whose first closed the box in which it was pressed, is meant for nothing that lies under it. */
addEventListener(
  'click',
  (event: MouseEvent) => {
    const { target, timeStamp: at, clientX: x, clientY: y } = event
    // A key presses what has the focus.
    if (!event.isTrusted || !event.detail) return
    const isSecond = last && at - last.at < TWICE_MS && Math.hypot(x - last.x, y - last.y) < TWICE_PX
    if (isSecond && last?.box && !last.box.isConnected) {
      event.preventDefault()
      event.stopPropagation()
    } else last = { box: target instanceof Element ? target.closest('.popover,.layer') : undefined, at, x, y }
  },
  true,
)
// Who typed in between means what stands there now.
addEventListener('input', () => (last = undefined), true)
