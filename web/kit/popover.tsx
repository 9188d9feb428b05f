import { type ReactElement, type ReactNode, cloneElement, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { takeClickOfTouch } from './no-click'
import { leaves, useOver } from './overlays'
import { touched } from './touched'

type Side = 'below' | 'above'
type PopoverProps = {
  anchor: Element | null
  close: () => void
  /** In its place where it is left by Esc or Back. */
  leave?: () => void
  children: ReactNode
  label: string
  width?: number
  side?: Side
  end?: boolean
  role?: 'dialog' | 'menu'
}

/** Inside of a list of items, above the first. */
const EDGE = 6

/** A box beside `anchor`. Closes on Esc and Back, on a press outside and when the focus leaves; the focus returns to the anchor. */
export function Popover({
  anchor,
  close,
  leave: left = close,
  children,
  label,
  width,
  side = 'below',
  end,
  role = 'dialog',
}: PopoverProps) {
  const box = useRef<HTMLDivElement>(null)
  /** Closed by Esc or Back, and not by going elsewhere. */
  const isLeft = useRef(false)
  const leave = () => {
    isLeft.current = true
    left()
  }
  useOver(leave)
  const [place, setPlace] = useState<{ left?: number; right?: number; top?: number; bottom?: number; maxHeight: number }>()
  const [high, setHigh] = useState(innerHeight)
  useLayoutEffect(() => {
    if (!anchor || !box.current) return
    const at = anchor.getBoundingClientRect()
    const { width: w, height: h } = box.current.getBoundingClientRect()
    const across =
      end && at.right - w >= 8 ? { right: innerWidth - at.right } : { left: Math.max(8, Math.min(at.left, innerWidth - w - 8)) }
    const fits = side === 'below' ? at.bottom + 6 + h <= innerHeight - 8 : at.top - 6 - h < 8
    const below = fits || (side === 'below' && at.top < innerHeight / 2)
    const room = below ? innerHeight - at.bottom - 14 : at.top - 14
    // Half of an item says that more follow.
    const item = box.current.querySelector('[role^=menuitem]')?.clientHeight ?? 0
    const cut = h > room && item ? (room - item / 2 - EDGE) % item : 0
    // Its content may come later: what stands above grows upwards, what ends with its anchor to the left.
    setPlace({ ...across, ...(below ? { top: at.bottom + 6 } : { bottom: innerHeight - at.top + 6 }), maxHeight: room - cut })
  }, [anchor, side, end, high])
  useEffect(() => {
    const element = box.current
    // A field would open the keyboard of a phone over the rest.
    const first = touched.matches ? '[data-autofocus],[role^=menuitem]' : '[data-autofocus],input,[role^=menuitem],button,[role=option]'
    ;(element?.querySelector<HTMLElement>(first) ?? element)?.focus({
      preventScroll: true,
    })
    const outside = ({ target, pointerType }: PointerEvent) => {
      if (element?.contains(target as Node) || anchor?.contains(target as Node)) return
      // A finger that closes it presses nothing else.
      if (pointerType === 'touch') takeClickOfTouch()
      close()
    }
    const key = (event: globalThis.KeyboardEvent) => {
      if (!leaves(event)) return
      event.preventDefault()
      event.stopPropagation()
      leave()
    }
    addEventListener('pointerdown', outside, true)
    element?.addEventListener('keydown', key)
    const { innerWidth: wide } = window
    // The keyboard of a phone that opens for its field moves it; what stands at its place by then is known a frame later.
    const resized = () => (innerWidth === wide ? requestAnimationFrame(() => setHigh(innerHeight)) : close())
    addEventListener('resize', resized)
    return () => {
      removeEventListener('pointerdown', outside, true)
      element?.removeEventListener('keydown', key)
      removeEventListener('resize', resized)
      if (!element?.contains(document.activeElement) && document.activeElement !== document.body) return
      ;(anchor as HTMLElement | null)?.focus({ preventScroll: true })
      // A button that is there for as long as its row has the focus can't take it: who goes back goes on from the row.
      if (isLeft.current && document.activeElement !== anchor) anchor?.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
    }
  }, [])
  return createPortal(
    <div
      ref={box}
      className="pop popover"
      role={role}
      aria-label={label}
      tabIndex={-1}
      style={{ width, ...(place ?? { left: 0, top: 0, opacity: 0 }) }}
      onBlur={event => {
        const to = event.relatedTarget as Node | null
        if (to && !box.current?.contains(to) && !anchor?.contains(to) && !(to as Element).closest?.('.layer,.popover')) close()
      }}
    >
      {children}
    </div>,
    document.body,
  )
}

export type TriggerProps = Omit<PopoverProps, 'anchor' | 'close' | 'children'> & {
  trigger: ReactElement<Record<string, unknown>>
  children: (close: () => void) => ReactNode
}

/** A button that opens a popover: `<Pop trigger={<button/>} label="…">{close => …}</Pop>`. */
export function Pop({ trigger, children, ...props }: TriggerProps) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      {cloneElement(trigger, {
        'aria-expanded': anchor !== null,
        'aria-haspopup': props.role ?? 'dialog',
        onClick: (event: { currentTarget: Element }) => setAnchor(anchor ? null : event.currentTarget),
      })}
      {anchor && (
        <Popover {...props} anchor={anchor} close={close}>
          {children(close)}
        </Popover>
      )}
    </>
  )
}
