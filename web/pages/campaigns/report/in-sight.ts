import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core'
import { type RefObject, useEffect, useState } from 'react'
import { phone } from '../../../kit/screen-width'

/** A row of the table, as its style has it: on a phone two lines. */
export const rowHeight = () => (phone.value ? 60 : 44)
/** Rows above and below those in sight. */
const MARGIN = 8

/** Which of many rows a box that scrolls shows, by their places; those around it too, so that none is missing while it moves. */
export function useInSight(box: RefObject<HTMLDivElement | null>, count: number) {
  const [shown, show] = useState({ from: 0, to: 0 })
  const height = rowHeight()
  useEffect(() => {
    if (!count) return show({ from: 0, to: 0 })
    const rows = new Virtualizer<HTMLDivElement, HTMLTableRowElement>({
      count,
      getScrollElement: () => box.current,
      estimateSize: rowHeight,
      overscan: MARGIN,
      observeElementRect,
      observeElementOffset,
      scrollToFn: elementScroll,
      onChange: tell,
    })
    function tell() {
      const items = rows.getVirtualItems()
      const [from, to] = [items[0]?.index ?? 0, (items.at(-1)?.index ?? -1) + 1]
      show(before => (before.from === from && before.to === to ? before : { from, to }))
    }
    const stop = rows._didMount()
    rows._willUpdate()
    tell()
    return stop
  }, [box, count, height])
  // A list that became shorter is not walked beyond its end.
  return { from: Math.min(shown.from, count), to: Math.min(shown.to, count) }
}
