// Back, which on a phone is the gesture for "away with this", closes what lies on top instead of leaving the page. While anything lies over
// the page, one entry of the history stands above that of the page: Back takes it away, and it comes again for what still lies there.
import { effect } from '@preact/signals-react'
import { wide } from './media'
import { over } from './over'

const OVER = 'over'
const isOver = () => history.state === OVER

/** The own entry is on its way out: nothing may be put on top of it before it is gone. */
let leaving: URL | undefined
let wasOver = isOver()

function settle() {
  if (leaving) return
  if (over.peek().length && !isOver() && !wide.peek()) history.pushState(OVER, '')
  // Closed in another way, or come back to from a page that was opened from there.
  else if (!over.peek().length && isOver()) {
    leaving = new URL(location.href)
    history.back()
  }
  wasOver = isOver()
}
/** What closes may open the next one, or lead to another page, in the same breath. */
let timer: ReturnType<typeof setTimeout>
const settleSoon = () => {
  clearTimeout(timer)
  timer = setTimeout(settle)
}

addEventListener('popstate', () => {
  if (leaving) {
    // What the address says of the page may have changed meanwhile.
    if (leaving.pathname === location.pathname && leaving.search !== location.search) history.replaceState(history.state, '', leaving)
    leaving = undefined
  } else if (wasOver && !isOver()) over.peek().at(-1)?.()
  settleSoon()
})
effect(() => {
  void over.value
  settleSoon()
})
