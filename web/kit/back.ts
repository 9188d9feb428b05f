// Back, which on a phone is the gesture for "away with this", closes what lies on top instead of leaving the page. While anything lies over
// the page, one entry of the history stands above that of the page: Back takes it away, and it comes again for what still lies there.
import { effect } from '@preact/signals-react'
import { wide } from './screen-width'
import { inPlace, over } from './overlays'

const OVER = 'over'
const isOver = () => history.state === OVER

/** The own entry is on its way out: nothing may be put on top of it before it is gone. */
let leaving: URL | undefined
/** It has gone a moment ago: another step back that was taken meanwhile was for what lies on top by now, and may have left the page. */
let left: URL | undefined
/** Where somebody went before it was: the step back may be counted from there. */
let wanted: string | undefined
let wasOver = isOver()
/** What goes to the page that comes in the place of this one, once the own entry is gone. */
let replaces: (() => void) | undefined

function leave() {
  leaving = new URL(location.href)
  history.back()
}
inPlace.go = go => {
  if (!leaving && !isOver()) return go()
  replaces = go
  if (!leaving) leave()
}

function settle() {
  if (leaving) return
  left = undefined
  if (over.peek().some(({ everywhere }) => everywhere || !wide.peek()) && !isOver()) history.pushState(OVER, '')
  // Closed in another way, or come back to from a page that was opened from there.
  else if (!over.peek().length && isOver()) leave()
  wasOver = isOver()
}
/** What closes may open the next one, or lead to another page, in the same breath. */
let timer: ReturnType<typeof setTimeout>
const settleSoon = () => {
  clearTimeout(timer)
  timer = setTimeout(settle)
}

// The event of the router, which is what goes to pages.
addEventListener('pushState', () => {
  if (leaving) wanted = location.href
  wasOver = isOver()
})
/** Closes what lies on top, where a step back is for that, on the page where it lay. */
function closeTop() {
  over.peek().at(-1)?.close()
  if (!left || left.pathname === location.pathname) return
  left = undefined
  wasOver = false
  history.forward()
}
addEventListener('popstate', () => {
  if (leaving) {
    if (!wanted) left = leaving
    if (wanted && isOver()) history.replaceState(null, '', wanted)
    else if (wanted && wanted !== location.href) history.pushState(null, '', wanted)
    // What the address says of the page may have changed meanwhile.
    else if (!wanted && leaving.pathname === location.pathname && leaving.search !== location.search)
      history.replaceState(history.state, '', leaving)
    const go = wanted ? undefined : replaces
    leaving = wanted = replaces = undefined
    if (left && left.pathname !== location.pathname) closeTop()
    go?.()
  } else if (wasOver && !isOver()) closeTop()
  settleSoon()
})
effect(() => {
  void over.value
  settleSoon()
})
