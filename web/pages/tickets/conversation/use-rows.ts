import { type RefObject, useEffect, useLayoutEffect, useReducer, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Row } from './row-heights'
import { type Anchor, type Heights, virtualRows } from './virtual-rows'

type Box = RefObject<HTMLElement | null>

/** The rows of a box that scrolls, as many as it needs. */
export function useRows(box: Box, list: Box, rows: Row[], first?: Anchor, heights?: Heights) {
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const [virtual] = useState(() => virtualRows(isNow => (isNow ? flushSync(redraw) : redraw()), first, heights))
  virtual.take(rows)
  const items = virtual.view.getVirtualItems()
  useLayoutEffect(() => (box.current && list.current ? virtual.attach(box.current, list.current) : undefined), [box, list, virtual])
  useLayoutEffect(() => void (box.current && virtual.drawn()))
  useEffect(() => {
    const element = list.current
    if (!element) return
    let selected = ''
    const select = () => {
      const selection = getSelection()
      const ends = selection?.isCollapsed ? [] : [virtual.keyAt(selection?.anchorNode ?? null), virtual.keyAt(selection?.focusNode ?? null)]
      // A caret moves with every letter that is written somewhere.
      if (selected === ends.join(' ')) return
      selected = ends.join(' ')
      const [from, to] = ends
      virtual.pin({ selected: from && to ? [from, to] : undefined })
    }
    const focus = ({ type, target }: Event) => virtual.pin({ focused: type === 'focusin' ? virtual.keyAt(target as Node) : undefined })
    const play = ({ type, target }: Event) => virtual.pin({ playing: type === 'play' ? virtual.keyAt(target as Node) : undefined })
    // What plays tells nobody above it, but who listens on the way down.
    const heard = [
      ['focusin', focus],
      ['focusout', focus],
      ['play', play],
      ['pause', play],
      ['ended', play],
    ] as const
    for (const [type, listener] of heard) element.addEventListener(type, listener, true)
    document.addEventListener('selectionchange', select)
    return () => {
      for (const [type, listener] of heard) element.removeEventListener(type, listener, true)
      document.removeEventListener('selectionchange', select)
    }
  }, [list, virtual])
  return { virtual, items }
}
